import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { lockKeys, transaction } from '../database/transaction.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { createAudit } from './audit.ts';
import { auditHead, auditKey, openAuditKey, readAuditKey, sealAudit, verifyAudit } from './chain.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const audit = createAudit({ now: () => new Date() });
const line = (client: Pick<TestDatabase['pool'], 'query'>, id = newId()) =>
  audit(client, {
    operator: null,
    action: 'letter_sent',
    subject: { kind: 'letter', id },
    address: '',
    detail: { languages: ['de', 'en'], note: 'ä "quoted"\n' },
  });
const chain = async () => {
  const { rows } = await database.pool.query<{ seq: bigint; subject_id: string }>(
    'select s.seq, a.subject_id from office_audit_seal s join office_audit a on a.id = s.line order by s.seq',
  );
  return rows;
};

describe('lines', () => {
  test('are sealed in order, with those of transactions that end late behind', async () => {
    const { pool } = database;
    const late = await pool.connect();
    await late.query('begin');
    await line(late, 'late');
    for (let i = 0; i < 3; i++) await line(pool, `early ${i}`);
    expect(await sealAudit(pool)).toBe(3);
    await late.query('commit');
    late.release();
    const dropped = transaction(pool, async (client) => {
      await line(client, 'never');
      throw new Error('not to be');
    });
    await expect(dropped).rejects.toThrow('not to be');
    expect(await sealAudit(pool)).toBe(1);
    expect(await sealAudit(pool)).toBe(0);
    expect(await chain()).toEqual(
      ['early 0', 'early 1', 'early 2', 'late'].map((id, i) => ({ seq: BigInt(i + 1), subject_id: id })),
    );
    expect((await verifyAudit(pool)).differences).toEqual([]);
  });

  test('written and sealed by many at once make one chain without a gap', async () => {
    const { pool } = database;
    const before = (await chain()).length;
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let i = 0; i < 40; i++) await transaction(pool, (client) => line(client));
      }).concat(
        Array.from({ length: 3 }, async () => {
          for (let i = 0; i < 20; i++) await sealAudit(pool);
        }),
      ),
    );
    await sealAudit(pool);
    const seals = await chain();
    expect(seals.map(({ seq }) => seq)).toEqual(seals.map((_seal, i) => BigInt(i + 1)));
    expect(seals).toHaveLength(before + 240);
    expect(await verifyAudit(pool)).toEqual({
      counts: { 'sealed lines': BigInt(before + 240), 'under the key': 0n, 'waiting lines': 0n },
      differences: [],
    });
  });

  test('do not wait: one that is not sealed yet does not count as missing', async () => {
    await line(database.pool);
    const { counts, differences } = await verifyAudit(database.pool);
    expect(differences).toEqual([]);
    expect(counts['waiting lines']).toBe(1n);
    await sealAudit(database.pool);
  });

  test('are sealed while another module leads the replay, or a feed', async () => {
    const { auditChain: own, ...others } = lockKeys;
    expect(Object.values(others)).not.toContain(own);
    const holder = await database.pool.connect();
    for (const key of Object.values(others)) await holder.query('select pg_advisory_lock($1)', [key]);
    await line(database.pool, 'beside a leader');
    expect(await sealAudit(database.pool)).toBe(1);
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
  });

  test.each([
    `update office_audit set detail = '{}'`,
    'delete from office_audit where false',
    'truncate office_audit cascade',
    `update office_audit_seal set hash = prev_hash`,
    'delete from office_audit_seal',
    'truncate office_audit_seal',
  ])('are only ever added to: %s', async (text) => {
    await expect(database.owner.query(text)).rejects.toThrow('only ever added to');
    await expect(database.pool.query(text)).rejects.toThrow('permission denied');
  });
});

/** The differences found after a change by the owner of the database, who is above triggers and keys. Rolls the change back. */
const afterSpoiling = async (text: string): Promise<string[]> => {
  const client = await database.owner.connect();
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  await client.query(text);
  const { differences } = await verifyAudit(client);
  await client.query('rollback');
  client.release();
  return differences;
};

