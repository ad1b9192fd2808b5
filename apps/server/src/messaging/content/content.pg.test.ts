import { lans } from '@touchline/locales/locales';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import {
  testTouchline,
  type TestMember,
  type TestOperator,
  type TestTouchline,
} from '../../testing/touchline.ts';

// The content calls of the office: the whole server over HTTP.

let site: TestTouchline;
type Person = TestOperator;
let writer: Person;
let reader: TestMember;
beforeAll(async () => {
  site = await testTouchline();
  writer = await site.operator('content');
  reader = await site.member();
});
afterAll(() => site.close());

const words = (title: string, body = '') => ({ en: { title, body } });
const save = (input: object) => writer.call('officeContentSave', { kind: 'activity', ...input });
const shown = async () => (await reader.call('activityList')).data.list;
const listed = async (input: object = {}) =>
  (await writer.call('officeContentList', { kind: 'activity', ...input })).data.list;

describe('drafts', () => {
  test('are not shown to members, and what is published stays while another draft of it is written', async () => {
    const { data: draft } = await save({ texts: words('Cup'), draft: true });
    const id = draft.id;
    expect(draft).toMatchObject({ state: 'draft', draft: true, version: 1, savedBy: { id: writer.id } });
    expect(draft).not.toHaveProperty('from');
    expect(await shown()).toEqual([]);
    const { data: first } = await save({ id, seen: 1, texts: words('The cup') });
    expect(first).toMatchObject({ state: 'shown', draft: false, published: 2 });
    const { data: next } = await save({ id, seen: 2, texts: words('The grand cup'), draft: true });
    expect(next).toMatchObject({
      state: 'shown',
      draft: true,
      version: 3,
      published: 2,
      from: first.from,
    });
    expect(await shown()).toMatchObject([{ title: 'The cup' }]);
    await save({ id, seen: 3, texts: words('The great cup') });
    expect(await shown()).toMatchObject([{ title: 'The great cup' }]);
    const { data } = await writer.call('officeContentVersions', { id });
    expect(data).toMatchObject({
      total: 4,
      list: [
        { version: 4, draft: false, savedBy: { account: writer.account } },
        { version: 3, draft: true },
        { version: 2 },
        { version: 1, draft: true, removed: false },
      ],
    });
    await writer.call('officeContentDel', { id, seen: 4 });
  });

  test('that were never published begin when they are, and a draft alone can be taken back', async () => {
    const { data } = await save({ texts: words('Never'), draft: true });
    expect(await writer.call('officeContentDel', { id: data.id, seen: 1 })).toMatchObject({ code: 1 });
    expect(await listed()).toEqual([]);
    expect(await listed({ state: 'removed' })).toMatchObject([
      { texts: words('Never'), removed: true },
      { texts: words('The great cup') },
    ]);
  });
});

describe('the list', () => {
  test('lists each item with its state, and finds words of any language', async () => {
    const day = 86_400_000;
    const at = (days: number) => new Date(Date.now() + days * day).toISOString();
    const german = { de: { title: 'Sommerpause', body: '100 % frei_' } };
    await save({ texts: words('Ended'), from: at(-3), until: at(-2), order: 3 });
    await save({ texts: words('Planned'), from: at(2), order: 2 });
    await save({ texts: { ...words('Shown'), ...german }, order: 1 });
    expect(await listed()).toMatchObject([{ state: 'shown' }, { state: 'planned' }, { state: 'ended' }]);
    expect(await listed({ state: 'planned' })).toMatchObject([{ texts: words('Planned') }]);
    for (const q of ['sommer', '100 %', 'frei_']) {
      expect(await listed({ q })).toMatchObject([{ state: 'shown' }]);
    }
    for (const q of ['100_%', "' or 1=1 --", '%']) {
      expect((await writer.call('officeContentList', { kind: 'help', q })).data).toMatchObject({ total: 0 });
    }
  });
});

describe('words in all languages', () => {
  test('are saved at once, with what the picture shows in each', async () => {
    const body = '文'.repeat(8_000);
    const texts = Object.fromEntries(lans.map((lan) => [lan, { title: `In ${lan}`, body }]));
    const answer = await save({ kind: 'notice', texts });
    expect(answer).toMatchObject({ code: 1, status: 200 });
    const { data } = await site.call(
      'noticeList',
      { box: 'system' },
      { 'ba-user-token': reader.token, 'accept-language': 'ar' },
    );
    expect(data.list).toMatchObject([{ title: 'In ar' }]);
    const huge = Object.fromEntries(lans.map((lan) => [lan, { title: lan, body: '文'.repeat(20_000) }]));
    expect(await save({ kind: 'notice', texts: huge })).toMatchObject({ status: 413 });
    expect(await save({ kind: 'notice', texts: words('x', 'y'.repeat(8_001)) })).toMatchObject({
      code: 0,
      data: { reason: 'validation' },
    });
  });

  test('of another call are not longer than any other body', async () => {
    const long = { id: newId(), seen: 1, more: 'x'.repeat(70_000) };
    expect(await writer.call('officeContentDel', long)).toMatchObject({ status: 413 });
  });
});

