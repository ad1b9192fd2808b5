import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { testEvent } from '../../testing/book.ts';
import { testTouchline, type TestOperator, type TestTouchline } from '../../testing/touchline.ts';

// The operator's additions to rules, terms and privacy: the whole server over HTTP.

type Person = TestOperator;
let site: TestTouchline;
let [writer, second, auditor]: Person[] = [];
beforeAll(async () => {
  site = await testTouchline();
  writer = await site.operator('content');
  second = await site.operator('content', 'owner');
  auditor = await site.operator('auditor');
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.database.owner.query('delete from house_text');
  await site.database.owner.query(`delete from proposal where kind = 'house_text'`);
  await site.database.pool.query('update house_text_state set changes = changes + 1');
  // Drops the memory of the test before.
  await auditor?.call('officeHouseTextList');
});

const hour = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * hour + 60_000).toISOString();
const words = (title: string, body = `${title}.`) => ({ en: { title, body } });
const proposal = (more: object = {}) => ({
  key: newId(),
  kind: 'rules',
  seen: 0,
  from: inHours(2),
  reason: 'Asked for by the licence',
  texts: { ...words('House rules'), de: { title: 'Hausregeln', body: 'Kurz.' } },
  ...more,
});
const propose = async (more: object = {}, by = writer) => {
  const text = (await by?.call('officeHouseTextAdd', proposal(more)))?.data.text;
  return typeof text === 'object' && text !== null && 'id' in text ? text.id : '';
};
const decide = async (id: string, decision: string, by = second, note?: string) => {
  const shown = await auditor?.call('officeHouseTextDetail', { id });
  const seen = Number(Object(shown?.data.text).seen ?? 0);
  return by?.call('officeHouseTextDecide', { id, seen, decision, note });
};
const publish = async (more: object = {}): Promise<string> => {
  const id = await propose(more);
  expect(await decide(id, 'publish')).toMatchObject({ code: 1 });
  return id;
};
/** Moves a version into the past. */
const age = async (id: string, hours: number): Promise<void> => {
  await site.database.pool.query(
    `update house_text set valid_from = valid_from - $2 * interval '1 hour',
       published_at = published_at - $2 * interval '1 hour' where id = $1`,
    [id, hours],
  );
  await site.database.pool.query('update house_text_state set changes = changes + 1');
  await auditor?.call('officeHouseTextList');
};
const rules = async (input: object = {}, lan = 'en') =>
  (await site.call('rules', { ...input }, { 'accept-language': lan })).data;
const refused = (reason: string) => ({ code: 0, data: { reason } });

describe('a version', () => {
  test('is proposed by one and published by another, read before it counts, and then counts', async () => {
    const id = await propose();
    expect(await rules()).toMatchObject({ house: [], coming: [] });
    expect(await decide(id, 'publish')).toMatchObject({
      data: { text: { state: 'published', version: 1, standing: 'planned', decidedBy: { id: second?.id } } },
    });
    expect(await rules({}, 'de')).toMatchObject({
      house: [],
      coming: [{ kind: 'rules', version: '1', title: 'Hausregeln' }],
    });
    await age(id, 3);
    expect(await rules({}, 'ar')).toMatchObject({
      house: [{ version: '1', title: 'House rules', body: 'House rules.' }],
      coming: [],
    });
    expect(await rules({ house: '2' })).toMatchObject({ reason: 'not_found' });
  });

  test('follows the one before, which can be read forever', async () => {
    const first = await publish();
    await age(first, 3);
    const next = await publish({ seen: 1, texts: words('Stricter rules') });
    expect(await rules()).toMatchObject({ house: [{ version: '1' }], coming: [{ version: '2' }] });
    expect((await auditor?.call('officeHouseTextDetail', { id: next }))?.data).toMatchObject({
      text: { basedOn: 1, version: 2 },
      before: { version: 1, texts: words('House rules') },
    });
    await age(next, 2.5);
    expect(await rules()).toMatchObject({ house: [{ version: '2', title: 'Stricter rules' }] });
    expect(await rules({ house: '1' })).toMatchObject({ house: [{ version: '1', title: 'House rules' }] });
    const { data } = (await auditor?.call('officeHouseTextList', { kind: 'rules' })) ?? {};
    expect(data).toMatchObject({
      total: 2,
      newest: { rules: 2 },
      list: [
        { standing: 'valid', version: 2 },
        { standing: 'past', version: 1, languages: ['de', 'en'] },
      ],
    });
  });

  test('that does not count yet can be revoked with a reason; what counts never is', async () => {
    const id = await publish();
    expect(await decide(id, 'revoke', writer)).toMatchObject(refused('reason_needed'));
    expect(await decide(id, 'revoke', writer, 'A mistake in the date')).toMatchObject({
      data: { text: { state: 'revoked', version: 1, revokedBy: { id: writer?.id } } },
    });
    expect(await rules()).toMatchObject({ coming: [] });
    expect(await decide(id, 'revoke', writer, 'Again')).toMatchObject(refused('decided_already'));
    const next = await publish({ seen: 1 });
    await age(next, 3);
    expect(await decide(next, 'revoke', writer, 'Too late now')).toMatchObject(refused('decided_already'));
    await expect(
      site.database.pool.query(`update house_text set revoked_at = now(), revoked_by = $2 where id = $1`, [
        next,
        newId(),
      ]),
    ).rejects.toThrow('house_text_not_in_force');
  });
});

