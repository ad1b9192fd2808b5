import { Refused } from '../core/refusal.ts';

/** Only the terms in force can be accepted. @throws Refused `terms_outdated` with their version */
export const judgeTerms = (version: string, inForce: string): void => {
  if (version !== inForce) throw new Refused('terms_outdated', { version: inForce });
};