describe('who means harm', () => {
  test.each([
    ['a language the site has not', { texts: { ...words('x'), xx: { title: 'x', body: '' } } }],
    ['no English', { texts: { de: { title: 'x', body: '' } } }],
    ['a picture nobody sent', { texts: words('x'), image: '../../etc/passwd' }],
    ['a forged picture', { texts: words('x'), image: '0197a000-0000-7000-8000-000000000001' }],
    ['a link that leads out', { texts: words('x'), link: 'https://evil.example' }],
    ['a field of its own', { texts: words('x'), html: '<b>' }],
    ['a next version of nothing seen', { id: '0197a000-0000-7000-8000-000000000001', texts: words('x') }],
  ])('%s is refused, and nothing is kept', async (_what, input) => {
    const before = (await listed()) ?? [];
    expect(await save(input)).toMatchObject({ code: 0, data: { reason: 'validation' } });
    expect(await listed()).toEqual(before);
  });

  test('forged ids are not found', async () => {
    for (const id of [newId(), "' or 1=1", '0']) {
      expect(await save({ id, seen: 1, texts: words('x') })).toMatchObject({ data: { reason: 'not_found' } });
      for (const name of ['officeContentDetail', 'officeContentVersions'] as const) {
        expect(await writer.call(name, { id })).toMatchObject({ data: { reason: 'not_found' } });
      }
      expect(await writer.call('officeContentDel', { id, seen: 1 })).toMatchObject({
        data: { reason: 'not_found' },
      });
    }
  });

  test('markup stays text, in words and in what a picture shows', async () => {
    const alt = '"><script>alert(1)</script>';
    const { data } = await save({ texts: { en: { title: '<b onclick=x>', body: '{x}', alt } }, order: 0 });
    expect(await shown()).toMatchObject([{ title: '<b onclick=x>', body: '{x}', alt }, {}, {}]);
    await writer.call('officeContentDel', { id: data.id, seen: 1 });
  });

  test('who saw an old version neither saves nor takes back', async () => {
    const { data } = await save({ texts: words('One') });
    const id = data.id;
    await save({ id, seen: 1, texts: words('Two') });
    const outdated = { code: 0, data: { reason: 'outdated' } };
    expect(await save({ id, seen: 1, texts: words('Three') })).toMatchObject(outdated);
    expect(await save({ id, seen: 3, texts: words('Four') })).toMatchObject(outdated);
    expect(await writer.call('officeContentDel', { id, seen: 1 })).toMatchObject(outdated);
    const both = await Promise.all([1, 2].map(() => writer.call('officeContentDel', { id, seen: 2 })));
    expect(both.reduce((done, { code }) => done + code, 0)).toBe(1);
    expect(await save({ id, seen: 3, texts: words('Five') })).toMatchObject({
      data: { reason: 'not_found' },
    });
  });

  test('an auditor reads and changes nothing, a trader does neither', async () => {
    const [auditor, trader] = [await site.operator('auditor'), await site.operator('trader')];
    expect(await auditor.call('officeContentList')).toMatchObject({ code: 1 });
    expect(await auditor.call('officeContentSave', { kind: 'notice', texts: words('x') })).toMatchObject({
      status: 403,
      data: { reason: 'forbidden' },
    });
    expect(await trader.call('officeContentList')).toMatchObject({ status: 403 });
  });

  test('every change is a line of the log, with kind, version and languages', async () => {
    const { data } = await save({ texts: words('Told'), draft: true });
    const id = data.id;
    await save({ id, seen: 1, texts: words('Told') });
    await writer.call('officeContentDel', { id, seen: 2 });
    const auditor = await site.operator('auditor');
    const log = await auditor.call('officeAuditList', { subject: id });
    expect(log.data.list).toMatchObject([
      { action: 'content_removed', detail: { kind: 'activity', version: 3 } },
      { action: 'content_saved', detail: { version: 2, languages: ['en'] } },
      { action: 'content_drafted', operator: { id: writer.id }, detail: { version: 1 } },
    ]);
  });
});
