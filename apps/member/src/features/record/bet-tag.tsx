import type { Bet, BetState } from '@touchline/contract/shapes/bet';
import { useT } from '../../shell/i18n.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';

const looks = {
  waiting: { icon: 'clock', tone: 'quiet' },
  in_progress: { icon: 'ball', tone: 'quiet' },
  win: { icon: 'check', tone: 'pitch' },
  lose: { icon: 'cross', tone: 'red' },
  refund: { icon: 'undo', tone: 'amber' },
} as const satisfies Record<BetState, { icon: IconName; tone: 'quiet' | 'pitch' | 'red' | 'amber' }>;

/** The state of a bet by icon, word and colour. */
export const BetTag = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const { icon, tone } = looks[bet.state];
  return (
    <Tag tone={tone}>
      <Icon name={icon} size="small" />
      {t(`record.state.${bet.state}`)}
    </Tag>
  );
};
