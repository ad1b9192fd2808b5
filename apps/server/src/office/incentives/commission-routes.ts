import { limits } from '@touchline/contract/limits';
import type { Currency } from '@touchline/money/currency';
import type { Handlers } from '../../core/handler.ts';
import type { Clock } from '../../core/clock.ts';
import { csvLine, csvMark } from '@touchline/money/csv';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import {
  type BooksRow,
  cursorOf,
  statementCursor,
  type StatementRow,
  type Teams,
} from '../../growth/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Office } from '../service.ts';
import type { AccountNames } from '../wire.ts';
import {
  booksToWire,
  runToWire,
  sourceToWire,
  statementCells,
  statementColumns,
  statementToWire,
} from './commission-wire.ts';
import { flagToWire, namedByFlags } from './flag-wire.ts';
import { pageOf } from '../../core/pages.ts';
import { ownerOf } from '../../core/owner.ts';

export type CommissionModules = {
  desk: Teams['desk'];
  office: Office;
  wallet: Wallet;
  clock: Clock;
  currency: Currency;
};

type CommissionHandlers = Pick<
  Handlers,
  | 'officeCommissionRuns'
  | 'officeCommissionList'
  | 'officeCommissionDetail'
  | 'officeCommissionSources'
  | 'officeCommissionExport'
>;

/** Maximum of repeated reads when a closing paid between the sums and the ledger. */
const tries = 3;

const isSame = (one: BooksRow, other: BooksRow): boolean =>
  one.credits === other.credits && one.waiting === other.waiting && one.taken === other.taken;

/** Sums and ledger at the same time: both are read again while a closing changes them. */
const readBooks = async (
  modules: CommissionModules,
  left = tries,
): Promise<{ row: BooksRow; ledger: { commission: bigint; clearing: bigint } }> => {
  const row = await modules.desk.books();
  const { accounts } = await modules.wallet.trial(modules.clock.now());
  const balance = (account: string): bigint =>
    accounts.find((one) => one.account === account)?.balanceMinor ?? 0n;
  if (left > 0 && !isSame(row, await modules.desk.books())) return readBooks(modules, left - 1);
  return { row, ledger: { commission: balance('commission'), clearing: balance('clearing:commission') } };
};

const namesOf = (modules: CommissionModules, rows: readonly StatementRow[]): Promise<AccountNames> =>
  modules.office.names({ operators: [], members: rows.map((row) => row.leader_id) });

/** @throws Refused `not_found` */
const statementOwner = async (
  modules: CommissionModules,
  { member: id, id: statement }: { member: string; id: string },
) => {
  const member = await modules.office.people.find(id);
  if (!isId(statement)) throw new Refused('not_found');
  return { member, owner: ownerOf(member) };
};

/** @throws Refused `not_found` */
const mustBeRun = async (modules: CommissionModules, run: string): Promise<void> => {
  if (!(await modules.desk.isRun(run))) throw new Refused('not_found');
};

/** The calls of the office that read commission: closings, statements, and their sources. */
export const officeCommissionHandlers = (modules: CommissionModules): CommissionHandlers => {
  const { desk, office, currency } = modules;

  return {
    officeCommissionRuns: async ({ from, to, ...input }) => {
      const { page, slice } = pageOf(input);
      const { rows, total } = await desk.runs({ from, to }, slice);
      const { row, ledger } = await readBooks(modules);
      return {
        list: rows.map((run) => runToWire(run, currency)),
        total,
        ...page,
        books: booksToWire(row, ledger, currency),
      };
    },

    officeCommissionList: async ({ run, show = 'all', ...input }) => {
      const { page, slice } = pageOf(input);
      await mustBeRun(modules, run);
      const { rows, total } = await desk.statements({ run, show }, slice);
      const names = await namesOf(modules, rows);
      return { list: rows.map((row) => statementToWire(row, names, currency)), total, ...page };
    },

    officeCommissionDetail: async (input) => {
      const { member, owner } = await statementOwner(modules, input);
      const statement = await desk.statement(owner, input.id);
      if (statement?.found === undefined) throw new Refused('not_found');
      const names = await office.names(namedByFlags(statement.flags));
      return {
        leader: { id: member.id, account: member.account },
        ...statement.found,
        restricted: statement.day.restricted,
        flags: statement.flags.map((flag) => flagToWire(flag, names)),
      };
    },

    officeCommissionSources: async (input) => {
      const { page, slice } = pageOf(input);
      const { owner } = await statementOwner(modules, input);
      const found = await desk.sources(owner, input.id, { generation: input.generation, ...slice });
      if (found === undefined) throw new Refused('not_found');
      const names = await office.names({ operators: [], members: found.rows.map((row) => row.memberId) });
      const of = { rateMicro: found.rateMicro, scale: currency.scale };
      return { list: found.rows.map((row) => sourceToWire(row, names, of)), total: found.total, ...page };
    },

    officeCommissionExport: async ({ run, after: text }) => {
      const after = text === undefined ? undefined : (statementCursor.exec(text) ?? undefined);
      if (text !== undefined && after === undefined) {
        throw new Refused('validation', { rules: { after: 'format' } });
      }
      await mustBeRun(modules, run);
      const found = await desk.statementsAfter(run, after, limits.csvRowsMax + 1);
      const rows = found.slice(0, limits.csvRowsMax);
      const names = await namesOf(modules, rows);
      const last = found.length > limits.csvRowsMax ? rows.at(-1) : undefined;
      const head = text === undefined ? csvMark + csvLine(statementColumns) : '';
      const lines = rows.map((row) => csvLine(statementCells(run, statementToWire(row, names, currency))));
      return {
        name: `commission-${run}.csv`,
        csv: head + lines.join(''),
        next: last === undefined ? undefined : cursorOf(last),
      };
    },
  };
};
