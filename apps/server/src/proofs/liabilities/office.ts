import { limits } from '@touchline/contract/limits';
import type { LiabilityProposal, LiabilitySnapshot, Reserve } from '@touchline/contract/shapes/liabilities';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Audit } from '../../core/audit-log/audit.ts';
import type { PublicationProposal, PublicationProposals } from './publication-proposals.ts';
import { reservesOf } from './reserves.ts';
import { totalsToWire } from './routes.ts';
import type { Liabilities, LiabilityRow } from './service.ts';
import type { Handlers } from '../../core/handler.ts';
import { lastingState } from '../../core/proposals/service.ts';
import { sliceOf } from '../../core/pages.ts';
import { transaction } from '../../core/database/transaction.ts';

type Name = 'officeLiabilityList' | 'officeLiabilityPropose' | 'officeLiabilityDecide';
type NameOf = ReadonlyMap<string, { id: string; account: string }>;

type LiabilityModules = {
  pool: pg.Pool;
  liabilities: Pick<Liabilities, 'page'> & { publications: PublicationProposals };
  audit: Audit;
  currency: Currency;
  namesOf: (operators: readonly (string | null)[]) => Promise<NameOf>;
};

const madeBy = (names: NameOf, id: string | null) => (id === null ? undefined : names.get(id));

const toWire = (modules: LiabilityModules, row: LiabilityRow, names: NameOf): LiabilitySnapshot => ({
  id: row.id,
  at: row.at.toISOString(),
  madeBy: madeBy(names, row.made_by),
  members: row.accounts,
  rounded: row.steps !== null,
  size: row.size,
  root: row.root.toString('base64'),
  owed: totalsToWire(row, modules.currency),
  reserves: reservesToWire(row.entry, modules.currency),
});

const proposalToWire = (row: PublicationProposal, names: NameOf): LiabilityProposal => ({
  id: row.id,
  reason: row.reason,
  state: lastingState(row.state),
  version: row.version,
  proposedBy: names.get(row.proposed_by) ?? { id: row.proposed_by, account: '' },
  proposedAt: row.proposed_at.toISOString(),
  decidedBy: madeBy(names, row.decided_by),
  decidedAt: row.decided_at?.toISOString(),
  note: row.note ?? undefined,
});

/** The calls of the office about what the house owes and has. */
export const officeLiabilityHandlers = (modules: LiabilityModules): Pick<Handlers, Name> => {
  const { pool, liabilities, audit, namesOf } = modules;

  return {
    officeLiabilityList: async ({ page = 1, limit = limits.listLimitDefault }) => {
      const [{ rows, total, refused }, proposals] = await Promise.all([
        liabilities.page(sliceOf({ page, limit })),
        liabilities.publications.waiting(),
      ]);
      const names = await namesOf([
        ...rows.map((row) => row.made_by),
        ...refused.map((row) => row.made_by),
        ...proposals.map((row) => row.proposed_by),
      ]);
      return {
        list: rows.map((row) => toWire(modules, row, names)),
        total,
        page,
        limit,
        refused: refused.map((row) => ({
          at: row.at.toISOString(),
          madeBy: madeBy(names, row.made_by),
          differences: row.differences,
        })),
        proposals: proposals.map((row) => proposalToWire(row, names)),
      };
    },
    officeLiabilityPropose: async (input, by) => {
      const row = await liabilities.publications.propose(input, by);
      return proposalToWire(row, await namesOf([row.proposed_by, row.decided_by]));
    },
    officeLiabilityDecide: async (input, { operator, address }) => {
      const { proposal: row, outcome } = await liabilities.publications.decide(input, { operator, address });
      const names = await namesOf([row.proposed_by, row.decided_by]);
      const proposal = proposalToWire(row, names);
      if (outcome === undefined) return { proposal };
      const subject = { kind: 'liabilities', id: outcome.id } as const;
      const detail =
        outcome.kind === 'made'
          ? { root: outcome.row.root.toString('base64') }
          : { differences: outcome.differences };
      await transaction(pool, (client) =>
        audit(client, { operator, address, action: 'liabilities_made', subject, detail }),
      );
      if (outcome.kind === 'refused') return { proposal, refused: [...outcome.differences] };
      return { proposal, made: toWire(modules, outcome.row, names) };
    },
  };
};

/** Tokens of a chain are counted in millionths. */
const microScale = 6;

const reservesToWire = (entry: string, { scale }: Currency): Reserve[] =>
  reservesOf(entry).map((reserve): Reserve => {
    const amount = (minor: string | bigint): string => formatAmount(BigInt(minor), scale);
    if (reserve.kind === 'address') {
      return {
        kind: 'address',
        currency: reserve.currency,
        network: reserve.network,
        address: reserve.address,
        amount: reserve.amount === null ? undefined : formatAmount(BigInt(reserve.amount), microScale),
        block: reserve.block?.number,
      };
    }
    if (reserve.kind === 'statement') return { ...reserve, amount: amount(reserve.amount) };
    const { kind, currency, given, paidIn, lost } = reserve;
    const sum = BigInt(given) + BigInt(paidIn) - BigInt(lost);
    return {
      kind,
      currency,
      amount: amount(sum),
      given: amount(given),
      paidIn: amount(paidIn),
      lost: amount(lost),
    };
  });