describe('two people', () => {
  test('no operator publishes or refuses their own, or withdraws that of another', async () => {
    const id = await propose();
    expect(await decide(id, 'publish', writer)).toMatchObject(refused('same_operator'));
    expect(await decide(id, 'refuse', writer, 'No')).toMatchObject(refused('same_operator'));
    expect(await decide(id, 'withdraw')).toMatchObject({ code: 0, data: { reason: 'forbidden' } });
    await expect(
      site.database.pool.query(
        `update proposal set state = 'applied', decided_by = proposed_by, decided_at = now() where id = $1`,
        [id],
      ),
    ).rejects.toThrow('proposal_two');
    expect(await decide(id, 'withdraw', writer)).toMatchObject({ data: { text: { state: 'withdrawn' } } });
    expect(await decide(id, 'publish')).toMatchObject(refused('decided_already'));
  });

  test('of two who publish and refuse at once one does', async () => {
    const id = await propose();
    const third = await site.operator('owner');
    const answers = await Promise.all([
      decide(id, 'publish'),
      decide(id, 'publish'),
      decide(id, 'publish'),
      decide(id, 'refuse', third, 'Not like this'),
      decide(id, 'refuse', third, 'Not like this'),
    ]);
    expect(answers.filter((answer) => answer?.code === 1)).toHaveLength(1);
    for (const answer of answers.filter((each) => each?.code === 0)) {
      expect(answer).toMatchObject({ data: { reason: expect.toBeOneOf(['outdated', 'decided_already']) } });
    }
  });

  test('of two proposals written on the same version only one is published', async () => {
    const [a, b] = [await propose(), await propose({ from: inHours(5) })];
    const both = await Promise.all([decide(a, 'publish'), decide(b, 'publish')]);
    expect(both.filter((answer) => answer?.code === 1)).toHaveLength(1);
    expect(both.find((answer) => answer?.code === 0)).toMatchObject(refused('outdated'));
  });
});

describe('who means harm', () => {
  test.each([
    ['begins at once', { from: inHours(0.5) }],
    ['began long ago', { from: '2020-01-01T00:00:00.000Z' }],
    ['has no English', { texts: { de: { title: 'x', body: 'y' } } }],
    ['has a language of its own', { texts: { ...words('x'), xx: { title: 'x', body: 'y' } } }],
    ['says nothing', { texts: words('x', '  ') }],
    ['is too long', { texts: words('x', 'y'.repeat(8_001)) }],
    ['gives no reason', { reason: '' }],
    ['is of another kind', { kind: 'settlement' }],
    ['names its version itself', { version: 7 }],
  ])('what %s is refused', async (_what, more) => {
    expect(await writer?.call('officeHouseTextAdd', proposal(more))).toMatchObject(refused('validation'));
    expect((await auditor?.call('officeHouseTextList'))?.data).toMatchObject({ total: 0 });
  });

  test('a version before one that is published is refused, also where it was proposed earlier', async () => {
    const early = await propose({ from: inHours(3) });
    await publish({ from: inHours(9) });
    expect(await decide(early, 'publish')).toMatchObject(refused('outdated'));
    const before = proposal({ seen: 1, from: inHours(4) });
    expect(await writer?.call('officeHouseTextAdd', before)).toMatchObject(refused('validation'));
    expect(await writer?.call('officeHouseTextAdd', proposal())).toMatchObject(refused('outdated'));
  });

  test('what waited too long to be read in time is not published', async () => {
    const id = await propose();
    await site.database.pool.query(
      `update proposal set body = jsonb_set(body, '{from}', to_jsonb(now() + interval '59 minutes')) where id = $1`,
      [id],
    );
    expect(await decide(id, 'publish')).toMatchObject({
      code: 0,
      data: { reason: 'validation', fields: { from: expect.anything() } },
    });
  });

  test('the same key proposes once, and another text under it is refused', async () => {
    const given = proposal();
    const all = await Promise.all([1, 2, 3].map(async () => writer?.call('officeHouseTextAdd', given)));
    expect(new Set(all.map((answer) => JSON.stringify(answer?.data.text))).size).toBe(1);
    const other = { ...given, texts: words('Other') };
    expect(await writer?.call('officeHouseTextAdd', other)).toMatchObject(refused('key_reused'));
  });

  test('forged ids are not found, auditors and traders decide nothing, markup is text', async () => {
    for (const id of [newId(), '0', "' or 1=1"]) {
      expect(await decide(id, 'publish')).toMatchObject(refused('not_found'));
      expect(await auditor?.call('officeHouseTextDetail', { id })).toMatchObject(refused('not_found'));
    }
    const body = '<script>alert(1)</script>{x}';
    const id = await publish({ texts: words('<b>', body) });
    for (const by of [auditor, await site.operator('trader')]) {
      expect(await decide(id, 'revoke', by, 'Because I can')).toMatchObject({ status: 403 });
    }
    expect(await rules()).toMatchObject({ coming: [{ title: '<b>', body }] });
  });

  test('each step is a line of the log', async () => {
    const id = await publish();
    await decide(id, 'revoke', second, 'A mistake');
    const log = await auditor?.call('officeAuditList', { subject: id });
    expect(log?.data.list).toMatchObject([
      { action: 'house_text_revoked', detail: { reason: 'A mistake', version: 1 } },
      { action: 'house_text_published', operator: { id: second?.id } },
      { action: 'house_text_proposed', detail: { kind: 'rules', reason: 'Asked for by the licence' } },
    ]);
  });
});

