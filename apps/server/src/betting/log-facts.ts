import { canonicalJson } from '@touchline/verify/canonical-json';
import type { Queryable } from '../core/database/database.ts';
import {
  factBody,
  hashedBody,
  jsonOf,
  rangeValues,
  type DatedFact,
  type Fact,
  type FactRow,
  type FactSource,
} from '../core/public-log/facts.ts';
import type { Owner } from '../core/owner.ts';
import { columnsOf, type Row } from '../core/database/rows.ts';
import { readStakes } from '../ledger/index.ts';
import { betBody, betKind } from './bets/bet-body.ts';
import {
  legTermColumns,
  termColumns,
  termsOf,
  type LegTermsRow,
  type TermsRow,
} from './bets/bet-receipts.ts';
import {
  settlementBody,
  settlementId,
  settlementKind,
  type SettledBet,
} from './settlement/settlement-body.ts';

/** Ids come from outside. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type BetKey = { shard: number; member_id: string; ref: string; key: string };
type BetRow = Omit<TermsRow, 'request_key'> &
  Row<'bet', 'id' | 'member_id'> & { leg_odds: number | null } & Pick<
    LegTermsRow,
    | 'market'
    | 'line'
    | 'selection'
    | 'price_version'
    | 'since'
    | 'event_id'
    | 'subsets'
    | 'part_odds'
    | 'part_versions'
  >;

const keyed = `unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::text[]) as k (shard, member_id, id, key)`;
// A single has its leg in its own row. The odds of several legs may be above every integer.
const betsText = `select ${columnsOf('bet', termColumns, 'b')}, b.id, b.member_id, k.key,
    b.event_id, b.market, b.line, b.selection, b.price_version, b.since, b.subsets, b.part_odds, b.part_versions,
    case when b.type = 'single' then b.odds_milli::int end as leg_odds
  from ${keyed} join bet b on b.shard = k.shard and b.member_id = k.member_id and b.id = k.id`;
const legsText = `select l.bet_id, ${columnsOf('leg', legTermColumns, 'l')}
  from ${keyed} join leg l on l.shard = k.shard and l.member_id = k.member_id and l.bet_id = k.id
  order by l.bet_id, l.n`;

const requestsText = `select d.id, d.request_key
  from ${keyed} join delayed_order d on d.shard = k.shard and d.member_id = k.member_id and d.id = k.id
  where d.request_key is not null`;

/** Keys of the requests of bets that had to wait, by their ids. */
const requestKeysOf = async (on: Queryable, values: unknown[]): Promise<Map<string, string>> => {
  const { rows } = await on.query<{ id: string; request_key: string }>(requestsText, values);
  return new Map(rows.map((row) => [row.id, row.request_key]));
};

/** The facts of bets, by their ids. */
const factsOfBets = async (on: Queryable, keys: readonly BetKey[]): Promise<Map<string, Fact>> => {
  const values = [
    keys.map(({ shard }) => shard),
    keys.map(({ member_id }) => member_id),
    keys.map(({ ref }) => ref),
    keys.map(({ key }) => key),
  ];
  const bets = await on.query<BetRow>(betsText, values);
  const isOfLegs = bets.rows.some(({ type }) => type !== 'single');
  const legs = isOfLegs ? await on.query<LegTermsRow & { bet_id: string }>(legsText, values) : { rows: [] };
  const byBet = Map.groupBy(legs.rows, ({ bet_id }) => bet_id);
  const hasWaited = keys.some(({ key }) => key.startsWith('live:'));
  const requestKeys = hasWaited ? await requestKeysOf(on, values) : new Map<string, string>();
  return new Map(
    bets.rows.map((row): [string, Fact] => {
      const own: LegTermsRow[] =
        row.leg_odds !== null ? [{ ...row, odds_milli: row.leg_odds }] : (byBet.get(row.id) ?? []);
      const terms = { ...row, request_key: requestKeys.get(row.id) ?? null };
      const body = betBody(termsOf({ id: row.id, memberId: row.member_id }, terms, own));
      return [row.id, { kind: betKind, id: row.id, isPrivate: true, body }];
    }),
  );
};

