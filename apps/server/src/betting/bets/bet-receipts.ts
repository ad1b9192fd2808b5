import type pg from 'pg';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { query } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import type { Receipts } from '../../core/public-log/receipts.ts';
import { columnsOf, type Row } from '../../core/database/rows.ts';
import { betBody, betKind, type BetTerms } from './bet-body.ts';

/** Signs the terms of a stored bet again. @returns null for a bet that is not the member's */
export type BetReceipts = (owner: Owner, betId: string) => Promise<Receipt | null>;

/** Columns of a bet that hold its terms. None of them changes after it was placed. */
export const termColumns = [
  'type',
  'k',
  'lines',
  'currency',
  'unit',
  'stake',
  'odds_milli',
  'potential',
  'margin_micro',
  'rules',
  'placed_at',
] as const;
/** The same of its legs. */
export const legTermColumns = [
  'event_id',
  'market',
  'line',
  'selection',
  'odds_milli',
  'price_version',
  'since',
  'subsets',
  'part_odds',
  'part_versions',
] as const;

export type TermsRow = Row<'bet', (typeof termColumns)[number]> & {
  key: string;
  request_key: string | null;
};
export type LegTermsRow = Row<'leg', (typeof legTermColumns)[number]>;

/**
 * The terms of a bet by its rows.
 * @param bet.key of the entry that took its stake
 * @param bet.request_key of the request, where the bet had to wait
 */
export const termsOf = (
  { id, memberId }: { id: string; memberId: string },
  bet: TermsRow,
  legs: readonly LegTermsRow[],
): BetTerms => ({
  id,
  memberId,
  key: bet.key,
  requestKey: bet.request_key,
  type: bet.type,
  k: bet.k,
  lines: bet.lines,
  currency: bet.currency,
  unitMinor: bet.unit,
  stakeMinor: bet.stake,
  oddsMilli: bet.odds_milli,
  potentialMinor: bet.potential,
  marginMicro: bet.margin_micro,
  rules: bet.rules,
  placedAt: bet.placed_at,
  legs: legs.map((leg) => ({
    event: leg.event_id,
    market: leg.market,
    line: leg.line,
    selection: leg.selection,
    oddsMilli: leg.odds_milli,
    priceVersion: leg.price_version,
    since: leg.since,
    subsets: leg.subsets ?? undefined,
    partOdds: leg.part_odds ?? undefined,
    partVersions: leg.part_versions ?? undefined,
  })),
});

const betText = query.one<TermsRow>(
  'bet-terms',
  `select ${columnsOf('bet', termColumns, 'b')}, e.key, d.request_key
   from bet b join entry e on e.shard = b.shard and e.member_id = b.member_id and e.ref = b.id and e.kind = 'stake'
   left join delayed_order d on d.shard = b.shard and d.member_id = b.member_id and d.id = b.id
   where b.shard = $1 and b.member_id = $2 and b.id = $3`,
);
const legsText = query.many<LegTermsRow>(
  'bet-terms-legs',
  `select ${columnsOf('leg', legTermColumns)} from bet_leg where shard = $1 and member_id = $2 and bet_id = $3 order by n`,
);

/** Makes receipts of stored bets. Their promise counts from when the bet was placed, however often they are asked for. */
export const createBetReceipts =
  ({ pool, receipts }: { pool: pg.Pool; receipts: Receipts }): BetReceipts =>
  async ({ shard, memberId }, betId) => {
    const key = [shard, memberId, betId];
    const [bet, legs] = await Promise.all([betText(pool, key), legsText(pool, key)]);
    if (!bet) return null;
    const body = betBody(termsOf({ id: betId, memberId }, bet, legs));
    const [receipt = null] = await receipts.sign([{ kind: betKind, id: betId, body }], bet.placed_at);
    return receipt;
  };