describe('terms', () => {
  test('include the house text: a member who accepted earlier ones must accept again', async () => {
    const member = await site.member();
    expect(await member.call('termsAccept', { version: '1' })).toMatchObject({ code: 1 });
    const id = await publish({ kind: 'terms', texts: words('House terms') });
    await publish({ kind: 'privacy', texts: words('Privacy here') });
    expect((await member.call('terms')).data).toMatchObject({
      version: '1',
      house: [],
      coming: [{ kind: 'terms' }, { kind: 'privacy' }],
    });
    await age(id, 3);
    expect((await member.call('systemConfig')).data).toMatchObject({ site: { termsVersion: '1.1' } });
    expect((await member.call('terms')).data).toMatchObject({
      version: '1.1',
      versions: [{ version: '1.1' }, { version: '1' }],
      house: [{ kind: 'terms', title: 'House terms' }],
    });
    expect(await member.call('termsAccept', { version: '1' })).toMatchObject({
      code: 0,
      data: { reason: 'terms_outdated', version: '1.1' },
    });
    expect(await member.call('termsAccept', { version: '1.1' })).toMatchObject({
      data: { termsAccepted: '1.1' },
    });
    expect((await member.call('terms', { version: '1' })).data).toMatchObject({ version: '1', house: [] });
    for (const version of ['1.2', '2', '1.', '1.1.1', '']) {
      expect(await member.call('terms', { version })).toMatchObject({ code: 0 });
    }
  });
});

describe('a bet', () => {
  test('keeps the version it was placed under, also after a later one', async () => {
    const { id: event } = await testEvent(site.database.pool);
    await site.modules.book.service.board.refresh([event]);
    const member = await site.member();
    let stake = 1;
    const place = async (): Promise<string> => {
      const legs = [{ event, market: '1x2', selection: 'X', odds: '3.40' }];
      const input = { key: newId(), type: 'single', stake: String(stake++), accept: 'none', legs };
      const { data } = await member.call('orderAdd', input);
      return data.id;
    };
    const rulesOf = async (id: string) => (await member.call('orderDetail', { id })).data.houseRules;
    const placedAgo = (id: string, hours: number) =>
      site.database.owner.query(`update bet set placed_at = now() - $2 * interval '1 hour' where id = $1`, [
        id,
        hours,
      ]);
    const [before, under] = [await place(), await place()];
    await age(await publish(), 8);
    await placedAgo(before, 7);
    await placedAgo(under, 5);
    expect(await rulesOf(before)).toBeUndefined();
    expect(await rulesOf(under)).toBe('1');
    await age(await publish({ seen: 1 }), 4);
    expect(await rules()).toMatchObject({ house: [{ version: '2' }] });
    expect([await rulesOf(before), await rulesOf(under)]).toEqual([undefined, '1']);
    expect(await rulesOf(await place())).toBe('2');
  });
});
