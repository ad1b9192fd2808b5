import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { testInbox, type TestInbox } from '../testing/inbox.ts';

let site: TestInbox;
beforeAll(async () => {
  site = await testInbox();
});
afterAll(() => site.close());

const page = { limit: 20, offset: 0 };
const lettersOf = (reader: Awaited<ReturnType<TestInbox['member']>>) =>
  site.inbox.notices.list(reader, 'letter', page);
const refused = (reason: string) => expect.objectContaining({ reason });
const texts = { en: { title: 'Hello', body: 'How are you?' }, de: { title: 'Hallo', body: '' } };

describe('letters of the house', () => {
  test('of one template about the same there is one, however many write it at once', async () => {
    const ann = await site.member();
    const letter = { template: 'recharge_credited', fields: { amount: '5.00' }, about: 'payment 1' } as const;
    const other = await testInbox({}, site);
    const written = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? site : other).inbox.letters.write(ann, letter)),
    );
    expect(written.filter(Boolean)).toHaveLength(1);
    await site.inbox.letters.write(ann, { ...letter, about: 'payment 2' });
    await site.inbox.letters.write(ann, { ...letter, template: 'recharge_rejected' });
    expect((await lettersOf(ann)).total).toBe(3);
    await other.close();
  });

  test('many at once are written in one go, each about something once', async () => {
    const members = await Promise.all(Array.from({ length: 40 }, () => site.member()));
    const letters = members.flatMap((member, n) =>
      ['a', 'b', 'a'].map((about) => ({
        shard: member.shard,
        memberId: member.memberId,
        template: 'recharge_credited' as const,
        fields: { amount: `${n}.50`, reference: '"quoted", {and} \\\\ so' },
        about,
      })),
    );
    const written = await Promise.all([
      site.inbox.letters.writeAll(letters),
      site.inbox.letters.writeAll(letters.toReversed()),
    ]);
    expect(written[0] + written[1]).toBe(80);
    for (const [n, member] of members.entries()) {
      expect(await lettersOf(member)).toMatchObject({
        total: 2,
        list: [{ title: expect.stringContaining(`${n}.50`) }, { title: expect.stringContaining(`${n}.50`) }],
      });
    }
    const { rows } = await site.database.pool.query(
      'select distinct fields ->> $2 as said from letter where member_id = $1',
      [members[0]?.memberId, 'reference'],
    );
    expect(rows).toEqual([{ said: '"quoted", {and} \\\\ so' }]);
    expect(await site.inbox.letters.writeAll([])).toBe(0);
  });

  test('one that was deleted does not come again, and stays recorded', async () => {
    const ann = await site.member();
    const letter = { template: 'adjusted', fields: { amountSigned: '-1.00' }, about: 'a' } as const;
    await site.inbox.letters.write(ann, letter);
    const [{ id } = { id: '' }] = (await lettersOf(ann)).list;
    await site.inbox.notices.remove(ann, { id }, 'letter');
    expect(await site.inbox.letters.write(ann, letter)).toBe(false);
    expect(await lettersOf(ann)).toMatchObject({ total: 0, unread: { letter: 0 } });
    const { rows } = await site.database.pool.query('select template from letter where id = $1', [id]);
    expect(rows).toEqual([{ template: 'adjusted' }]);
  });

  test('are put into words when they are read, in the reader’s language', async () => {
    const ann = await site.member();
    await site.inbox.letters.write(ann, {
      template: 'recharge_credited',
      fields: { amount: '1284.50', reference: 'TL-7' },
      link: '/pages/recharge/rechargeinfo?id=1',
    });
    const inEnglish = await lettersOf(ann);
    const inGerman = await lettersOf({ ...ann, lan: 'de' });
    expect(inEnglish.list[0]?.title).toBe('Recharge credited: 1,284.50\u00A0PLAY');
    expect(inGerman.list[0]).toMatchObject({
      title: 'Einzahlung gutgeschrieben: 1.284,50\u00A0PLAY',
      link: '/pages/recharge/rechargeinfo?id=1',
    });
  });

  test('another member neither reads nor deletes them', async () => {
    const [ann, bob] = [await site.member(), await site.member()];
    await site.inbox.letters.write(ann, { template: 'otp_on' });
    const [{ id } = { id: '' }] = (await lettersOf(ann)).list;
    for (const box of ['letter', undefined] as const) {
      await expect(site.inbox.notices.read(bob, { id }, box)).rejects.toThrow(refused('not_found'));
    }
    await expect(site.inbox.notices.remove(bob, { id }, 'letter')).rejects.toThrow(refused('not_found'));
    expect(await lettersOf(ann)).toMatchObject({ total: 1, list: [{ read: false }], unread: { letter: 1 } });
  });
});

describe('letters of operators', () => {
  test('have the written text, in the language that is there, else in English', async () => {
    const ann = await site.member();
    await site.inbox.letters.post({ key: newId(), member: ann.memberId, texts }, site.by);
    expect((await lettersOf({ ...ann, lan: 'de' })).list).toMatchObject([{ title: 'Hallo', body: '' }]);
    expect((await lettersOf({ ...ann, lan: 'ar' })).list).toMatchObject([{ title: 'Hello' }]);
    expect(await site.audited(1)).toMatchObject([
      { action: 'letter_sent', detail: { languages: ['en', 'de'] } },
    ]);
  });

  test('a key sends one letter, and not another', async () => {
    const ann = await site.member();
    const input = { key: newId(), member: ann.memberId, texts };
    const sent = await Promise.all(Array.from({ length: 6 }, () => site.inbox.letters.post(input, site.by)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect((await lettersOf(ann)).total).toBe(1);
    const another = { ...input, texts: { en: { title: 'Another', body: '' } } };
    await expect(site.inbox.letters.post(another, site.by)).rejects.toThrow(refused('key_reused'));
    const toBob = { ...input, member: (await site.member()).memberId };
    await expect(site.inbox.letters.post(toBob, site.by)).rejects.toThrow(refused('key_reused'));
  });

  test('go to members only, and need English', async () => {
    const input = { key: newId(), member: newId(), texts };
    await expect(site.inbox.letters.post(input, site.by)).rejects.toThrow(refused('not_found'));
    const german = { ...input, texts: { de: texts.de } };
    await expect(site.inbox.letters.post(german, site.by)).rejects.toThrow(refused('validation'));
  });

  test('to members who are kept from playing only those write who look after safer play', async () => {
    const ann = await site.member();
    await site.restrict(ann);
    const input = { key: newId(), member: ann.memberId, texts };
    await expect(site.inbox.letters.post(input, site.by)).rejects.toThrow(refused('forbidden'));
    await site.inbox.letters.post(input, site.carer);
    expect((await lettersOf(ann)).total).toBe(1);
  });
});
