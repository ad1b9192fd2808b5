import type { SettingChange } from '@touchline/contract/shapes/office-settings';
import type { Tone } from '../../ui/tag.tsx';

/** The state of a change, as a word and its tone. */
export const stateOf = ({
  state,
  counts,
  problems,
}: Pick<SettingChange, 'state' | 'counts' | 'problems'>) => {
  const as = <W extends string>(tone: Tone, word: W) => ({ tone, word });
  if (state === 'proposed') return as('wait', 'settingState.proposed');
  if (state === 'refused') return as('plain', 'settingState.refused');
  if (state === 'withdrawn') return as('plain', 'settingState.withdrawn');
  if (counts) return as('good', 'settings.inForce');
  return problems.length > 0 ? as('bad', 'settings.notInForce') : as('wait', 'settings.scheduled');
};
