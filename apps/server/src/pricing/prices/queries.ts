import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, insertInto, parameters, rowParameters, type Row } from '../../core/database/rows.ts';
import type { MarketKey } from '../board/held.ts';

const priceColumns = ['id', 'event_id', 'market', 'line', 'odds_milli', 'why', 'set_by', 'set_at'] as const;
/** A trader's price, as stored. */
export type PriceRow = Row<'trader_price', (typeof priceColumns)[number]>;

const columns = columnsOf('trader_price', priceColumns);

const newPrice = insertInto(
  'trader_price',
  ['id', 'event_id', 'market', 'line', 'odds_milli', 'margin_bp', 'set_by', 'why'],
  { set_at: 'site_clock()' },
);

const { $, values } = parameters({
  event_id: 'uuid',
  market: 'text',
  line: 'text',
  version: 'int',
  odds_milli: 'int[]',
  margin_bp: 'int',
  who: 'text',
  why: 'text',
});
const write = query.exec(
  'trader-price-write',
  `with written as (
     update market m set odds_milli = ${$('odds_milli')}, margin_bp = ${$('margin_bp')}, version = m.version + 1,
       -- A price by hand opens what the model could not price.
       state = case when m.one_sided then 'open' else m.state end, one_sided = false, updated_at = site_clock(),
       moves = (
         select array_agg(case when old = 0 or new = 0 then 0 else sign(new - old) end::smallint order by n)
         from unnest(m.odds_milli, ${$('odds_milli')}) with ordinality as t (old, new, n))
     from event e
     where m.event_id = ${$('event_id')} and m.market = ${$('market')} and m.line = ${$('line')}
       and m.version = ${$('version')} and m.state in ('open', 'suspended')
       and e.id = m.event_id and e.state = 'scheduled' and e.kick_off > site_clock()
     returning m.event_id, m.market, m.line, m.version, m.state, m.odds_milli
   )
   insert into market_history (event_id, market, line, version, state, odds_milli, who, why, at)
   select event_id, market, line, version, state, odds_milli, ${$('who')}, ${$('why')}, site_now() from written returning market`,
);
/** Gives a market a trader's prices. @returns whether it had the named version, and is upcoming */
export const writePrice = async (
  on: Queryable,
  { eventId, market, line }: MarketKey,
  of: { version: number; oddsMilli: readonly number[]; marginBp: number; by: string; why: string },
): Promise<boolean> => {
  const { version, oddsMilli, marginBp, by, why } = of;
  const done = await write(
    on,
    values({
      event_id: eventId,
      market,
      line,
      version,
      odds_milli: oddsMilli,
      margin_bp: marginBp,
      who: by,
      why,
    }),
  );
  return done === 1;
};

export const insertPrice = async (
  on: Queryable,
  { eventId, market, line }: MarketKey,
  of: { id: string; oddsMilli: readonly number[]; marginBp: number; by: string; why: string },
): Promise<void> => {
  await on.query(
    newPrice.text,
    newPrice.values({
      id: of.id,
      event_id: eventId,
      market,
      line,
      odds_milli: [...of.oddsMilli],
      margin_bp: of.marginBp,
      set_by: of.by,
      why: of.why,
    }),
  );
};

const released = rowParameters(
  'trader_price',
  ['event_id', 'market', 'line', 'released_by', 'released_why'],
  { version: 'int' },
);
const release = query.one<PriceRow>(
  'trader-price-release',
  `update trader_price p set released_by = ${released.$('released_by')}, released_why = ${released.$('released_why')},
     released_at = site_clock()
   where event_id = ${released.$('event_id')} and market = ${released.$('market')} and line = ${released.$('line')}
     and released_at is null and (${released.$('version')} is null or exists (
       select from market m where m.event_id = p.event_id and m.market = p.market and m.line = p.line
         and m.version = ${released.$('version')}))
   returning ${columns}`,
);
/**
 * @param of.version of the market, as the trader saw it; without it any version
 * @returns the price that was in force
 */
export const releasePrice = (
  on: Queryable,
  { eventId, market, line }: MarketKey,
  { by, why, version }: { by: string; why: string; version?: number },
): Promise<PriceRow | undefined> =>
  release(
    on,
    released.values({
      event_id: eventId,
      market,
      line,
      released_by: by,
      released_why: why,
      version: version ?? null,
    }),
  );

const current = query.one<{ version: number }>(
  'market-version',
  'select version from market where event_id = $1 and market = $2 and line = $3',
);

/** The version a market has now; undefined where there is no such market. */
export const versionOf = async (
  on: Queryable,
  { eventId, market, line }: MarketKey,
): Promise<number | undefined> => (await current(on, [eventId, market, line]))?.version;

/** Prices of traders in force on an upcoming match. */
export const selectPrices = async (on: Queryable, eventId: string): Promise<PriceRow[]> => {
  const { rows } = await on.query<PriceRow>(
    `select ${columns} from trader_price p where event_id = $1 and released_at is null
       and exists (select from event e where e.id = p.event_id and e.state = 'scheduled')`,
    [eventId],
  );
  return rows;
};

const versionColumns = ['version', 'state', 'odds_milli', 'who', 'why', 'at'] as const;
export type PriceVersionRow = Row<'market_history', (typeof versionColumns)[number]>;

/** A page of the versions of a market, the newest first; undefined when there is no such market. */
export const pageOfVersions = async (
  on: Queryable,
  { eventId, market, line }: MarketKey,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ selections: string[]; rows: PriceVersionRow[]; total: number } | undefined> => {
  const key = [eventId, market, line];
  const found = await on.query<{ selections: string[]; total: number }>(
    `select selections, (select count(*)::int from market_history h
       where h.event_id = m.event_id and h.market = m.market and h.line = m.line) as total
     from market m where event_id = $1 and market = $2 and line = $3`,
    key,
  );
  const [head] = found.rows;
  if (!head) return undefined;
  const { rows } = await on.query<PriceVersionRow>(
    `select ${columnsOf('market_history', versionColumns)} from market_history
     where event_id = $1 and market = $2 and line = $3 order by version desc limit $4 offset $5`,
    [...key, limit, offset],
  );
  return { ...head, rows };
};
