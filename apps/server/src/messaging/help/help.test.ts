import type { ContentKind } from '@touchline/contract/shapes/inbox';
import { lans, type Lan } from '@touchline/locales/locales';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { ContentFields, ContentItem, Texts } from '../content/item.ts';
import { CompanyPage } from './company.ts';
import { Help, holds } from './service.ts';
import { hoursInWords, isOpen, Support } from './support.ts';

const clock = manualClock(new Date('2026-06-11T12:00:00Z'));
const timeZone = 'Europe/Berlin';

const item = (
  kind: ContentKind,
  title: string,
  fields: Partial<ContentFields> = {},
  texts: Texts = {},
): ContentItem => ({
  id: newId(),
  version: 3,
  kind,
  texts: { en: { title, body: '' }, ...texts },
  fields: { order: 0, ...fields },
  from: clock.now(),
  until: undefined,
  savedAt: clock.now(),
});
const shelf = (...items: ContentItem[]) => ({
  of: (kind: ContentKind) => Promise.resolve(items.filter((one) => one.kind === kind)),
});

describe('help', () => {
  const help = (...items: ContentItem[]) => new Help({ shelf: shelf(...items), clock, timeZone });

  test.each(lans)('the built-in one answers in %s', async (lan) => {
    const all = await help().list(lan);
    expect(all.length).toBeGreaterThanOrEqual(24);
    expect(new Set(all.map(({ section }) => section)).size).toBe(9);
    for (const { title, body } of all) expect(`${title}${body}`).not.toMatch(/[{}]|help\./);
  });

  test.each<[Lan, string, string]>([
    ['en', 'TURNOVER  matter', 'withdrawal_turnover'],
    ['de', 'gewinnschwelle', 'betting_odds'],
    ['de', 'konto schutze', 'account_secure'],
    ['zh-CN', '流水', 'withdrawal_turnover'],
    ['ar', 'العمولة', 'team_commission'],
    ['en', '135 %', 'betting_odds'],
  ])('in %s "%s" finds %s', async (lan, q, id) => {
    expect((await help().list(lan, q)).map((one) => one.id)).toContain(id);
  });

  test.each(['turnover zebra', '.*', '<script>', '%_', '{amount}'])('"%s" finds nothing', async (q) => {
    expect(await help().list('en', q)).toEqual([]);
  });

  test('what operators wrote comes first, and replaces a built-in answer', async () => {
    const own = item('help', 'House rules', { section: 'account' });
    const instead = item(
      'help',
      'Our odds',
      { section: 'betting/betting_odds' },
      {
        de: { title: 'Unsere Quoten', body: '' },
      },
    );
    const all = await help(own, instead).list('de');
    expect(all.slice(0, 2)).toEqual([
      expect.objectContaining({
        title: 'House rules',
        section: 'account',
        version: '3',
        updatedAt: '2026-06-11',
      }),
      expect.objectContaining({ title: 'Unsere Quoten', section: 'betting', sectionTitle: 'Wetten' }),
    ]);
    expect(all.map(({ id }) => id)).not.toContain('betting_odds');
  });

  test('case, accents, width and vowel signs do not count', () => {
    expect(holds('Die Straße nach Málaga', 'STRASSE malaga')).toBe(true);
    expect(holds('أَلْأَهْلِي', 'الاهلي')).toBe(true);
    expect(holds('ＵＳＤＴ', 'usdt')).toBe(true);
    expect(holds('a.c', 'abc')).toBe(false);
  });
});

