import { routes } from '@touchline/contract/routes';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { expect, test } from 'vitest';
import { operatorTexts } from './call.ts';

/** Words that speak to a member about their own money, bets and account. */
const toMembers =
  /\b(your (money|balance|name|account|stake|bets?)|please recharge|bet\b|sign in|ask for a new one)/i;
/** About the operator's own sign-in, or about a market: they are right for an operator too. */
const right = new Set(['closed', 'sign_in', 'passkey_wrong', 'wrong_credentials']);

const reasons = [
  ...new Set(
    Object.values(routes)
      .filter(({ auth, name }) => auth === 'operator' || name.startsWith('office'))
      .flatMap((route) => route.reasons),
  ),
].filter((reason) => !right.has(reason) && !Object.hasOwn(operatorTexts, reason));

test.each(reasons)('%s has a message for operators', (reason) => {
  const values = {
    left: '1',
    max: '2',
    min: '3',
    until: '4',
    restriction: '',
    limit: '',
    period: '',
    age: 18,
  };
  const words = serverTranslator('en')(`error.${reason}`, values);
  expect(words).not.toMatch(toMembers);
});
