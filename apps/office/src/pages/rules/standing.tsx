import type { OfficeHouseText } from '@touchline/contract/shapes/house-texts';
import { proposalTones } from '../../features/queue/proposal.tsx';
import { useT } from '../../lib/i18n.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';

/** The state of a version and, when it is published, whether it is in force. */
export const Standing = ({ of: { state, standing } }: { of: OfficeHouseText }) => {
  const t = useT();
  if (standing === undefined) return <Tag tone={proposalTones[state]}>{t(`houseTextState.${state}`)}</Tag>;
  const tone: Tone = standing === 'valid' ? 'good' : standing === 'planned' ? 'wait' : 'plain';
  return <Tag tone={tone}>{t(`houseTextStanding.${standing}`)}</Tag>;
};
