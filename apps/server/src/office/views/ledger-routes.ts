import { limits } from '@touchline/contract/limits';
import type { Input } from '@touchline/contract/routes';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Handlers } from '../../core/handler.ts';
import type { Clock } from '../../core/clock.ts';
import { csvLine } from '@touchline/money/csv';
import { isId, shardOf } from '../../core/ids.ts';
import { localTime } from '../../core/local-time.ts';
import { Refused } from '../../core/refusal.ts';
import { cursorPattern, type OfficeEntry, type Wallet } from '../../ledger/index.ts';
import type { Office } from '../service.ts';
import type { AccountNames } from '../wire.ts';
import { dayToWire, entryCells, entryColumns, entryToWire, sumOfTrial } from './ledger-wire.ts';
import { spanOf } from './span.ts';

type LedgerHandlers = Pick<
  Handlers,
  | 'officeLedgerAccounts'
  | 'officeTrialBalance'
  | 'officeLedgerDays'
  | 'officeLedgerEntries'
  | 'officeLedgerExport'
>;

type LedgerModules = {
  wallet: Wallet;
  office: Office;
  clock: Clock;
  currency: Currency;
  timeZone: string;
};

const amount = (modules: LedgerModules, minor: bigint): string => formatAmount(minor, modules.currency.scale);

const today = (modules: LedgerModules): string => localTime(modules.clock.now(), modules.timeZone).date;

/** A page of entries with their members, and the start of the next page. */
const pageOf = async (
  modules: LedgerModules,
  { account, kind, member, day, after }: Input<'officeLedgerExport'>,
  limit: number,
): Promise<{ rows: OfficeEntry[]; names: AccountNames; next: { next?: string } }> => {
  if (after !== undefined && !cursorPattern.test(after)) {
    throw new Refused('validation', { rules: { after: 'format' } });
  }
  if (member !== undefined && !isId(member)) throw new Refused('not_found');
  const id = member?.toLowerCase();
  const on = day ?? (id === undefined ? today(modules) : undefined);
  const found = await modules.wallet.entryPage({
    from: on,
    to: on,
    timeZone: modules.timeZone,
    account,
    kind,
    after,
    limit: limit + 1,
    member: id === undefined ? undefined : { id, shard: shardOf(id) },
  });
  const rows = found.slice(0, limit);
  const names = await modules.office.names({ operators: [], members: rows.map(({ memberId }) => memberId) });
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, names, next: last === undefined ? {} : { next: last.cursor } };
};

/** The calls of the office that read the ledger. */
export const officeLedgerHandlers = (modules: LedgerModules): LedgerHandlers => {
  const { wallet, clock, currency, timeZone } = modules;

  return {
    officeLedgerAccounts: async () => {
      const now = clock.now();
      const day = today(modules);
      const [sums, trial] = [await wallet.daySums({ from: day, to: day }, timeZone), await wallet.trial(now)];
      const changeOf = (account: string): bigint =>
        sums.filter((one) => one.account === account).reduce((sum, { houseMinor }) => sum + houseMinor, 0n);
      const { members, list } = sumOfTrial(trial, currency);
      return {
        at: now.toISOString(),
        list: list.map((one) => ({ ...one, today: amount(modules, changeOf(one.account)) })),
        members,
      };
    },
    officeTrialBalance: async ({ at: text }) => {
      const now = clock.now();
      const at = text === undefined ? undefined : new Date(text);
      if (at !== undefined && !(at <= now)) throw new Refused('validation', { rules: { at: 'range' } });
      const trial = await wallet.trial(now, at);
      const { members, list, sumMinor } = sumOfTrial(trial, currency);
      return {
        at: trial.at.toISOString(),
        complete: trial.complete,
        agrees: sumMinor === 0n,
        sum: amount(modules, sumMinor),
        accounts: list,
        members,
      };
    },
    officeLedgerDays: async ({ account, ...span }) => {
      const sums = await wallet.daySums({ ...spanOf(span), account }, timeZone);
      return { list: sums.map((one) => dayToWire(one, currency)) };
    },
    officeLedgerEntries: async ({ limit = limits.listLimitDefault, ...filter }) => {
      const { rows, names, next } = await pageOf(modules, filter, limit);
      return { list: rows.map((row) => entryToWire(row, names, currency)), ...next };
    },
    officeLedgerExport: async (filter) => {
      const { rows, names, next } = await pageOf(modules, filter, limits.csvRowsMax);
      const head = filter.after === undefined ? csvLine(entryColumns) : '';
      const lines = rows.map((row) => csvLine(entryCells(entryToWire(row, names, currency))));
      return { name: `ledger-${filter.day ?? today(modules)}.csv`, csv: head + lines.join(''), ...next };
    },
  };
};
