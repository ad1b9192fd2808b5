import type { RiskEvent } from '@touchline/contract/shapes/office-views';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useT } from '../../lib/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import { scoreText } from './names.ts';

/** How far a match is: its minute and score, else its kick-off, else why it is not played. */
export const MatchState = ({ of }: { of: RiskEvent }) => {
  const t = useT();
  const { dayTime } = useDayFormats();
  if (of.state === 'scheduled') return dayTime(of.kickOff);
  const score = of.score === undefined ? '' : ` ${scoreText(of.score)}`;
  if (of.state === 'live') return <Tag tone="good">{`${of.minute ?? ''}′${score}`}</Tag>;
  return <Tag>{t(`eventState.${of.state}`) + score}</Tag>;
};
