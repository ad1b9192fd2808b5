import { query, type Queryable } from '../core/database/database.ts';
import { LedgerFault } from './ledger-fault.ts';
import { decideAll, type ResultRow } from './outcomes.ts';
import { requestHashOf, type Posting } from './posting.ts';
import { knownCte, lockedCte, movedCtes, postingResult } from './posting-sql.ts';

/** Money to claw back: `amountMinor`, above zero, is the amount that the member was paid too much. */
export type Debit = Posting;

/** What could be clawed back; `lostMinor` is the house's loss. Both in minor units. */
export type Recovered = { takenMinor: bigint; lostMinor: bigint; replayed: boolean };

/** Claws back what is available, decided under the wallet's lock. */
export const recoverText = `with ready as (
  select d.*, 0::bigint as held_change, null::text as refusal, null::jsonb as refusal_detail
  from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::uuid[])
    as d(shard, member_id, key, request_hash, kind, amount, counter_account, ref)
),
${lockedCte},
${knownCte('locked')},
decided as materialized (
  select shard, member_id, key, request_hash, kind, -least(available, amount) as amount, held_change, counter_account,
    ref, currency, available, held, version, refusals, case when available > 0 then 'applied' else 'uncovered' end as outcome,
    null::jsonb as detail, (available > 0)::int as applied
  from known where hindrance is null
),
${movedCtes('decided')}
${postingResult}`;
const recover = query.many<ResultRow>('wallet-recover', recoverText);

/**
 * Claws back up to `amountMinor` from each wallet, never more than is available.
 * @param debits each wallet once
 * @returns one answer per debit, in order
 * @throws LedgerFault when a key was used for something else or a wallet does not exist
 */
export const recoverRound = async (debits: readonly Debit[], on: Queryable): Promise<Recovered[]> => {
  if (debits.some((one) => one.amountMinor <= 0n)) throw new RangeError('A debit must be above zero');
  const asked = debits.map((one) => ({ ...one, requestHash: requestHashOf(one) }));
  const run = async (some: readonly (typeof asked)[number][]): Promise<ResultRow[]> => {
    const rows = await recover(on, [
      some.map((one) => one.shard),
      some.map((one) => one.memberId),
      some.map((one) => one.key),
      some.map((one) => one.requestHash),
      some.map((one) => one.kind),
      some.map((one) => one.amountMinor),
      some.map((one) => one.counterAccount),
      some.map((one) => one.ref ?? null),
    ]);
    return rows;
  };
  const outcomes = await decideAll(asked, run, on);
  return debits.map((debit, i) => {
    const outcome = outcomes[i];
    if (outcome?.outcome === 'applied') {
      const takenMinor = -outcome.amountMinor;
      return { takenMinor, lostMinor: debit.amountMinor - takenMinor, replayed: outcome.replayed };
    }
    if (outcome?.outcome === 'refused' && outcome.reason === 'uncovered') {
      return { takenMinor: 0n, lostMinor: debit.amountMinor, replayed: outcome.replayed };
    }
    throw new LedgerFault(`Debit ${debit.key} of ${debit.memberId}: no wallet, or the key was used before`);
  });
};