describe('a tampered line is found and named', () => {
  const middle = 'select line from office_audit_seal where seq = 20';
  test.each([
    [
      'detail',
      `update office_audit set detail = '{"languages":["de"]}' where id = (${middle})`,
      'line 20 was changed',
    ],
    ['action', `update office_audit set action = 'sign_in' where id = (${middle})`, 'line 20 was changed'],
    [
      'operator',
      `update office_audit set operator_id = gen_random_uuid() where id = (${middle})`,
      'line 20 was changed',
    ],
    ['subject', `update office_audit set subject_id = 'x' where id = (${middle})`, 'line 20 was changed'],
    ['kind', `update office_audit set subject_kind = 'member' where id = (${middle})`, 'line 20 was changed'],
    [
      'member',
      `update office_audit set member_id = gen_random_uuid() where id = (${middle})`,
      'line 20 was changed',
    ],
    ['shard', `update office_audit set shard = 7 where id = (${middle})`, 'line 20 was changed'],
    ['address', `update office_audit set address = '::1' where id = (${middle})`, 'line 20 was changed'],
    [
      'moment',
      `update office_audit set at = at + '1 microsecond' where id = (${middle})`,
      'line 20 was changed',
    ],
    ['text taken away', `delete from office_audit where id = (${middle})`, 'line 20: its text is missing'],
    ['seal taken away', 'delete from office_audit_seal where seq = 20', 'line 20 is missing'],
    ['hash', `update office_audit_seal set hash = sha256('x') where seq = 20`, 'line 20 was changed'],
    [
      'hash before',
      `update office_audit_seal set prev_hash = sha256('x') where seq = 20`,
      'line 20 does not follow',
    ],
    [
      'two exchanged',
      `update office_audit a set subject_id = b.subject_id, at = b.at
       from office_audit_seal s, office_audit_seal t, office_audit b
       where s.line = a.id and s.seq in (20, 21) and t.seq = 41 - s.seq and b.id = t.line`,
      'line 20 was changed',
    ],
    [
      'closed up',
      `delete from office_audit_seal where seq = 20; update office_audit_seal set seq = seq + 9999 where seq > 20;
       update office_audit_seal set seq = seq - 10000 where seq > 9999`,
      'line 20 does not follow',
    ],
    [
      'the last taken off, its text left',
      'delete from office_audit_seal where seq = (select max(seq) from office_audit_seal)',
      'is neither sealed nor waits to be',
    ],
    [
      'one slipped in without waiting',
      `insert into office_audit (id, action, subject_kind, subject_id, detail, address, at)
       values (gen_random_uuid(), 'sign_in', 'operator', 'x', '{}', '', now())`,
      'is neither sealed nor waits to be',
    ],
  ])('%s', async (_what, text, told) => {
    expect(await afterSpoiling(text)).toEqual([expect.stringContaining(told)]);
    expect((await verifyAudit(database.pool)).differences).toEqual([]);
  });
});

