import { formatCheckpoint } from '@touchline/verify/checkpoint';
import type { Sign } from '@touchline/verify/ed25519';
import { createFrontier } from '@touchline/verify/frontier';
import { formatNote, signText } from '@touchline/verify/note';
import type pg from 'pg';
import { moduleFacts } from '../../apps/server/src/operations/log-facts.ts';
import { logSources } from '../../apps/server/src/proofs/log/own-facts.ts';
import { insertNodes, updateTree, type NodeRow } from '../../apps/server/src/proofs/log/queries.ts';
import { EntrySealer, leafOf } from '../../apps/server/src/proofs/log/seal.ts';
import { mend } from '../../apps/server/src/testing/mend.ts';
import type { TestDatabase } from '../../apps/server/src/testing/database.ts';

// What an administrator of the database can do, past triggers and foreign keys.

const asAdministrator = async (
  { owner }: Pick<TestDatabase, 'owner'>,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> => {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await work(client);
    await client.query('commit');
  } finally {
    client.release();
  }
};

/** Doubles the price of a won bet, in its market's history too, and pays it: entry, settlement, wallet and all sums follow. */
export const doublePrice = (database: Pick<TestDatabase, 'owner'>, betId: string): Promise<void> =>
  asAdministrator(database, async (client) => {
    const { rowCount } = await client.query(
      `update bet set odds_milli = odds_milli * 2, potential = potential * 2, payout = payout * 2
       where id = $1 and state = 'win'`,
      [betId],
    );
    if (rowCount !== 1) throw new Error('The bet is not there, or has not won');
    await client.query(`update entry set amount = amount * 2 where ref = $1 and kind = 'payout'`, [betId]);
    await client.query(
      `update market_history h set odds_milli[array_position(m.selections, l.selection)] = l.odds_milli
       from bet_leg l join market m on m.event_id = l.event_id and m.market = l.market and m.line = l.line
       where l.bet_id = $1 and h.event_id = l.event_id and h.market = l.market and h.line = l.line and h.version = l.price_version`,
      [betId],
    );
    await client.query(
      `update settlement_chunk c set bets = (
         select jsonb_agg(case when t.bet ->> 'bet' = $1
           then t.bet || jsonb_build_object('payout', ((t.bet ->> 'payout')::bigint * 2)::text, 'booked', ((t.bet ->> 'booked')::bigint * 2)::text)
           else t.bet end order by t.n)
         from jsonb_array_elements(c.bets) with ordinality as t (bet, n))
       where c.bets::text like concat('%', $1::text, '%')`,
      [betId],
    );
    await mend(client, 'cup');
  });

/** Replaces the entries of the log whose rows have changed, and computes its tree again. @returns how many were replaced */
export const rebuildLog = async (
  database: Pick<TestDatabase, 'owner'>,
  nonceKey: Uint8Array,
): Promise<number> => {
  let replaced = 0;
  await asAdministrator(database, async (client) => {
    const sealer = new EntrySealer(nonceKey);
    for (const source of logSources(moduleFacts)) {
      const rows = await source.read(client, { from: 0n, below: 1n << 60n, skip: 0, limit: 100_000 });
      for (const fact of rows.flatMap(({ facts }) => facts)) {
        const { rowCount } = await client.query(
          'update log_entry set entry = $3 where kind = $1 and id = $2 and entry <> $3',
          [fact.kind, fact.id, sealer.entryOf(fact)],
        );
        replaced += rowCount ?? 0;
      }
    }
    const { rows } = await client.query<{ entry: string }>('select entry from log_entry order by seq');
    const nodes: NodeRow[] = [];
    const frontier = createFrontier({
      completed: ({ height, index }, hash) => {
        if (height > 0 && height % 8 === 0) nodes.push({ level: height / 8, index, hash });
      },
    });
    for (const { entry } of rows) frontier.append(leafOf(entry));
    await client.query('delete from log_node');
    await insertNodes(client, nodes);
    await updateTree(client, { size: frontier.size, edge: frontier.edge() });
  });
  return replaced;
};

/** Signs the tree that is in the database, as who has stolen the house's key does, and forgets what witnesses have cosigned. */
export const signAnew = (
  database: Pick<TestDatabase, 'owner'>,
  key: { name: string; id: string; sign: Sign },
): Promise<void> =>
  asAdministrator(database, async (client) => {
    const { rows } = await client.query<{ size: bigint }>('select size from log_signed');
    const size = Number(rows[0]?.size);
    const { rows: entries } = await client.query<{ entry: string }>(
      'select entry from log_entry where seq < $1 order by seq',
      [size],
    );
    const frontier = createFrontier({});
    for (const { entry } of entries) frontier.append(leafOf(entry));
    const root = frontier.root();
    const text = formatCheckpoint({ origin: key.name, size, root, extensions: [] });
    const note = formatNote({ text, signatures: [signText(text, key)] });
    await client.query('update log_signed set root = $1, note = $2', [Buffer.from(root), note]);
    await client.query('delete from log_counted');
    await client.query('delete from log_witness');
  });
