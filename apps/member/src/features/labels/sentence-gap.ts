import { currentLan } from '../../shell/i18n.tsx';

/** What stands between two sentences: nothing where the full stop is as wide as a letter. */
export const sentenceGap = (): string => (/^(ja|zh)/.test(currentLan()) ? '' : ' ');