describe('under a key', () => {
  const key = auditKey(Buffer.alloc(32, 1));
  let own: TestDatabase;
  beforeAll(async () => {
    own = await testDatabase();
    for (let i = 0; i < 3; i++) await line(own.pool);
    await sealAudit(own.pool);
    for (let i = 0; i < 4; i++) await line(own.pool);
    await sealAudit(own.pool, key);
    await line(own.pool);
    await sealAudit(own.pool, key);
  });
  afterAll(() => own.close());

  /** What the check with the key reports of a chain that was changed. */
  const told = async (
    text: string,
    against: Parameters<typeof verifyAudit>[2] = { key },
  ): Promise<string[]> => {
    const client = await own.owner.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(text);
      return (await verifyAudit(client, undefined, against)).differences;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  /** Seals again from a line on, as an attacker can who has the database but not the key. */
  const sealedAnew = (from: number, keyId: string): string => `
    do $$ declare row record; before bytea; begin
      for row in select s.seq, s.line, sha256(convert_to(jsonb_build_array(a.id, a.operator_id, a.action, a.subject_kind, a.subject_id,
          a.shard, a.member_id, a.detail, a.address, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8')) as content
        from office_audit_seal s join office_audit a on a.id = s.line where s.seq >= ${from} order by s.seq
      loop
        select hash into before from office_audit_seal where seq = row.seq - 1;
        update office_audit_seal set prev_hash = before, hash = sha256(before || int8send(row.seq) || row.content), key_id = ${keyId}
        where seq = row.seq;
      end loop;
    end $$`;

  test('the chain continues from the plain one, with a line that says so', async () => {
    const { rows } = await own.pool.query(
      'select s.seq::int as seq, s.key_id, a.action, a.detail from office_audit_seal s join office_audit a on a.id = s.line order by s.seq',
    );
    expect(rows.map((row) => row.key_id)).toEqual([
      null,
      null,
      null,
      ...Array.from({ length: 6 }, () => key.id),
    ]);
    expect(rows[3]).toMatchObject({ seq: 4, action: 'audit_keyed', detail: { after: '3', kept: 'folder' } });
    expect(await verifyAudit(own.pool, undefined, { key })).toEqual({
      counts: { 'sealed lines': 9n, 'under the key': 6n, 'waiting lines': 0n },
      differences: [],
    });
  });

  test('a changed line is found, whether or not the chain was sealed again', async () => {
    const changed = `update office_audit set subject_id = 'x' where id = (select line from office_audit_seal where seq = 6)`;
    expect(await told(changed)).toEqual([expect.stringContaining('line 6 was changed')]);
    expect(await told(`${changed}; ${sealedAnew(6, 'key_id')}`)).toEqual([
      expect.stringContaining('line 6 was changed'),
    ]);
    expect(await told(`${changed}; ${sealedAnew(6, 'null')}`)).toEqual([
      expect.stringContaining('line 6 is sealed without the key'),
    ]);
    expect(await told(`${changed}; ${sealedAnew(4, 'null')}`)).toEqual([
      'no line is sealed by the key that is here',
    ]);
  });

  test('another key is one that some line must begin', async () => {
    const other = `update office_audit_seal set key_id = '0123456789abcdef' where seq >= 6`;
    expect(await told(other)).toEqual([
      expect.stringContaining('line 6 is sealed by another key, and no line says so'),
    ]);
  });

  test('lines that are cut off are missed by a head that was noted', async () => {
    const head = await auditHead(own.pool);
    if (head === undefined) throw new Error('Nothing is sealed');
    const noted = { seq: head.seq, hash: head.hash };
    const cut = `delete from office_audit where id in (select line from office_audit_seal where seq > 7);
      delete from office_audit_seal where seq > 7`;
    expect(await told(cut)).toEqual([]);
    expect(await told(cut, { key, noted })).toEqual(['line 9 was noted, and the last line is 7']);
    expect(await told('select', { key, noted })).toEqual([]);
    expect(await told('select', { key, noted: { seq: 5n, hash: head.hash } })).toEqual([
      expect.stringContaining('line 5 has another hash than was noted'),
    ]);
  });

  test('without the key it reports that lines could not be read', async () => {
    expect(await told('select', {})).toEqual(['6 lines from line 4 on are sealed by a key that is not here']);
    expect(await told('select', { key: auditKey(Buffer.alloc(32, 2)) })).toEqual([
      '6 lines from line 4 on are sealed by a key that is not here',
    ]);
  });

  test('a line that waits and is gone is found', async () => {
    await line(own.pool);
    expect(
      await told('delete from office_audit where id in (select line from office_audit_waiting)'),
    ).toEqual([expect.stringContaining('waits to be sealed and is missing')]);
    await sealAudit(own.pool, key);
  });

  test('the key is made once, in the folder or in the database, and read from the setting first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'touchline-audit-'));
    try {
      const inFolder = { DATA_DIR: folder };
      expect(await readAuditKey(inFolder, own.pool)).toBeUndefined();
      const made = await openAuditKey(inFolder, own.pool);
      expect(await openAuditKey(inFolder, own.pool)).toEqual(made);
      expect(await readAuditKey(inFolder, own.pool)).toEqual(made);
      expect(made.kept).toBe('folder');
      expect((await stat(join(folder, 'keys', 'audit-key'))).mode & 0o777).toBe(0o600);
      const shared = { ...inFolder, DATABASE_URL: 'postgres://elsewhere/x' };
      expect(await readAuditKey(shared, own.pool)).toBeUndefined();
      expect(await openAuditKey(shared, own.pool)).toMatchObject({ kept: 'database' });
      expect(await readAuditKey(shared, own.pool)).toEqual(await openAuditKey(shared, own.pool));
      const set = { ...shared, AUDIT_KEY: '01'.repeat(32) };
      expect(await openAuditKey(set, own.pool)).toEqual(auditKey(Buffer.alloc(32, 1), 'setting'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
