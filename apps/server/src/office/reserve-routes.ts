import type { ReserveProposal as WireProposal } from '@touchline/contract/shapes/liabilities';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { showAddress, toHex } from '../payments/index.ts';
import type { ReserveProposal, Reserves } from '../proofs/index.ts';
import type { Handlers } from '../core/handler.ts';
import { lastingState } from '../core/proposals/service.ts';

type Name =
  | 'officeReserveList'
  | 'officeReserveChallenge'
  | 'officeReserveAddressAdd'
  | 'officeReserveAdd'
  | 'officeReserveDecide';
type NameOf = ReadonlyMap<string, { id: string; account: string }>;

/** The calls of the office about addresses and statements that are counted as reserves. */
export const officeReserveHandlers = ({
  reserves,
  currency,
  namesOf,
}: {
  reserves: Pick<Reserves, 'all' | 'challenge' | 'addAddress' | 'propose' | 'decide'>;
  currency: Currency;
  namesOf: (operators: readonly (string | null)[]) => Promise<NameOf>;
}): Pick<Handlers, Name> => {
  const nameOf = (names: NameOf, id: string) => names.get(id) ?? { id, account: '' };

  const toWire = (
    row: ReserveProposal,
    { names, counts }: { names: NameOf; counts: ReadonlySet<string> },
  ): WireProposal => ({
    id: row.id,
    name: row.body.name,
    amount: formatAmount(BigInt(row.body.amountMinor), currency.scale),
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

  const read = async () => {
    const { addresses, statements, proposals } = await reserves.all();
    const names = await namesOf([
      ...addresses.map((row) => row.added_by),
      ...proposals.flatMap((row) => [row.proposed_by, row.decided_by]),
    ]);
    const counts = new Set(statements.filter((row) => row.counts).map(({ id }) => id));
    return { addresses, proposals, names, counts };
  };

  const oneToWire = async (row: ReserveProposal): Promise<WireProposal> => {
    const { counts } = await read();
    return toWire(row, { names: await namesOf([row.proposed_by, row.decided_by]), counts });
  };

  return {
    officeReserveList: async () => {
      const { addresses, proposals, names, counts } = await read();
      return {
        addresses: addresses.map((row) => ({
          id: row.id,
          network: row.network,
          address: showAddress(row.network, toHex(row.address)),
          day: row.day,
          counts: row.counts,
          addedBy: names.get(row.added_by),
        })),
        statements: proposals.map((row) => toWire(row, { names, counts })),
      };
    },
    officeReserveChallenge: async ({ network, address }) => ({
      challenge: reserves.challenge(network, address),
    }),
    officeReserveAddressAdd: async (input, by) => {
      await reserves.addAddress(input, by);
      return {};
    },
    officeReserveAdd: async (input, by) => oneToWire(await reserves.propose(input, by)),
    officeReserveDecide: async (input, by) => oneToWire(await reserves.decide(input, by)),
  };
};
