import type { Json } from '@touchline/verify/canonical-json';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { AccountTotal } from '../../ledger/index.ts';
import { columnsOfCurrency, type Owed } from './site.ts';

const Minor = Type.String({ pattern: '^-?(0|[1-9][0-9]*)$' });

/** What the house has against what it owes, as entries write it; amounts in minor units. */
const Reserves = Type.Array(
  Type.Union([
    Type.Object({
      kind: Type.Literal('issued'),
      currency: Type.String(),
      given: Minor,
      paidIn: Minor,
      lost: Minor,
    }),
    Type.Object({
      kind: Type.Literal('address'),
      currency: Type.Literal('USDT'),
      network: Type.Enum(['usdt-trc20', 'usdt-erc20']),
      address: Type.String(),
      challenge: Type.String(),
      signature: Type.String(),
      /** In millionths; null where the chain did not answer. */
      amount: Type.Union([Minor, Type.Null()]),
      block: Type.Union([Type.Object({ number: Type.String(), hash: Type.String() }), Type.Null()]),
    }),
    Type.Object({
      kind: Type.Literal('statement'),
      currency: Type.String(),
      name: Type.String(),
      amount: Minor,
      day: Type.String(),
      fileHash: Type.String(),
    }),
  ]),
);
export type EntryReserves = Static<typeof Reserves>;

/** The reserves of a published entry. */
export const reservesOf = (entry: string): EntryReserves => {
  const { reserves }: { reserves?: Json } = JSON.parse(entry);
  return Value.Parse(Reserves, reserves);
};

/**
 * Play money that was issued, as entries with rounded totals write it: what was paid in and lost is rounded up to the step, and what was
 * given is what is left, so that all of it is what the totals say.
 */
export const roundIssued = (
  reserves: EntryReserves,
  { currencies, totals, rounding }: Pick<Owed, 'currencies' | 'totals' | 'rounding'>,
): EntryReserves =>
  reserves.map((reserve) => {
    const at = reserve.kind === 'issued' ? currencies.indexOf(reserve.currency) : -1;
    const step = rounding?.steps[at];
    if (reserve.kind !== 'issued' || step === undefined) return reserve;
    const up = (minor: string): bigint => {
      const amount = BigInt(minor);
      const above = ((amount % step) + step) % step;
      return amount - above + step;
    };
    const [available = 0n, held = 0n] = totals.slice(at * columnsOfCurrency);
    const [paidIn, lost] = [up(reserve.paidIn), up(reserve.lost)];
    return {
      ...reserve,
      given: String(available + held - paidIn + lost),
      paidIn: String(paidIn),
      lost: String(lost),
    };
  });

const gifts: ReadonlySet<string> = new Set(['promotions', 'commission', 'clearing:commission']);

/**
 * Play money that was issued, from the house's accounts: what members were given, and paid in, less what they have lost to the house by
 * bets and fees. That is what they have, so that a currency which the house issues itself covers what it owes.
 */
export const issuedIn = (house: readonly AccountTotal[]): EntryReserves =>
  [...Map.groupBy(house, ({ currency }) => currency)].map(([currency, accounts]) => {
    const sum = (isPart: (account: string) => boolean): bigint =>
      accounts.reduce((all, { account, amountMinor }) => (isPart(account) ? all + amountMinor : all), 0n);
    const isOutside = (account: string): boolean => account.startsWith('external:');
    return {
      kind: 'issued',
      currency,
      given: String(-sum((account) => gifts.has(account))),
      paidIn: String(-sum(isOutside)),
      lost: String(sum((account) => !gifts.has(account) && !isOutside(account))),
    };
  });
