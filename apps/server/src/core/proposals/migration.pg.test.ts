import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { newId } from '../ids.ts';
import { migrate } from '../database/migrate.ts';

/** The schema before proposals of all kinds had one table. */
const first = '0081-proposals-of-rules.sql';

const [anna, bert] = [newId(), newId()];
const at = (minute: number): string => `2026-03-04T10:${String(minute).padStart(2, '0')}:00.123Z`;

let database: TestDatabase;
const insert = async (table: string, row: Readonly<Record<string, unknown>>): Promise<void> => {
  const names = Object.keys(row);
  await database.owner.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_name, nth) => `$${nth + 1}`).join(', ')})`,
    Object.values(row),
  );
};
const proposals = async (kind: string): Promise<unknown[]> => {
  const { rows } = await database.owner.query('select * from proposal where kind = $1 order by id', [kind]);
  return rows;
};

/** Who proposed and decided, in each state that every kind has had. */
const decided = { decided_by: bert, decided_at: at(9), note: 'As seen' };
const inEachState = () =>
  [
    { state: 'proposed', decided_by: null, decided_at: null, note: null },
    { state: 'applied', ...decided },
    { state: 'refused', ...decided },
    { state: 'withdrawn', ...decided, decided_by: anna },
  ].map((row, nth) => ({ ...row, id: newId(), proposed_by: anna, proposed_at: at(nth) }));
type Decided = { decided_at: string | null; proposed_at: string };

/** A row of before as a proposal. */
const moved = <R extends Decided>({ decided_at: end, proposed_at: begin, ...row }: R) => ({
  alone: false,
  expires_at: null,
  ...row,
  proposed_at: new Date(begin),
  decided_at: end === null ? null : new Date(end),
});

const [rules, factors, corrections, texts] = [inEachState(), inEachState(), inEachState(), inEachState()];
/** Voids of a match: in each state, and the end of the one that was applied. */
const voids = [
  ...inEachState(),
  { state: 'applied', ...decided, id: newId(), proposed_by: anna, proposed_at: at(5) },
];
const undoing = 4;
const match = newId();
const ruled = [undefined, 1, undefined, undefined, 2];
const operator = (id: string): string => `operator:${id}`;
const scope = { market: '1x2', line: '', struck_from: at(1), struck_until: at(2) };
/** Changes of settings: in each state, one that one operator made alone, and one accepted for later. */
const changes = [
  ...inEachState(),
  { state: 'applied', ...decided, decided_by: anna, note: null },
  { state: 'applied', ...decided },
].map((row, nth) => ({ ...row, id: newId(), proposed_by: anna, proposed_at: at(nth) }));
const alone = 4;
const later = 5;
const [settings, before] = [
  { STAKE_MAX: '400.00', SITE_NAME: null },
  { STAKE_MAX: '500.00', SITE_NAME: 'Ours' },
];
const revoked = { id: newId(), state: 'applied', proposed_by: anna, proposed_at: at(1), ...decided };
const words = { en: { title: 'Rules', body: 'Ours.' } };
const members = factors.map(newId);
const levels = [{ level: 1, rates: ['9', null] }];
const reason = 'A better offer';

beforeAll(async () => {
  database = await testDatabase();
  await database.owner.query('drop schema public cascade; create schema public');
  await migrate(database.owner, { before: first });
  for (const id of [anna, bert]) {
    const account = `op${id.slice(-8)}`;
    await insert('operator', {
      id,
      account,
      account_folded: account,
      password_hash: 'none',
      roles: ['owner'],
      created_at: at(0),
    });
  }
  for (const [nth, row] of rules.entries()) {
    await insert('rule_change', {
      ...row,
      kind: 'team',
      based_on: 3,
      rules: JSON.stringify(levels),
      asked_from: nth === 0 ? '2026-04-01' : null,
      reason,
      revision: nth,
      version: row.state === 'applied' ? 4 : null,
    });
  }
  await insert('rule_change', {
    ...rules[0],
    id: newId(),
    kind: 'rewards',
    based_on: 0,
    rules: '{"checkIn": [], "levels": []}',
    reason,
  });
  for (const [nth, row] of factors.entries()) {
    await insert('factor_end', { ...row, shard: nth, member_id: members[nth], reason, version: nth });
  }
  for (const [nth, row] of corrections.entries()) {
    const { note, ...rest } = row;
    await insert('adjustment', {
      ...rest,
      shard: nth,
      member_id: members[nth],
      amount: -1250n,
      reason,
      // An operator has used one key for several members.
      key: nth < 2 ? 'twice' : `once ${nth}`,
      refusal: note,
      balance_before: row.state === 'applied' ? 2000n : null,
      balance_after: row.state === 'applied' ? 750n : null,
      version: nth,
    });
  }
  const text = {
    kind: 'rules',
    based_on: 2,
    texts: JSON.stringify(words),
    valid_from: at(50).replace('03-04', '03-05'),
    reason,
  };
  for (const [nth, row] of texts.entries()) {
    const isPublished = row.state === 'applied';
    await insert('house_text', {
      ...text,
      ...row,
      state: isPublished ? 'published' : row.state,
      version: isPublished ? 3 : null,
      key: `text ${nth}`,
      revision: nth,
    });
  }
  await insert('house_text', {
    ...text,
    ...revoked,
    state: 'revoked',
    version: 4,
    key: 'revoked',
    note: 'A mistake',
    revoked_by: anna,
    revoked_at: at(20),
    revision: 2,
  });
  for (const [nth, row] of changes.entries()) {
    const isAccepted = row.state === 'applied';
    await insert('setting_change', {
      ...row,
      state: isAccepted ? 'accepted' : row.state,
      settings,
      before,
      needs_other: nth !== alone,
      reason,
      effective_from: nth === 0 || nth === later ? at(50) : isAccepted ? row.decided_at : null,
      number: isAccepted ? nth : null,
    });
  }
  await insert('competition', { id: 'cup', name: 'Cup' });
  for (const team of ['one', 'two']) {
    await insert('team', { id: team, name: team, short: team, colour_a: '#111111', colour_b: '#eeeeee' });
  }
  await insert('event', {
    id: match,
    competition_id: 'cup',
    home_id: 'one',
    away_id: 'two',
    kick_off: at(30),
    replay: false,
    feed: 'test',
    feed_ref: 'a',
  });
  for (const version of [1, 2]) {
    const people = { who: operator(bert), with_whom: operator(anna) };
    await insert('ruling', { event_id: match, version, ...people, why: reason });
  }
  for (const [nth, row] of voids.entries()) {
    await insert('void_proposal', {
      ...row,
      event_id: match,
      ...(nth === undoing ? { undoes: 1 } : scope),
      why: reason,
      proposed_by: operator(row.proposed_by),
      decided_by: row.decided_by === null ? null : operator(row.decided_by),
      ruling: ruled[nth] ?? null,
    });
  }
  await migrate(database.owner);
});
afterAll(() => database.close());

describe('proposals of before keep their state, times, people and words', () => {
  it('of rules', async () => {
    expect(await proposals('team_rules')).toEqual(
      rules.map((row, nth) => ({
        ...moved(row),
        kind: 'team_rules',
        subject_id: null,
        subject_version: 3,
        key: null,
        body: nth === 0 ? { levels, from: '2026-04-01' } : { levels },
        reason,
        version: nth,
      })),
    );
    expect(await proposals('reward_rules')).toMatchObject([
      { state: 'proposed', subject_version: 0, body: { rules: { checkIn: [], levels: [] } } },
    ]);
  });

  it('of lost second factors', async () => {
    expect(await proposals('member_factor')).toEqual(
      factors.map((row, nth) => ({
        ...moved(row),
        kind: 'member_factor',
        subject_id: members[nth],
        subject_version: null,
        key: null,
        body: {},
        reason,
        version: nth,
      })),
    );
  });

  it('of corrections, of which those that were applied have their balances beside', async () => {
    expect(await proposals('adjustment')).toEqual(
      corrections.map((row, nth) => ({
        ...moved(row),
        kind: 'adjustment',
        subject_id: members[nth],
        subject_version: null,
        key: ['twice', null, 'once 2', 'once 3'][nth],
        body: { shard: nth, amountMinor: '-1250' },
        reason,
        version: nth,
      })),
    );
    const { rows } = await database.owner.query('select * from adjustment');
    expect(rows).toMatchObject([
      {
        shard: 1,
        member_id: members[1],
        id: corrections[1]?.id,
        amount: -1250n,
        balance_before: 2000n,
        balance_after: 750n,
      },
    ]);
  });

  it('of house texts, of which those that were published are versions', async () => {
    const body = { kind: 'rules', texts: words, from: '2026-03-05T10:50:00.123000Z' };
    const common = {
      kind: 'house_text',
      subject_id: null,
      subject_version: 2,
      body,
      reason,
    };
    expect(await proposals('house_text')).toEqual([
      ...texts.map((row, nth) => ({ ...moved(row), ...common, key: `text ${nth}`, version: nth })),
      // Its version counts the decision; the revocation is on the version that was published.
      {
        ...common,
        ...moved(revoked),
        note: null,
        key: 'revoked',
        version: 1,
      },
    ]);
    const { rows } = await database.owner.query('select * from house_text order by version');
    const version = {
      kind: 'rules',
      texts: words,
      valid_from: new Date(body.from),
      published_at: new Date(at(9)),
    };
    expect(rows).toMatchObject([
      { ...version, id: texts[1]?.id, version: 3, revoked_by: null, revoked_at: null, revoked_why: null },
      {
        ...version,
        id: revoked.id,
        version: 4,
        revoked_by: anna,
        revoked_at: new Date(at(20)),
        revoked_why: 'A mistake',
      },
    ]);
  });

  it('of settings, of which those that were accepted have the values before them beside', async () => {
    expect(await proposals('setting')).toEqual(
      changes.map((row, nth) => ({
        ...moved(row),
        kind: 'setting',
        subject_id: null,
        subject_version: null,
        key: null,
        body:
          nth === 0 || nth === later
            ? { settings, before, from: '2026-03-04T10:50:00.123000Z' }
            : { settings, before },
        reason,
        version: row.state === 'proposed' ? 0 : 1,
        alone: nth === alone,
      })),
    );
    const { rows } = await database.owner.query('select * from setting_change order by number');
    expect(rows).toEqual(
      [1, alone, later].map((nth) => ({
        id: changes[nth]?.id,
        settings,
        before,
        effective_from: new Date(at(nth === later ? 50 : 9)),
        accepted_at: new Date(at(9)),
        number: nth,
      })),
    );
  });

  it('of voids, of which those that were applied are named by their ruling', async () => {
    const body = {
      market: '1x2',
      line: '',
      struckFrom: '2026-03-04T10:01:00.123000Z',
      struckUntil: '2026-03-04T10:02:00.123000Z',
    };
    expect(await proposals('void')).toEqual(
      voids.map((row, nth) => ({
        ...moved(row),
        kind: 'void',
        subject_id: match,
        subject_version: null,
        key: null,
        body: nth === undoing ? { undoes: 1 } : body,
        reason,
        version: row.state === 'proposed' ? 0 : 1,
      })),
    );
    const { rows } = await database.owner.query('select version, proposal_id from ruling order by version');
    expect(rows).toEqual([
      { version: 1, proposal_id: voids[1]?.id },
      { version: 2, proposal_id: voids[undoing]?.id },
    ]);
  });
});
