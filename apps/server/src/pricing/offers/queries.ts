import type { GoalShift } from '@touchline/contract/shapes/office-offers';
import { query, type Queryable } from '../../core/database/database.ts';
import { allBut, columnsOf, rowParameters, type Row } from '../../core/database/rows.ts';
import type { MarketRules, OfferScope } from '../board/offer-rules.ts';

const stored = allBut('offer_rule', ['tx']);
/** A version of a rule as stored. */
export type RuleRow = Row<'offer_rule', (typeof stored)[number]>;

const columns = columnsOf('offer_rule', stored, 'r');

const wide = query.many<RuleRow>(
  'offer-rule-wide',
  `select distinct on (scope, scope_id) ${columns} from offer_rule r where scope in ('site', 'competition')
   order by scope, scope_id, version desc`,
);
/** The rules in force of the site and of competitions. */
export const selectWideRules = (on: Queryable): Promise<RuleRow[]> => wide(on);

/** The rule in force of a scope; undefined while there is none. */
export const selectRule = async (on: Queryable, { scope, id }: OfferScope): Promise<RuleRow | undefined> =>
  (
    await on.query<RuleRow>(
      `select ${columns} from offer_rule r where scope = $1 and scope_id = $2 order by version desc limit 1`,
      [scope, id],
    )
  ).rows[0];

const written = allBut('offer_rule', ['version', 'saved_at', 'tx']);
const { $, row, values } = rowParameters('offer_rule', written, { seen: 'int' });
const insert = query.exec(
  'offer-rule-insert',
  `insert into offer_rule (version, ${columnsOf('offer_rule', written)}, saved_at)
   select ${$('seen')} + 1, ${row}, site_clock()
   where ${$('seen')} = (
     select coalesce(max(version), 0) from offer_rule where scope = ${$('scope')} and scope_id = ${$('scope_id')})
   on conflict do nothing`,
);
/**
 * Writes the next version of a rule. @returns whether the named version was the newest; of two at once one is
 * written
 */
export const insertRule = async (
  on: Queryable,
  { scope, id }: OfferScope,
  of: { seen: number; markets: MarketRules; shift: GoalShift; by: string; why: string },
): Promise<boolean> => {
  const { seen, markets, shift, by, why } = of;
  const done = await insert(
    on,
    values({
      seen,
      scope,
      scope_id: id,
      markets: JSON.stringify(markets),
      home_shift_bp: shift.homeBp,
      away_shift_bp: shift.awayBp,
      saved_by: by,
      why,
    }),
  );
  return done === 1;
};

const eventTake = query.exec(
  'offer-event-take',
  `update event set version = version + 1, updated_at = site_clock()
   where id = $1 and state in ('scheduled', 'live', 'half_time')`,
);
/** Locks a match that is not over and gives it a new version. @returns whether there is such a match */
export const takeOpenEvent = async (on: Queryable, id: string): Promise<boolean> =>
  (await eventTake(on, [id])) === 1;

const toComeTake = query.many<{ id: string; version: number }>(
  'offer-to-come-take',
  `update event set updated_at = site_clock()
   where id = any ($1::uuid[]) and state = 'scheduled' and kick_off > site_clock() returning id, version`,
);
/** Locks the upcoming ones among these matches. @returns them by id with their versions */
export const takeToCome = async (on: Queryable, ids: readonly string[]): Promise<Map<string, number>> => {
  const rows = await toComeTake(on, [ids]);
  return new Map(rows.map(({ id, version }) => [id, version]));
};

const within = `state = 'scheduled' and kick_off > site_clock() and home_mean is not null
  and ($1 = 'site' or ($1 = 'competition' and competition_id = $2) or ($1 = 'event' and id::text = $2))`;

/** Upcoming matches with prices under a rule, the next first. */
export const selectToCome = async (on: Queryable, { scope, id }: OfferScope): Promise<string[]> => {
  const { rows } = await on.query<{ id: string }>(
    `select id from event where ${within} order by kick_off, id`,
    [scope, id],
  );
  return rows.map((row) => row.id);
};

/** The number of matches under a rule, and the next of them. */
export const countToCome = async (
  on: Queryable,
  { scope, id }: OfferScope,
): Promise<{ matches: number; next: string | undefined }> => {
  const { rows } = await on.query<{ matches: number; next: string | null }>(
    `select count(*)::int as matches, (array_agg(id order by kick_off, id))[1] as next from event where ${within}`,
    [scope, id],
  );
  return { matches: rows[0]?.matches ?? 0, next: rows[0]?.next ?? undefined };
};

/** A page of the versions of a rule, the newest first. */
export const pageOfVersions = async (
  on: Queryable,
  { scope, id }: OfferScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RuleRow[]; total: number }> => {
  const { rows } = await on.query<RuleRow>(
    `select ${columns} from offer_rule r where scope = $1 and scope_id = $2
     order by version desc limit $3 offset $4`,
    [scope, id, limit, offset],
  );
  const count = await on.query<{ total: number }>(
    'select coalesce(max(version), 0)::int as total from offer_rule where scope = $1 and scope_id = $2',
    [scope, id],
  );
  return { rows, total: count.rows[0]?.total ?? 0 };
};

/** Matches not over with a rule of their own, the next first. */
export const selectRuledEvents = async (on: Queryable): Promise<RuleRow[]> => {
  const { rows } = await on.query<RuleRow>(
    `select distinct on (e.kick_off, e.id) ${columns} from event e
     join offer_rule r on r.scope = 'event' and r.scope_id = e.id::text
     where e.state in ('scheduled', 'live', 'half_time') order by e.kick_off, e.id, r.version desc`,
  );
  return rows;
};
