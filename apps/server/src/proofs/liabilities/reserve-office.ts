import type { ReserveProposal } from '@touchline/contract/shapes/liabilities';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { showAddress, toHex } from '../../payments/index.ts';
import type { StatementProposal, Reserves } from './reserve-service.ts';
import type { Handlers } from '../../core/handler.ts';
import { lastingState } from '../../core/proposals/service.ts';

type Name =
  | 'officeReserveList'
  | 'officeReserveChallenge'
  | 'officeReserveAddressAdd'
  | 'officeReserveAdd'
  | 'officeReserveDecide';
type NameOf = ReadonlyMap<string, { id: string; account: string }>;

type ReserveModules = {
  reserves: Pick<Reserves, 'all' | 'challenge' | 'addAddress' | 'propose' | 'decide'>;
  currency: Currency;
  namesOf: (operators: readonly (string | null)[]) => Promise<NameOf>;
};

const nameOf = (names: NameOf, id: string) => names.get(id) ?? { id, account: '' };

const toWire = (
  modules: ReserveModules,
  row: StatementProposal,
  { names, counts }: { names: NameOf; counts: ReadonlySet<string> },
): ReserveProposal => ({
  id: row.id,
  name: row.body.name,
  amount: formatAmount(BigInt(row.body.amountMinor), modules.currency.scale),
  day: row.body.day,
  fileHash: row.body.fileHash,
  reason: row.reason,
  state: lastingState(row.state),
  version: row.version,
  counts: counts.has(row.id),
  proposedBy: nameOf(names, row.proposed_by),
  proposedAt: row.proposed_at.toISOString(),
  decidedBy: row.decided_by === null ? undefined : nameOf(names, row.decided_by),
  decidedAt: row.decided_at?.toISOString(),
  note: row.note ?? undefined,
});

const read = async (modules: ReserveModules) => {
  const { addresses, statements, proposals } = await modules.reserves.all();
  const names = await modules.namesOf([
    ...addresses.map((row) => row.added_by),
    ...proposals.flatMap((row) => [row.proposed_by, row.decided_by]),
  ]);
  const counts = new Set(statements.filter((row) => row.counts).map(({ id }) => id));
  return { addresses, proposals, names, counts };
};

const oneToWire = async (modules: ReserveModules, row: StatementProposal): Promise<ReserveProposal> => {
  const { counts } = await read(modules);
  return toWire(modules, row, { names: await modules.namesOf([row.proposed_by, row.decided_by]), counts });
};

/** The calls of the office about addresses and statements that are counted as reserves. */
export const officeReserveHandlers = (modules: ReserveModules): Pick<Handlers, Name> => {
  const { reserves } = modules;

  return {
    officeReserveList: async () => {
      const { addresses, proposals, names, counts } = await read(modules);
      return {
        addresses: addresses.map((row) => ({
          id: row.id,
          network: row.network,
          address: showAddress(row.network, toHex(row.address)),
          day: row.day,
          counts: row.counts,
          addedBy: names.get(row.added_by),
        })),
        statements: proposals.map((row) => toWire(modules, row, { names, counts })),
      };
    },
    officeReserveChallenge: async ({ network, address }) => ({
      challenge: reserves.challenge(network, address),
    }),
    officeReserveAddressAdd: async (input, by) => {
      await reserves.addAddress(input, by);
      return {};
    },
    officeReserveAdd: async (input, by) => oneToWire(modules, await reserves.propose(input, by)),
    officeReserveDecide: async (input, by) => oneToWire(modules, await reserves.decide(input, by)),
  };
};
