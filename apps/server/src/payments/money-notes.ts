import type { Bet } from '@touchline/contract/shapes/bet';
import type { Recharge, Withdrawal } from '@touchline/contract/shapes/cashier';
import { payoutDestination } from '@touchline/kit/payout-destination';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { teamName } from '@touchline/locales/team-names';
import type { Records } from '../betting/index.ts';
import { channelIds } from '@touchline/contract/kinds';
import type { Cashier } from './service.ts';
import type { Owner } from '../core/owner.ts';

/** Names of bets, recharges and withdrawals by id, in a member's language. */
export type MoneyNotes = (
  owner: Owner,
  refs: { bets: readonly string[]; recharges: readonly string[]; withdrawals: readonly string[] },
  lan: Lan,
) => Promise<Map<string, string>>;

/** The match of a bet, and how many more there are. */
const ofBet = ({ legs: [first, ...more] }: Bet, lan: Lan): string => {
  if (first === undefined) return '';
  const match = `${teamName(first.home, lan)} – ${teamName(first.away, lan)}`;
  return more.length === 0 ? match : serverTranslator(lan)('entry.more', { match, count: more.length });
};

const ofRecharge = ({ channel, reference }: Recharge, lan: Lan): string => {
  const known = channelIds.find((one) => one === channel);
  return known === undefined ? reference : `${serverTranslator(lan)(`channel.${known}`)} · ${reference}`;
};

/** The last digits of the destination: enough for its owner to recognise it. */
const ofWithdrawal = ({ wallet }: Withdrawal): string => `•••• ${payoutDestination(wallet).slice(-4)}`;

export const createMoneyNotes =
  ({
    records,
    cashier,
  }: {
    records: Pick<Records, 'byId'>;
    cashier: Pick<Cashier, 'recharges' | 'withdrawals'>;
  }): MoneyNotes =>
  async (owner, { bets, recharges, withdrawals }, lan) => {
    const [ownBets, ownRecharges, paid] = await Promise.all([
      records.byId(owner, bets),
      cashier.recharges.byId(owner, recharges),
      cashier.withdrawals.byHolds(owner, withdrawals),
    ]);
    return new Map([
      ...ownBets.map((bet) => [bet.id, ofBet(bet, lan)] as const),
      ...ownRecharges.map((one) => [one.id, ofRecharge(one, lan)] as const),
      ...[...paid].map(([id, one]) => [id, ofWithdrawal(one)] as const),
    ]);
  };
