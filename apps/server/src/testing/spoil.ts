import type pg from 'pg';
import { newId } from '../core/ids.ts';
import { mend } from './mend.ts';
import type { SiteToVerify } from './scenarios/site-to-verify.ts';

/** Sends SQL with `:names` of the site in it. */
type Sql = (text: string) => Promise<void>;
export type Spoil = (sql: Sql, client: pg.PoolClient) => Promise<void>;

/** The site's ids by the names that statements use. */
const names = (site: SiteToVerify): Record<string, string> => ({
  ...site.members,
  ...Object.fromEntries(Object.entries(site.operators).map(([name, id]) => [`by_${name}`, id])),
  ...Object.fromEntries(Object.entries(site.matches).map(([name, id]) => [`match_${name}`, id])),
  ...Object.fromEntries(Object.entries(site.bets).map(([name, id]) => [`bet_${name}`, id])),
  ...Object.fromEntries(Object.entries(site.withdrawals).map(([name, id]) => [`withdrawal_${name}`, id])),
  new_id: newId(),
});

/**
 * The findings after the database's owner has tampered with it, past triggers and foreign keys; it is rolled back.
 * @param verify finds what is wrong, on the connection that sees the change
 */
export const afterSpoiling = async <Found>(
  site: SiteToVerify,
  spoil: Spoil,
  verify: (client: pg.PoolClient) => Promise<Found>,
): Promise<Found> => {
  const client = await site.database.owner.connect();
  const known = names(site);
  const sql: Sql = async (text) => {
    const filled = text.replaceAll(/(?<!:):([a-z]\w*)/g, (whole, name: string) => {
      const id = known[name];
      return id === undefined ? whole : `'${id}'::uuid`;
    });
    const { rowCount } = await client.query(filled);
    // A change without effect could not be found.
    if (/^\s*(insert|update|delete)/.test(filled) && rowCount === 0)
      throw new Error(`It changed nothing: ${filled}`);
  };
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await spoil(sql, client);
    return await verify(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
};

/** An entry of ann, the last of her wallet. */
export const entry = (of: {
  key: string;
  kind: string;
  amount: number;
  account: string;
  ref?: string;
  at?: string;
}): string =>
  `insert into entry (shard, member_id, version, key, kind, currency, amount, counter_account, available_after, held_after, ref, at)
   select shard, member_id, version + 1, ${of.key}, '${of.kind}', currency, ${of.amount}, '${of.account}', available + ${of.amount}, held,
     ${of.ref ?? 'null'}, ${of.at ?? 'now()'}
   from wallet where member_id = :ann`;

/** Sends statements, and makes all that follows from entries and bets agree with them. */
export const statements =
  (...texts: string[]): Spoil =>
  async (sql, client) => {
    for (const text of texts) await sql(text);
    await mend(client);
  };

/** A bet of ann on the home side of a match, placed at a given time at the price of that time. */
export const fakeBet = (match: string, at: string): string[] => [
  `insert into bet (shard, member_id, id, type, currency, unit, stake, odds_milli, potential, rules, placed_at, slip_hash,
     event_id, market, line, selection, price_version, since)
   select b.shard, b.member_id, uuidv7(${at} - now()), 'single', b.currency, 1000, 1000, m.odds_milli[1], m.odds_milli[1], b.rules, ${at}, 1,
     m.event_id, m.market, m.line, '1', m.version, ''
   from bet b, market m where b.id = :bet_open and m.event_id = ${match} and m.market = '1x2'`,
  entry({
    key: `'by-hand'`,
    kind: 'stake',
    amount: -1000,
    account: 'stakes',
    at,
    ref: '(select id from bet where slip_hash = 1)',
  }),
];
