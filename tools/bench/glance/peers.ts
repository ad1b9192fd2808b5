import { fileURLToPath } from 'node:url';
import { newId, openDatabase } from '@touchline/server/tools/database';
import { serveChild } from '../lib/child.ts';
import { costOf } from '../lib/clocks.ts';
import type { BenchCluster } from '../lib/database.ts';
import { runLoad } from '../lib/load.ts';
import { betOf } from '../place/seed.ts';
import type { Costs, Subject } from './subject.ts';

/** A Fastify POST that checks the body of an order and answers a bet of the same shape. */
export const emptyPost = 'empty POST';
/** A statement on tables of its own: a batch of wallets moved and entries written. */
export const plainStatement = 'plain statement';

const connections = 256;
const requests = 12_000;
const batches = 16;
const batchSize = 500;
const plainName = 'bench plain';

const schema = `
  create table account (id int primary key, balance bigint not null, version bigint not null default 0);
  create table move (account int not null, version bigint not null, id uuid not null, amount bigint not null,
    kind text not null, at timestamptz not null default now(), primary key (account, version));
  create index on move (id);
  insert into account select n, 1000000 from generate_series(0, ${batchSize * 4 - 1}) n`;

const plainText = `with moved as (
    update account set balance = balance - t.amount, version = version + 1
    from unnest($1::int[], $2::uuid[], $3::bigint[]) as t(account, id, amount) where account.id = t.account
    returning account.id as account, version, t.id, t.amount)
  insert into move (account, version, id, amount, kind) select account, version, id, amount, 'stake' from moved
  returning account, version`;

/** The two peers of every glance, which no change of the server touches: they measure how fast the machine is now. */
export const openPeers = async (cluster: BenchCluster): Promise<Omit<Subject, 'peers'>> => {
  const { url, database } = await cluster.createEmpty('plain');
  await database.pool.query(schema);
  const program = fileURLToPath(new URL('../place/server.ts', import.meta.url));
  const server = await serveChild(program, { name: 'empty', env: {} });
  const plain = openDatabase(url, 1, () => undefined, { name: plainName });
  const events = Array.from({ length: 20 }, newId);
  let sent = 0;
  const names = { server: server.pid, placingName: plainName };
  const post = async (): Promise<number> => {
    const loaded = await runLoad({
      port: server.port,
      tokens: Array.from({ length: connections }, () => 'none'),
      connections,
      until: { requests },
      path: '/api/game.soccer/orderAdd',
      from: sent,
      body: (n) => JSON.stringify(betOf(events, `bench-key-${n}`, n)),
    });
    if (loaded.accepted !== requests) throw new Error(`the empty POST refused ${loaded.refused} requests`);
    sent = loaded.next;
    return requests;
  };
  let batch = 0;
  const write = async (): Promise<number> => {
    for (const last = batch + batches; batch < last; batch++) {
      const rows = Array.from({ length: batchSize }, (_, i) => i);
      await plain.pool.query({
        name: 'plain',
        text: plainText,
        values: [rows.map((i) => (batch % 4) * batchSize + i), rows.map(newId), rows.map((i) => i + 1)],
      });
    }
    return batches * batchSize;
  };
  return {
    async turn(): Promise<Costs> {
      const posted = await costOf(database.pool, names, post);
      const written = await costOf(database.pool, names, write);
      return { [emptyPost]: posted.server, [plainStatement]: written.placing };
    },
    async close() {
      await server.stop();
      await plain.close();
      await database.close();
    },
  };
};
