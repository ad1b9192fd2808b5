import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { testInbox, listen, type TestInbox } from '../testing/inbox.ts';

let site: TestInbox;
beforeAll(async () => {
  site = await testInbox();
});
afterAll(() => site.close());
beforeEach(async () => {
  for (const { id, version: seen } of (await site.inbox.contents.list({}, { limit: 100, offset: 0 })).rows) {
    await site.inbox.contents.remove({ id, seen }, site.by);
  }
});

const page = { limit: 20, offset: 0 };
const titles = async (reader: Awaited<ReturnType<TestInbox['member']>>): Promise<string[]> =>
  (await site.inbox.notices.list(reader, 'system', page)).list.map(({ title }) => title);
const refused = (reason: string) => expect.objectContaining({ reason });

describe('notices of the house', () => {
  test('each reads them in their own language, and in English where there is none', async () => {
    await site.notice('Maintenance', {
      texts: {
        en: { title: 'Maintenance', body: 'Tonight' },
        de: { title: 'Wartung', body: 'Heute Nacht' },
        ar: { title: 'صيانة', body: 'الليلة' },
        'zh-CN': { title: '维护', body: '今晚' },
      },
    });
    for (const [lan, title] of [
      ['en', 'Maintenance'] as const,
      ['de', 'Wartung'] as const,
      ['ar', 'صيانة'] as const,
      ['zh-CN', '维护'] as const,
      ['fr', 'Maintenance'] as const,
    ]) {
      expect(await titles(await site.member(lan))).toEqual([title]);
    }
  });

  test.each([
    ['without English', { de: { title: 'Hallo', body: '' } }],
    [
      'in a language this site does not have',
      { en: { title: 'Hi', body: '' }, xx: { title: 'Hi', body: '' } },
    ],
    [
      'in a language that is not offered',
      {
        en: { title: 'Hi', body: '' },
        sv: { title: 'Hej', body: '' },
      },
    ],
    ['with a blank title', { en: { title: '  ', body: 'x' } }],
  ])('%s are refused', async (_how, texts) => {
    await expect(site.notice('x', { texts })).rejects.toThrow(
      expect.objectContaining({ reason: 'validation', detail: { rules: { texts: 'translations' } } }),
    );
  });

  test('are in force from their first time until their last', async () => {
    const reader = await site.member();
    await site.notice('Soon', { from: '2026-06-11T12:00:10.000Z', until: '2026-06-11T12:00:20.000Z' });
    expect(await titles(reader)).toEqual([]);
    site.clock.advance(10_000);
    expect(await titles(reader)).toEqual(['Soon']);
    expect(await site.inbox.notices.unread(reader)).toEqual({ system: 1, letter: 0 });
    site.clock.advance(10_000);
    expect(await titles(reader)).toEqual([]);
    expect(await site.inbox.notices.unread(reader)).toEqual({ system: 0, letter: 0 });
  });

  test('that would end before they begin are refused', async () => {
    await expect(
      site.notice('Never', { from: '2026-06-12T00:00:00.000Z', until: '2026-06-11T00:00:00.000Z' }),
    ).rejects.toThrow(refused('validation'));
  });

  test('are read and deleted by each member alone', async () => {
    const [ann, bob] = [await site.member(), await site.member()];
    const first = await site.notice('First');
    site.clock.advance(1_000);
    const second = await site.notice('Second');
    expect(await titles(ann)).toEqual(['Second', 'First']);
    expect(await site.inbox.notices.read(ann, { id: first.id }, 'system')).toEqual({ system: 1, letter: 0 });
    expect(await site.inbox.notices.read(ann, { id: first.id }, undefined)).toEqual({ system: 1, letter: 0 });
    expect(await site.inbox.notices.remove(ann, { all: true }, 'system')).toEqual({ system: 1, letter: 0 });
    expect(await titles(ann)).toEqual(['Second']);
    await site.inbox.notices.remove(ann, { id: second.id }, 'system');
    await site.inbox.notices.remove(ann, { id: second.id }, 'system');
    expect(await titles(ann)).toEqual([]);
    expect(await titles(bob)).toEqual(['Second', 'First']);
    expect(await site.inbox.notices.unread(bob)).toEqual({ system: 2, letter: 0 });
    expect(await site.inbox.notices.read(bob, { all: true }, undefined)).toEqual({ system: 0, letter: 0 });
  });

  test('what is not there cannot be read or deleted', async () => {
    const ann = await site.member();
    const gone = await site.notice('Gone');
    await site.inbox.contents.remove({ id: gone.id, seen: 1 }, site.by);
    for (const id of [newId(), gone.id, "' or 1=1", 'x'.repeat(64)]) {
      await expect(site.inbox.notices.read(ann, { id }, 'system')).rejects.toThrow(refused('not_found'));
      await expect(site.inbox.notices.remove(ann, { id }, 'system')).rejects.toThrow(refused('not_found'));
    }
  });

  test('a next version keeps who has read it, and its text stays recorded', async () => {
    const ann = await site.member();
    const first = await site.notice('Wrogn');
    await site.inbox.notices.read(ann, { id: first.id }, 'system');
    const saved = await site.notice('Right', { id: first.id, seen: 1 });
    expect(saved).toMatchObject({ id: first.id, version: 2, from: first.from });
    expect(await titles(ann)).toEqual(['Right']);
    expect(await site.inbox.notices.unread(ann)).toEqual({ system: 0, letter: 0 });
    await site.inbox.contents.remove({ id: first.id, seen: 2 }, site.by);
    await expect(site.notice('Again', { id: first.id, seen: 3 })).rejects.toThrow(refused('not_found'));
    const { rows } = await site.database.pool.query(
      `select version, removed, texts->'en'->>'title' as title from content where id = $1 order by version`,
      [first.id],
    );
    expect(rows).toEqual([
      { version: 1, removed: false, title: 'Wrogn' },
      { version: 2, removed: false, title: 'Right' },
      { version: 3, removed: true, title: 'Right' },
    ]);
    expect(await site.audited(3)).toMatchObject([
      { action: 'content_saved', detail: { kind: 'notice', version: 1 } },
      { action: 'content_saved', detail: { version: 2, languages: ['en'] } },
      { action: 'content_removed', detail: { version: 3 } },
    ]);
  });

  test('of several concurrent saves of the next version one succeeds, and the others are refused', async () => {
    const { id } = await site.notice('Base');
    const saves = ['A', 'B', 'C'].map((title) => site.notice(title, { id, seen: 1 }));
    const done = await Promise.allSettled(saves);
    expect(done.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { version: 2 } }]);
    const told = done.filter((each) => each.status === 'rejected').map(({ reason }): unknown => reason);
    expect(told).toEqual([refused('outdated'), refused('outdated')]);
  });

  test('markup and huge texts stay text', async () => {
    const title = '<img src=x onerror=alert(1)>{evil}';
    const body = '</script>'.repeat(880);
    await site.notice('x', { texts: { en: { title, body } } });
    const { list } = await site.inbox.notices.list(await site.member('de'), 'system', page);
    expect(list).toMatchObject([{ title, body }]);
  });

  test('another process sees them after its next look', async () => {
    const other = await testInbox({}, site);
    other.clock.set(site.clock.now());
    const ann = await other.member();
    await other.inbox.poll();
    await site.notice('From the other');
    await other.inbox.poll();
    expect((await other.inbox.notices.list(ann, 'system', page)).list).toMatchObject([
      { title: 'From the other', read: false },
    ]);
    await other.close();
  });

  test('counts agree with what is read at once on several devices', async () => {
    const ann = await site.member();
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push((await site.notice(`Notice ${n}`)).id);
    for (let n = 0; n < 4; n++) await site.inbox.letters.write(ann, { template: 'otp_on', fields: {} });
    const reading = [...ids, ...ids].map((id) => site.inbox.notices.read(ann, { id }, undefined));
    const counts = await Promise.all(reading);
    for (const { system, letter } of counts) {
      expect(system).toBeGreaterThanOrEqual(0);
      expect(letter).toBe(4);
    }
    expect(await site.inbox.notices.unread(ann)).toEqual({ system: 0, letter: 4 });
    await Promise.all([
      site.inbox.notices.read(ann, { all: true }, undefined),
      site.inbox.notices.remove(ann, { all: true }, 'system'),
    ]);
    expect(await site.inbox.notices.unread(ann)).toEqual({ system: 0, letter: 0 });
  });
});

