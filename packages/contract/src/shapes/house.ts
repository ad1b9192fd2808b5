import { Type } from 'typebox';
import type { Shape } from '../sendable.ts';
import { Amount, Id, Moment, oneOf, SignedAmount } from './common.ts';
import { Reserve } from './liabilities.ts';
import { OwnerAlone } from './office.ts';

/** A month of UTC. */
export const Month = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', examples: ['2026-06'] });
const UtcDay = Type.String({ format: 'date', description: 'a day of UTC' });
const Count = Type.Integer({ minimum: 0 });
const Chance = Type.Number({ minimum: 0, maximum: 1 });

/**
 * A duration within which a share of cases was done, as the upper bound of a class of durations: the log has counts by class, so that
 * no member's own times are in it. Missing: there was no case, or the share took longer than the longest class (30 days).
 */
const UpToMs = (share: string) =>
  Type.Optional(Type.Integer({ description: `${share} were done within this number of milliseconds` }));

const delays = { p50UpToMs: UpToMs('half'), p95UpToMs: UpToMs('95 %') };

/** What the house owed to members by its newest sealed statement, with what it had. */
const HouseOwed = Type.Object({
  at: Moment,
  index: Type.Integer({ description: 'number of the entry in the log, from 0' }),
  totals: Type.Array(
    Type.Object({ currency: Type.String(), available: Amount, held: Amount, openBets: Amount }),
  ),
  reserves: Type.Array(Reserve),
});

/** Bets of a market: those of one leg, and under `multiple` those of several. */
const HouseMargin = Type.Object({
  month: Type.String({ ...Month, description: 'of the first settlement of the match' }),
  market: Type.String({
    description:
      'as on the board; "multiple": bets with several legs; "few": markets of a match with fewer than five bets',
  }),
  bets: Count,
  stake: Amount,
  promised: Type.String({
    ...Amount,
    description: 'what the margins shown promised the house to keep on average: stake × m/(1 + m)',
  }),
  kept: Type.String({ ...SignedAmount, description: 'what the house kept: stake less what was paid' }),
});
export type HouseMargin = Shape<typeof HouseMargin>;

/** Selections whose chance, by the last price before kick-off without its margin, was from `from` to below `to`. */
const HouseBand = Type.Object({
  from: Chance,
  to: Chance,
  selections: Count,
  meanChance: Type.Optional(
    Type.Number({ ...Chance, description: 'mean of those chances; missing without selections' }),
  ),
  came: Type.Integer({ minimum: 0, description: 'how many of them came in' }),
  share: Type.Optional(Type.Number({ ...Chance, description: 'came ÷ selections' })),
  low: Type.Optional(
    Type.Number({ ...Chance, description: 'lower end of the 95 % interval of the share, by Wilson' }),
  ),
  high: Type.Optional(Type.Number({ ...Chance, description: 'its upper end' })),
});
export type HouseBand = Shape<typeof HouseBand>;

const payouts = { bets: Count, matches: Count, ...delays };
const withdrawals = { paid: Count, ...delays };

/**
 * Why bets were refused. `price`: another price than confirmed; `suspended`, `closed`: the market or match; `stake`: below the minimum,
 * or above what the house takes; `balance`: not enough; `play`: a limit, time-out or exclusion of the member; `rules`: legs that do not
 * go together; `live_delay`: during the delay of a live bet.
 */
export const houseRefusals = [
  'price',
  'suspended',
  'closed',
  'stake',
  'balance',
  'play',
  'rules',
  'live_delay',
  'other',
] as const;
export type HouseRefusal = (typeof houseRefusals)[number];

/**
 * What the house publishes of itself, drawn from public entries of the log alone: `npm run audit` makes the same from the same entries
 * (docs/proofs.md, "Figures of the house").
 */
export const HouseFigures = Type.Object({
  currency: Type.Optional(
    Type.String({ description: 'of all amounts but those of `owed`; missing before the first amount' }),
  ),
  owed: Type.Optional(
    Type.Object(HouseOwed.properties, { description: 'missing: nothing was published yet' }),
  ),
  months: Type.Array(Month, { description: 'months with any figure, the oldest first' }),
  margins: Type.Array(HouseMargin, { description: 'by month, then market; only those with bets' }),
  calibration: Type.Array(HouseBand, {
    description:
      'ten bands, from the least chance to the most, over all markets; only selections that were won or lost as a whole',
  }),
  payouts: Type.Object(
    { ...payouts, months: Type.Array(Type.Object({ month: Month, ...payouts })) },
    { description: 'from full time to the payment of the bets that the match decided, lost bets included' },
  ),
  withdrawals: Type.Object(
    { ...withdrawals, months: Type.Array(Type.Object({ month: Month, ...withdrawals })) },
    { description: 'from the request of a member to the payment' },
  ),
  corrections: Type.Object({
    results: Type.Integer({
      minimum: 0,
      description: 'matches whose result was replaced by another after it was in force',
    }),
    bets: Type.Integer({ minimum: 0, description: 'bets that were settled again, for any reason' }),
    balances: Type.Integer({ minimum: 0, description: 'balances corrected by two operators' }),
  }),
  voids: Type.Object({
    matches: Type.Integer({
      minimum: 0,
      description: 'matches that are void as a whole, or within a time, or were abandoned',
    }),
    markets: Type.Integer({ minimum: 0, description: 'markets of a match, or lines of them, that are void' }),
  }),
  refused: Type.Array(
    Type.Object({
      reason: oneOf([...houseRefusals]),
      count: Type.Integer({ minimum: 1 }),
    }),
    { description: 'bets that were not accepted, the most frequent reason first' },
  ),
  play: Type.Optional(
    Type.Object(
      {
        day: UtcDay,
        withLimits: Type.Optional(Count),
        excluded: Type.Optional(Count),
      },
      {
        description:
          'members with a limit in force, and in a time-out or excluded, at the end of the day: rounded down to tens, missing when fewer than ten',
      },
    ),
  ),
  days: Type.Integer({ minimum: 0, description: 'days whose sums are sealed' }),
  lastDay: Type.Optional(UtcDay),
});
export type HouseFigures = Shape<typeof HouseFigures>;