/** Every bet as it was placed, found by the entry that took its stake. Its id is that of the bet. */
const betFacts: FactSource = {
  name: 'bet',
  kinds: [betKind],
  rowsAtOnce: 4_000,
  read: async (on, range) => {
    const stakes = await readStakes(on, range);
    if (stakes.length === 0) return [];
    const facts = await factsOfBets(on, stakes);
    return stakes.map(({ tx, ref }): FactRow => {
      const fact = facts.get(ref);
      return { tx, facts: fact === undefined ? [] : [fact] };
    });
  },
  find: async (on, { id, owner }) => {
    if (owner === undefined || !uuid.test(id)) return undefined;
    const { rows } = await on.query<BetKey>(
      `select b.shard, b.member_id, b.id as ref, e.key
       from bet b join entry e on e.shard = b.shard and e.member_id = b.member_id and e.ref = b.id and e.kind = 'stake'
       where b.shard = $1 and b.member_id = $2 and b.id = $3`,
      [owner.shard, owner.memberId, id],
    );
    return (await factsOfBets(on, rows)).get(id);
  },
  page: async (on, { shard, memberId }, { after, limit }) => {
    if (after !== undefined && !uuid.test(after)) return [];
    const { rows } = await on.query<BetKey>(
      `select b.shard, b.member_id, b.id as ref, e.key
       from (select shard, member_id, id from bet
             where shard = $1 and member_id = $2 and ($3::uuid is null or id > $3::uuid) order by id limit $4) b
       join entry e on e.shard = b.shard and e.member_id = b.member_id and e.ref = b.id and e.kind = 'stake'
       order by b.id`,
      [shard, memberId, after ?? null, limit],
    );
    const facts = await factsOfBets(on, rows);
    return rows.flatMap(({ ref }) => facts.get(ref) ?? []);
  },
};

type ChunkRow = Row<'settlement_chunk', 'event_id' | 'version' | 'at'> & { bets: SettledBet[] };

const settlementFact = (
  { event_id, version, at }: Omit<ChunkRow, 'bets'>,
  settled: SettledBet,
): DatedFact => ({
  kind: settlementKind,
  id: settlementId(settled),
  isPrivate: true,
  body: settlementBody(settled, { event: event_id, ruling: version }, at),
  at,
});

/** The facts of all settlements of some bets of a member, by bet and oldest first. */
export const settlementFactsOf = async (
  on: Queryable,
  { shard, memberId }: Owner,
  bets: readonly string[],
): Promise<DatedFact[]> => {
  const { rows } = await on.query<ChunkRow>(
    `select s.event_id, s.version, s.at, jsonb_build_array(t.b) as bets
     from settlement_chunk s cross join jsonb_array_elements(s.bets) as t (b)
     where s.shard = $1 and t.b ->> 'member' = $2 and t.b ->> 'bet' = any($3::text[])
       and s.event_id in (
         select l.event_id from bet_leg l
         where l.shard = $1 and l.member_id = $2::uuid and l.bet_id = any($3::text[]::uuid[]))
     order by t.b ->> 'bet', (t.b ->> 'n')::int`,
    [shard, memberId, bets],
  );
  return rows.flatMap((row) => row.bets.map((settled) => settlementFact(row, settled)));
};