describe('members who are kept from playing', () => {
  test('see no notices, no banners and none that invite; letters about their own account still come', async () => {
    const ann = await site.member();
    await site.notice('Big match tonight');
    await site.inbox.letters.write(ann, { template: 'welcome' });
    await site.restrict(ann);
    expect(await site.inbox.letters.write(ann, { template: 'level_up', fields: { level: '2' } })).toBe(false);
    expect(
      await site.inbox.letters.write(ann, {
        template: 'withdrawal_paid',
        fields: { amount: '20.00', reference: 'R1' },
      }),
    ).toBe(true);
    const { notices } = site.inbox;
    expect(await notices.list(ann, 'system', page)).toEqual({
      list: [],
      total: 0,
      unread: { system: 0, letter: 1 },
    });
    const letters = await notices.list(ann, 'letter', page);
    expect(letters).toMatchObject({ total: 1, list: [{ title: 'Withdrawal paid: 20.00\u00A0PLAY' }] });
    expect(await site.inbox.greet(ann)).toEqual({
      banners: [],
      activities: 0,
      notices: [],
      unread: 1,
      betNews: 0,
    });
    // After a time-out everything is visible again.
    await site.release(ann);
    expect(await site.inbox.greet(ann)).toMatchObject({
      notices: [{ title: 'Big match tonight' }],
      unread: 3,
    });
  });

  test('cannot reach a notice by its id either', async () => {
    const ann = await site.member();
    const { id } = await site.notice('Big match tonight');
    await site.restrict(ann);
    await expect(site.inbox.notices.read(ann, { id }, 'system')).rejects.toThrow(Refused);
    await expect(site.inbox.notices.remove(ann, { id }, 'system')).rejects.toThrow(Refused);
  });

  test('hear of no notice on their live stream', async () => {
    const [ann, bob] = [await site.member('de'), await site.member()];
    await site.restrict(ann);
    const [annHears, bobHears] = [listen(site, ann), listen(site, bob)];
    await site.inbox.poll();
    await site.notice('Big match tonight');
    await site.inbox.poll();
    expect(bobHears.heard()).toHaveLength(1);
    expect(annHears.heard()).toEqual([]);
  });
});