describe('hours', () => {
  const week = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' };
  const night = { days: [5], from: '22:00', to: '06:00' };

  test.each([
    // Thursday; Berlin is two hours ahead.
    ['2026-06-11T06:59:59Z', week, false],
    ['2026-06-11T07:00:00Z', week, true],
    ['2026-06-11T15:59:59Z', week, true],
    ['2026-06-11T16:00:00Z', week, false],
    ['2026-06-13T10:00:00Z', week, false],
    // Friday night into Saturday.
    ['2026-06-12T20:00:00Z', night, true],
    ['2026-06-13T03:59:00Z', night, true],
    ['2026-06-13T04:00:00Z', night, false],
    ['2026-06-12T03:00:00Z', night, false],
    ['2026-06-11T21:59:30Z', { days: [4], from: '00:00', to: '23:59' }, true],
  ])('at %s, %o: %s', (at, hours, open) => {
    expect(isOpen(hours, new Date(at), timeZone)).toBe(open);
  });

  test('are in the reader’s language', () => {
    expect(hoursInWords(week, 'en', timeZone)).toBe('Mon – Fri, 09:00–18:00 (Europe/Berlin)');
    expect(hoursInWords({ ...week, days: [1, 3, 6, 7] }, 'de', timeZone)).toBe(
      'Mo, Mi, Sa und So, 09:00–18:00 (Europe/Berlin)',
    );
    expect(hoursInWords({ ...week, days: [1, 2, 3, 4, 5, 6, 7] }, 'zh-CN', timeZone)).toBe(
      '每天 09:00–18:00（Europe/Berlin）',
    );
  });
});

describe('support', () => {
  const owner = { shard: 1, memberId: newId() };
  const support = (items: ContentItem[], contact?: string, first = new Set<string>(), helpStandsIn = false) =>
    new Support({
      shelf: shelf(...items),
      clock,
      site: { timeZone, contact, helpStandsIn },
      hasPriority: ({ memberId }) => Promise.resolve(first.has(memberId)),
    });

  test('entries with priority are for those who have it, and come first', async () => {
    const items = [
      item('support', 'Mail', { supportKind: 'email', value: 'a@b.c' }),
      item('support', 'Direct line', { supportKind: 'phone', value: '+49 30 1', priority: true }),
    ];
    const names = async (who: typeof owner | undefined, first?: Set<string>) =>
      (await support(items, undefined, first).list('en', who)).map(({ name }) => name);
    expect(await names(undefined, new Set([owner.memberId]))).toEqual(['Mail']);
    expect(await names(owner)).toEqual(['Mail']);
    expect(await names(owner, new Set([owner.memberId]))).toEqual(['Direct line', 'Mail']);
  });

  test.each([
    ['help@example.org', 'email'],
    ['https://example.org/help', 'link'],
    ['+49 30 12345', 'phone'],
    ['@touchline', 'chat'],
  ])('the contact %s of the settings is a %s', async (contact, kind) => {
    expect(await support([], contact).list('de', undefined)).toEqual([
      expect.objectContaining({ kind, value: contact, name: 'Support', priority: false }),
    ]);
  });

  test('without a contact there is nothing to show', async () => {
    expect(await support([]).list('en', undefined)).toEqual([]);
  });

  test('without a contact the app’s help is shown where that is allowed', async () => {
    expect(await support([], undefined, undefined, true).list('en', undefined)).toEqual([
      {
        id: 'help',
        kind: 'link',
        name: 'Help centre',
        value: '/pages/help/help',
        hours: 'Answers to read at any time; this site names no one to write to',
        priority: false,
      },
    ]);
    expect(await support([], 'a@b.c', undefined, true).list('en', undefined)).toMatchObject([
      { kind: 'email', value: 'a@b.c' },
    ]);
  });
});

describe('the company profile', () => {
  test('states the facts, also that no name is signed', async () => {
    const page = new CompanyPage({
      shelf: shelf(),
      clock,
      company: { name: 'Touchline', operator: undefined, contact: undefined },
    });
    const { sections, licence } = await page.read('en');
    expect(sections.map(({ id }) => id)).toEqual([
      'about',
      'operator',
      'licence',
      'results',
      'money',
      'contact',
    ]);
    expect(sections[1]?.body).toContain('has not entered a name');
    expect(sections[2]?.body).toContain('play money');
    expect(licence).toBeUndefined();
  });

  test('names who runs it, and is what operators wrote where they wrote it', async () => {
    const company = { name: 'Touchline', operator: 'Example Ltd, London', contact: 'a@b.c' };
    const builtIn = await new CompanyPage({ shelf: shelf(), clock, company }).read('de');
    expect(builtIn.sections[1]?.body).toContain('Example Ltd, London');
    const own = item('company', 'Us', { section: 'us' });
    expect(await new CompanyPage({ shelf: shelf(own), clock, company }).read('de')).toEqual({
      sections: [{ id: 'us', title: 'Us', body: '' }],
    });
  });
});
