import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../core/database/migrate.ts';
import { prepareDatabase } from '../../core/database/prepare.ts';
import { snapshot } from '../../core/database/transaction.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { testSettling } from '../../testing/settling.ts';
import { testAuditKey } from '../../testing/touchline.ts';
import { Wallet } from '../../ledger/service.ts';
import { verifyPart } from './part.ts';
import { allParts } from './parts.ts';

/**
 * The rows of a site that a server of schema 0084 made: bets open, in play, settled, corrected and sold, withdrawals, commission,
 * proposals and more. One line a table, its name and its rows as JSON; the first line explains some of them. Numbers
 * of transactions are counted from 1, so that any database is past them.
 */
const lines = gunzipSync(readFileSync(new URL('../../testing/data/site-0084.rows.gz', import.meta.url)))
  .toString()
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));
const after = '0085';

const Facts = Type.Object({
  members: Type.Object({ ann: Type.String() }),
  matches: Type.Object({ open: Type.String() }),
  bets: Type.Object({ open: Type.String(), won: Type.String() }),
});
const facts = Value.Parse(Facts, JSON.parse(lines[0]?.[1] ?? ''));

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.owner.query(
    'drop schema public cascade; create schema public; grant usage on schema public to public',
  );
  await migrate(database.owner, { before: after });
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const [table, rows] of lines.slice(1)) {
      const { rows: columns } = await client.query<{ names: string }>(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const names = columns[0]?.names ?? '';
      await client.query(`delete from ${table}`);
      await client.query(
        `insert into ${table} (${names}) overriding system value
         select ${names} from json_populate_recordset(null::${table}, $1)`,
        [rows],
      );
    }
    await client.query('commit');
  } finally {
    client.release();
  }
  await prepareDatabase({ url: database.url, ownerUrl: database.ownerUrl });
});
afterAll(() => database.close());

const wrong = async (): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const part of allParts({ key: testAuditKey }, 'touchline_app')) {
    const report = await verifyPart(part, (work) => snapshot(database.owner, work), { examples: 5 });
    if (report.differences > 0n) found[report.name] = report.examples;
  }
  return found;
};

it('an older database agrees with itself once it is brought up to date', async () => {
  expect(await wrong()).toEqual({});
});

it('a key from before is answered as it was, and not applied again', async () => {
  const wallet = new Wallet(database);
  const { rows } = await database.pool.query<{
    shard: number;
    key: string;
    request_hash: string;
    amount: bigint;
    available_after: bigint;
  }>(
    `select e.shard, e.key, o.request_hash, e.amount, e.available_after from entry e
     join operation o on o.shard = e.shard and o.member_id = e.member_id and o.key = e.key
     where e.member_id = $1 and e.ref = $2 and e.kind = 'stake'`,
    [facts.members.ann, facts.bets.won],
  );
  const [stake] = rows;
  if (!stake) throw new Error('The stake is not there');
  const posting = {
    shard: stake.shard,
    memberId: facts.members.ann,
    key: stake.key,
    requestHash: stake.request_hash,
    kind: 'stake',
    amountMinor: stake.amount,
    counterAccount: 'stakes' as const,
    ref: facts.bets.won,
  };
  expect(await wallet.post([posting])).toMatchObject([
    { outcome: 'applied', replayed: true, ref: facts.bets.won, availableAfter: stake.available_after },
  ]);
  expect(await wallet.post([{ ...posting, requestHash: 'another' }])).toEqual([{ outcome: 'key_reused' }]);
});

it('a bet from before is settled, and corrected, by what its match ends with', async () => {
  const book = await testSettling({ beside: { database } });
  const stateOf = async () => {
    const { rows } = await database.pool.query<{ state: string; payout: bigint | null; potential: bigint }>(
      'select state, payout, potential from bet where id = $1',
      [facts.bets.open],
    );
    return rows[0];
  };
  const { rows } = await database.pool.query<{ selection: string; market: string }>(
    'select market, selection from bet_leg where bet_id = $1',
    [facts.bets.open],
  );
  expect(rows).toEqual([{ market: '1x2', selection: '1' }]);
  for (const [home, away] of [
    [2, 0],
    [0, 2],
  ] as const) {
    await book.result(facts.matches.open, [home, away]);
    const bet = await stateOf();
    expect(bet).toMatchObject(
      home > away ? { state: 'win', payout: bet?.potential } : { state: 'lose', payout: 0n },
    );
  }
  await book.close();
  expect(await wrong()).toEqual({});
});