describe('live', () => {
  test('a notice arrives when it comes into force, once, in the language of each stream, with what is unread', async () => {
    const [ann, bob] = [await site.member('de'), await site.member('ar')];
    const [german, arabic] = [listen(site, ann), listen(site, bob)];
    const english = listen(site, { ...ann, lan: 'en' });
    await site.inbox.letters.write(bob, { template: 'otp_on' });
    await site.inbox.poll();
    const from = new Date(site.clock.now().getTime() + 5_000).toISOString();
    const texts = { en: { title: 'Goal', body: '' }, de: { title: 'Tor', body: '' } };
    const { id } = await site.notice('Goal', { texts, from });
    await site.inbox.poll();
    expect(german.heard()).toEqual([]);
    site.clock.advance(5_000);
    await site.inbox.poll();
    await site.inbox.poll();
    const heard = { box: 'system', id };
    expect(german.heard()).toEqual([{ ...heard, title: 'Tor', unread: 1 }]);
    expect(english.heard()).toEqual([{ ...heard, title: 'Goal', unread: 1 }]);
    expect(arabic.heard().at(-1)).toEqual({ ...heard, title: 'Goal', unread: 2 });
  });

  test('a letter arrives at its member alone, in the language of each stream', async () => {
    const [ann, bob] = [await site.member('de'), await site.member()];
    const [german, other] = [listen(site, ann), listen(site, bob)];
    const english = listen(site, { ...ann, lan: 'en' });
    await site.inbox.letters.write(ann, { template: 'identity_verified' });
    expect(german.heard()).toMatchObject([{ box: 'letter', title: 'Identität bestätigt', unread: 1 }]);
    expect(english.heard()).toMatchObject([{ box: 'letter', title: 'Identity verified', unread: 1 }]);
    expect(other.heard()).toEqual([]);
  });
});