/** Every settlement of a bet, also of a lost one. Its id is `<bet>:<number of the settlement>`. */
const settlementFacts: FactSource = {
  name: 'settlement',
  kinds: [settlementKind],
  // A row has up to 500 bets.
  rowsAtOnce: 16,
  read: async (on, range) => {
    const { rows } = await on.query<ChunkRow & { tx: bigint }>(
      `select s.tx, s.event_id, s.version, s.at, s.bets from settlement_chunk s
       where s.shard between 0 and 255 and s.tx >= $1::bigint and s.tx < $2::bigint
       order by s.tx, s.shard, s.id offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => ({
      tx: row.tx,
      facts: row.bets.map((bet) => settlementFact(row, bet)),
    }));
  },
  find: async (on, { id, owner }) => {
    const [bet] = id.split(':');
    if (owner === undefined || bet === undefined || !uuid.test(bet)) return undefined;
    return (await settlementFactsOf(on, owner, [bet])).find((fact) => fact.id === id);
  },
  about: (on, owner, subjects) => settlementFactsOf(on, owner, subjects),
};

type PricesRow = Row<'market_history', 'event_id' | 'at'> & { tx: bigint; changes: unknown };

const priceChanges = `jsonb_agg(jsonb_build_object('line', h.line, 'market', h.market, 'odds', h.odds_milli,
    'selections', m.selections, 'state', h.state, 'version', h.version)
    order by h.market collate "C", h.line collate "C", h.version) as changes
  from market_history h
  join market m on m.event_id = h.event_id and m.market = h.market and m.line = h.line`;

const pricesText = (row: Omit<PricesRow, 'tx'>): string =>
  canonicalJson({ changes: jsonOf(row.changes), event: row.event_id, time: row.at.toISOString() });

/**
 * The prices of a match that a transaction has changed; together they are all its prices. The entry has the hash of the text with
 * every market, version and price. Its id is `<event>:<transaction>`.
 */
const priceFacts: FactSource = {
  name: 'prices',
  kinds: ['prices'],
  rowsAtOnce: 200,
  read: async (on, range) => {
    const { rows } = await on.query<PricesRow>(
      `select h.tx, h.event_id, min(h.at) as at, ${priceChanges}
       where h.tx >= $1::bigint and h.tx < $2::bigint
       group by h.tx, h.event_id order by h.tx, h.event_id offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => {
      const id = `${row.event_id}:${row.tx}`;
      const fields = { event: row.event_id, id, time: row.at.toISOString() };
      const body = hashedBody('prices', fields, pricesText(row));
      return { tx: row.tx, facts: [{ kind: 'prices', id, isPrivate: false, body }] };
    });
  },
  textOf: async (on, id) => {
    const [, event, tx] = /^([0-9a-f-]{36}):([0-9]{1,18})$/.exec(id) ?? [];
    if (event === undefined) return undefined;
    const { rows } = await on.query<Omit<PricesRow, 'tx'>>(
      `select h.event_id, min(h.at) as at, ${priceChanges}
       where h.event_id = $1 and h.tx = $2::bigint group by h.event_id`,
      [event, tx],
    );
    const [row] = rows;
    return row && pricesText(row);
  },
};

const resultColumns = [
  'event_id',
  'version',
  'kind',
  'ht_home',
  'ht_away',
  'ft_home',
  'ft_away',
  'source',
  'proposed_at',
] as const;
type ResultRow = Row<'result', (typeof resultColumns)[number]>;

const scoreOf = (home: number | null, away: number | null): string | null =>
  home === null || away === null ? null : `${home}-${away}`;

