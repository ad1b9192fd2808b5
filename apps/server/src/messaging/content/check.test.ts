import type { Input } from '@touchline/contract/routes';
import { describe, expect, test } from 'vitest';
import { readFields } from './check.ts';

type Saved = Input<'officeContentSave'>;
const texts = { en: { title: 'x', body: '' } };
const rulesOf = (input: Omit<Saved, 'texts'>): unknown => {
  try {
    readFields({ ...input, texts }, ['video.example']);
    return {};
  } catch (error) {
    return error instanceof Error && 'detail' in error ? error.detail : error;
  }
};

const foreignVideos = [
  'http://video.example/a.mp4',
  'https://other.example/a.mp4',
  'https://video.example.evil.example/a.mp4',
  'https://video.example@evil.example/a.mp4',
  'https://video.example:8443/a.mp4',
  'javascript:alert(1)',
  '/a.mp4',
];
const foreignLinks = [
  'javascript:alert(1)',
  '//evil.example',
  'https://evil.example',
  '/\\evil',
  '/pages/x"y',
];

describe('the fields of a kind', () => {
  test.each<[string, Omit<Saved, 'texts'>, Record<string, string>]>([
    ['a banner has no hours', { kind: 'banner', value: 'x' }, { value: 'unknown' }],
    ['a notice has no picture', { kind: 'notice', image: 'x' }, { image: 'unknown' }],
    ['help needs a section', { kind: 'help' }, { section: 'required' }],
    ['support needs what and where', { kind: 'support' }, { value: 'required', supportKind: 'required' }],
    ['an address needs an @', { kind: 'support', supportKind: 'email', value: 'me' }, { value: 'format' }],
    ['a page is https', { kind: 'support', supportKind: 'link', value: 'http://x.y' }, { value: 'format' }],
    [
      'a page is no program',
      { kind: 'support', supportKind: 'link', value: 'javascript:alert(1)' },
      { value: 'format' },
    ],
    ['a notice has no video', { kind: 'notice', video: 'https://video.example/a.mp4' }, { video: 'unknown' }],
    ...foreignVideos.map((video): [string, Omit<Saved, 'texts'>, Record<string, string>] => [
      `${video} is on no host of the site`,
      { kind: 'activity', video },
      { video: 'format' },
    ]),
    ...foreignLinks.map((link): [string, Omit<Saved, 'texts'>, Record<string, string>] => [
      `${link} leads out of the app`,
      { kind: 'notice', link },
      { link: 'format' },
    ]),
  ])('%s', (_what, input, rules) => {
    expect(rulesOf(input)).toEqual({ rules });
  });

  test.each<[Omit<Saved, 'texts'>]>([
    [{ kind: 'notice', link: '/pages/invest/eventsinfo?id=1&x=a.b' }],
    [{ kind: 'support', supportKind: 'email', value: 'help@example.org', priority: true }],
    [{ kind: 'support', supportKind: 'phone', value: '+49 30 1234-56' }],
    [{ kind: 'help', section: 'betting/betting_odds' }],
    [{ kind: 'activity', video: 'https://video.example/a/b.mp4?x=1' }],
  ])('%o is taken', (input) => {
    expect(rulesOf(input)).toEqual({});
  });

  test('days occur once and in order', () => {
    const hours = { days: [5, 1, 5, 2], from: '09:00', to: '17:00' };
    const input = { kind: 'support', supportKind: 'email', value: 'a@b.c', hours } as const;
    expect(readFields({ ...input, texts }, []).hours?.days).toEqual([1, 2, 5]);
  });
});
