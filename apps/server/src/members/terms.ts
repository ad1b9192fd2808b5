import { termsVersion } from '@touchline/contract/terms';
import { Refused } from '../platform/refusal.ts';

/** Only the terms in force can be accepted. @throws Refused `terms_outdated` with their version */
export const judgeTerms = (version: string): void => {
  if (version !== termsVersion) throw new Refused('terms_outdated', { version: termsVersion });
};