/** What a source says that a match ended with. Its id is `<event>:<version>`. */
const resultFacts: FactSource = {
  name: 'result',
  kinds: ['result'],
  rowsAtOnce: 500,
  read: async (on, range) => {
    const { rows } = await on.query<ResultRow & { tx: bigint }>(
      `select r.tx, ${columnsOf('result', resultColumns, 'r')} from result r
       where r.tx >= $1::bigint and r.tx < $2::bigint order by r.tx, r.event_id, r.version offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => {
      const body = factBody('result', {
        event: row.event_id,
        fullTime: scoreOf(row.ft_home, row.ft_away),
        halfTime: scoreOf(row.ht_home, row.ht_away),
        outcome: row.kind,
        source: row.source,
        time: row.proposed_at.toISOString(),
        version: row.version,
      });
      const id = `${row.event_id}:${row.version}`;
      return { tx: row.tx, facts: [{ kind: 'result', id, isPrivate: false, body }] };
    });
  },
};

const rulingColumns = ['event_id', 'version', 'result_version', 'who', 'with_whom', 'why', 'at'] as const;
type RulingRow = Row<'ruling', (typeof rulingColumns)[number]> & {
  tx: bigint;
  void_market: string | null;
  void_line: string | null;
  void_from: Date | null;
  void_until: Date | null;
  is_void: boolean;
  undoes: number[];
  confirmed_by: string | null;
  confirmed_with: string | null;
};

/**
 * By what the bets of a match are settled from then on: a confirmed result, a void, or the end of one. Its id is
 * `<event>:<version>`.
 */
const rulingFacts: FactSource = {
  name: 'ruling',
  kinds: ['ruling'],
  rowsAtOnce: 500,
  read: async (on, range) => {
    const { rows } = await on.query<RulingRow>(
      `select r.tx, ${columnsOf('ruling', rulingColumns, 'r')}, v.event_id is not null as is_void,
         v.market as void_market, v.line as void_line, nullif(v.struck_from, '-infinity') as void_from,
         nullif(v.struck_until, 'infinity') as void_until, s.confirmed_by, s.confirmed_with,
         array(select u.version from void_rule u where u.event_id = r.event_id and u.undone_version = r.version
               order by u.version) as undoes
       from ruling r
       left join void_rule v on v.event_id = r.event_id and v.version = r.version
       left join result s on s.event_id = r.event_id and s.version = r.result_version
       where r.tx >= $1::bigint and r.tx < $2::bigint order by r.tx, r.event_id, r.version offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => {
      const body = factBody('ruling', {
        by: row.who,
        confirmedBy: row.confirmed_by,
        confirmedWith: row.confirmed_with,
        ends: row.undoes,
        event: row.event_id,
        reason: row.why,
        result: row.result_version,
        time: row.at.toISOString(),
        version: row.version,
        void: row.is_void
          ? {
              line: row.void_line,
              market: row.void_market,
              struckFrom: row.void_from?.toISOString() ?? null,
              struckUntil: row.void_until?.toISOString() ?? null,
            }
          : null,
        with: row.with_whom,
      });
      const id = `${row.event_id}:${row.version}`;
      return { tx: row.tx, facts: [{ kind: 'ruling', id, isPrivate: false, body }] };
    });
  },
};

type RuleRow = Row<
  'offer_rule',
  | 'scope'
  | 'scope_id'
  | 'version'
  | 'markets'
  | 'home_shift_bp'
  | 'away_shift_bp'
  | 'saved_by'
  | 'saved_at'
  | 'tx'
>;

/** A version of margins and of what is offered. Its id is `<scope>:<id of the scope>:<version>`. */
const marginFacts: FactSource = {
  name: 'margins',
  kinds: ['margins'],
  rowsAtOnce: 500,
  read: async (on, range) => {
    const { rows } = await on.query<RuleRow>(
      `select r.tx, r.scope, r.scope_id, r.version, r.markets, r.home_shift_bp, r.away_shift_bp, r.saved_by, r.saved_at
       from offer_rule r
       where r.tx >= $1::bigint and r.tx < $2::bigint order by r.tx, r.scope, r.scope_id, r.version offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => {
      const body = factBody('margins', {
        awayShift: row.away_shift_bp,
        by: row.saved_by,
        homeShift: row.home_shift_bp,
        id: row.scope_id,
        markets: jsonOf(row.markets),
        scope: row.scope,
        time: row.saved_at.toISOString(),
        version: row.version,
      });
      const id = `${row.scope}:${row.scope_id}:${row.version}`;
      return { tx: row.tx, facts: [{ kind: 'margins', id, isPrivate: false, body }] };
    });
  },
};

/** What the book gives to the log, with what others follow from first. */
export const bookFacts: readonly FactSource[] = [
  marginFacts,
  priceFacts,
  resultFacts,
  rulingFacts,
  betFacts,
  settlementFacts,
];