/** What the public log is now. */
const HouseLog = Type.Object({
  origin: Type.String(),
  vkey: Type.String({ description: 'verifier key in the form of C2SP signed-note' }),
  epoch: Type.Integer({ minimum: 1 }),
  size: Type.Integer({ minimum: 0, description: 'entries under the newest checkpoint' }),
  firstAt: Type.Optional(Type.String({ ...Moment, description: 'when its first epoch began' })),
  checkpointAt: Type.Optional(
    Type.String({ ...Moment, description: 'when the newest checkpoint was signed' }),
  ),
  needed: Type.Integer({
    minimum: 0,
    description: 'how many witnesses must cosign a checkpoint before it counts',
  }),
  witnesses: Type.Array(
    Type.Object({
      name: Type.String(),
      since: Type.Optional(
        Type.String({ ...Moment, description: 'cosigns without a fault since; missing: never yet' }),
      ),
      size: Type.Optional(Type.Integer({ minimum: 0, description: 'of the last checkpoint it cosigned' })),
      ok: Type.Boolean({ description: 'it has cosigned, and refused nothing since' }),
    }),
  ),
});
export type HouseLog = Shape<typeof HouseLog>;

/** How far the one owner is who can decide; missing while two owners check each other. */
const HouseOwners = Type.Object({
  state: OwnerAlone.properties.state,
  from: OwnerAlone.properties.from,
});
export type HouseOwners = Shape<typeof HouseOwners>;

export const HousePage = Type.Object({
  log: HouseLog,
  owners: Type.Optional(HouseOwners),
  asOf: Type.Object(
    {
      size: Type.Integer({ minimum: 0, description: 'number of first entries that the figures are about' }),
      at: Type.Optional(Type.String({ ...Moment, description: 'time of the last of them' })),
    },
    { description: 'figures change after a match is paid, a day is summed up or a statement is made' },
  ),
  figures: HouseFigures,
});
export type HousePage = Shape<typeof HousePage>;

/** Sums of the bets of a match under the last ruling that was paid; see `match_totals` in docs/proof-formats.md. */
export const HouseMatch = Type.Object({
  event: Id,
  home: Type.String(),
  away: Type.String(),
  competition: Type.String(),
  kickOff: Moment,
  version: Type.Integer({ description: 'the ruling it was settled by' }),
  index: Type.Optional(
    Type.Integer({ description: 'number of the entry in the log; missing: not there yet' }),
  ),
  settledAt: Moment,
  month: Month,
  fullTimeAt: Type.Optional(Moment),
  bets: Count,
  stake: Amount,
  promised: Amount,
  paid: SignedAmount,
  kept: SignedAmount,
  ...delays,
  markets: Type.Array(
    Type.Object({
      market: HouseMargin.properties.market,
      bets: Count,
      stake: Amount,
      promised: Amount,
      paid: SignedAmount,
      kept: SignedAmount,
    }),
  ),
});
export type HouseMatch = Shape<typeof HouseMatch>;

/** The sums of a day as they are sealed; see `day_totals` in docs/proof-formats.md. */
export const HouseDay = Type.Object({
  day: UtcDay,
  index: Type.Optional(
    Type.Integer({ description: 'number of the entry in the log; missing: not there yet' }),
  ),
  entries: Count,
  sums: Type.Array(
    Type.Object({
      kind: Type.String(),
      account: Type.String(),
      entries: Count,
      members: Type.String({ ...SignedAmount, description: 'change of what members may use' }),
      held: Type.String({ ...SignedAmount, description: 'change of what is held for them' }),
      house: Type.String({
        ...SignedAmount,
        description: 'change of the account; all three are zero together',
      }),
    }),
  ),
  withdrawals: Type.Object(withdrawals),
  refused: HouseFigures.properties.refused,
  corrections: Count,
});
export type HouseDay = Shape<typeof HouseDay>;
