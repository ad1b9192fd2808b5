import type { Bet } from '@touchline/contract/shapes/bet';
import type { Recharge, Withdrawal } from '@touchline/contract/shapes/cashier';
import { payoutDestination } from '@touchline/kit/payout-destination';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { teamName } from '@touchline/locales/team-names';
import type { Records } from '../betting/index.ts';
import type { Cashier } from './service.ts';
import { limits } from '@touchline/contract/limits';
import type { Input, Output } from '@touchline/contract/routes';
import { channelIds, moneyKinds, type MoneyKind } from '@touchline/contract/kinds';
import type { MoneyEntry } from '@touchline/contract/shapes/money';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Lan } from '@touchline/locales/locales';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Handlers } from '../core/handler.ts';
import { Refused } from '../core/refusal.ts';
import type { LogEntry, Wallet } from '../ledger/index.ts';
import { type Owner, ownerOf } from '../core/owner.ts';
import { sliceOf } from '../core/pages.ts';

/** Names of bets, recharges and withdrawals by id, in a member's language. */
export type MoneyNotes = (
  owner: Owner,
  refs: { bets: readonly string[]; recharges: readonly string[]; withdrawals: readonly string[] },
  lan: Lan,
) => Promise<ReadonlyMap<string, string>>;

/**
 * A page of a wallet's entries, with their subjects in words.
 * @throws Refused `validation` when it ends before it begins
 */
export type MoneyPages = (
  owner: Owner,
  asked: Omit<Input<'moneyLogList'>, 'id'>,
  lan: Lan,
) => Promise<Output<'moneyLogList'>>;

export const createMoneyPages =
  ({
    wallet,
    currency,
    timeZone,
    notes,
  }: {
    wallet: Wallet;
    currency: Currency;
    timeZone: string;
    notes: MoneyNotes;
  }): MoneyPages =>
  async (owner, { kind, from, to, page = 1, limit = limits.listLimitDefault }, lan) => {
    if (from !== undefined && to !== undefined && from > to) {
      throw new Refused('validation', { rules: { to: 'range' } });
    }
    const { entries, total } = await wallet.log(owner, {
      kind,
      from,
      to,
      timeZone,
      ...sliceOf({ page, limit }),
    });
    const told = await notes(owner, refsOf(entries), lan);
    return { list: entries.map((entry) => toWire(entry, currency, told)), total, page, limit };
  };

/** One entry of a wallet, with its subject in words. @throws Refused `not_found` */
type MoneyEntryOf = (owner: Owner, version: bigint, lan: Lan) => Promise<MoneyEntry>;

export const createMoneyEntry =
  ({
    wallet,
    currency,
    notes,
  }: Pick<Parameters<typeof createMoneyPages>[0], 'currency' | 'notes'> & {
    wallet: Wallet;
  }): MoneyEntryOf =>
  async (owner, version, lan) => {
    const entry = await wallet.logEntry(owner, version);
    if (entry === undefined) throw new Refused('not_found');
    return toWire(entry, currency, await notes(owner, refsOf([entry]), lan));
  };

/** The call of a member's own wallet. @param modules.receiptOfEntry signs an entry: its nonce is the member's alone */
export const moneyLogHandlers = (modules: {
  pages: MoneyPages;
  one: MoneyEntryOf;
  receiptOfEntry: (owner: Owner, version: bigint) => Promise<Receipt[]>;
}): Pick<Handlers, 'moneyLogList'> => ({
  moneyLogList: async ({ id, ...input }, { member, lan }) => {
    const owner = ownerOf(member);
    if (id === undefined) return modules.pages(owner, input, lan);
    if (!/^[1-9][0-9]{0,17}$/.test(id)) throw new Refused('not_found');
    const version = BigInt(id);
    const [entry, receipts] = await Promise.all([
      modules.one(owner, version, lan),
      modules.receiptOfEntry(owner, version),
    ]);
    return {
      list: [{ ...entry, receipts }],
      total: 1,
      page: 1,
      limit: input.limit ?? limits.listLimitDefault,
    };
  },
});

const ofCashier: ReadonlyMap<string, 'recharges' | 'withdrawals'> = new Map([
  ['recharge', 'recharges'],
  ['recharge_fee', 'recharges'],
  ['withdrawal', 'withdrawals'],
  ['withdrawal_paid', 'withdrawals'],
  ['withdrawal_fee', 'withdrawals'],
  ['withdrawal_returned', 'withdrawals'],
]);

/** The subjects of entries, by kind; corrections have none that a member could look up. */
const refsOf = (entries: readonly LogEntry[]) => {
  const refs = { bets: new Set<string>(), recharges: new Set<string>(), withdrawals: new Set<string>() };
  for (const { kind, ref } of entries) {
    if (ref !== null && kind !== 'adjustment') refs[ofCashier.get(kind) ?? 'bets'].add(ref);
  }
  return {
    bets: [...refs.bets],
    recharges: [...refs.recharges],
    withdrawals: [...refs.withdrawals],
  };
};

const kinds = new Map<string, MoneyKind>(moneyKinds.map((kind) => [kind, kind]));

const toWire = (entry: LogEntry, { scale }: Currency, notes: ReadonlyMap<string, string>): MoneyEntry => {
  const kind = kinds.get(entry.kind);
  const note = entry.ref === null ? undefined : notes.get(entry.ref);
  if (kind === undefined) throw new Error(`An entry of a kind that is not on the wire: ${entry.kind}`);
  return {
    id: String(entry.version),
    kind,
    amount: formatAmount(entry.amountMinor, scale),
    held: formatAmount(entry.heldMinor, scale),
    balanceAfter: formatAmount(entry.availableAfterMinor, scale),
    heldAfter: formatAmount(entry.heldAfterMinor, scale),
    at: entry.at.toISOString(),
    ref: entry.ref ?? undefined,
    note,
  };
};

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
  ({ records, cashier }: { records: Records; cashier: Cashier }): MoneyNotes =>
  async (owner, { bets, recharges, withdrawals }, lan) => {
    const [ownBets, ownRecharges, paid] = await Promise.all([
      records.byId(owner, bets),
      cashier.recharges.byId(owner, recharges),
      cashier.withdrawals.byHolds(owner, withdrawals),
    ]);
    return new Map([
      ...ownBets.map((bet) => [bet.id, ofBet(bet, lan)] as const),
      ...ownRecharges.map((one) => [one.id, ofRecharge(one, lan)] as const),
      ...Array.from(paid, ([id, one]) => [id, ofWithdrawal(one)] as const),
    ]);
  };
