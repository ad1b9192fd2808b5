import type { OfficeHouseText } from '@touchline/contract/shapes/house-texts';
import { useT } from '../../shell/i18n.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';

const tones: Record<OfficeHouseText['state'], Tone> = {
  proposed: 'wait',
  published: 'good',
  refused: 'bad',
  withdrawn: 'plain',
  revoked: 'bad',
};

/** The state of a version and, when it is published, whether it is in force. */
export const Standing = ({ of: { state, standing } }: { of: OfficeHouseText }) => {
  const t = useT();
  if (standing === undefined) return <Tag tone={tones[state]}>{t(`houseTextState.${state}`)}</Tag>;
  const tone: Tone = standing === 'valid' ? 'good' : standing === 'planned' ? 'wait' : 'plain';
  return <Tag tone={tone}>{t(`houseTextStanding.${standing}`)}</Tag>;
};
