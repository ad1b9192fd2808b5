import { describe, expect, it } from 'vitest';
import { supportHref } from './support-link.ts';
import { pictureOf, targetOf } from './target.tsx';

describe('links of operators', () => {
  it('lead to pages of the app', () => {
    for (const href of ['/', '/pages/recharge/recharge', '/pages/invest/eventsinfo?id=7&tab=score'])
      expect(targetOf(href)).toEqual({ kind: 'page', href });
  });

  it('lead to addresses by https', () => {
    expect(targetOf('https://example.org/cup')).toEqual({ kind: 'web', href: 'https://example.org/cup' });
  });

  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    'http://example.org',
    '//example.org/pages/a/b',
    'https://bank.example@evil.example/',
    '/pages/../api/x',
    '/api/user/logout',
    'data:text/html,x',
    '/pages/a/b#/x',
  ])('lead nowhere otherwise: %s', (link) => {
    expect(targetOf(link)).toBeUndefined();
  });

  it('show pictures of this site only', () => {
    expect(pictureOf('/api/common/picture?id=1')).toBe('/api/common/picture?id=1');
    for (const path of ['//evil.example/x.png', '/\\evil.example', 'https://evil.example/x.png', undefined])
      expect(pictureOf(path)).toBeUndefined();
  });
});

it.each([
  ['email', ' help@example.org ', 'mailto:help@example.org'],
  ['email', 'help@example.org?bcc=all@example.org', undefined],
  ['phone', '+49 (30) 123-456', 'tel:+4930123456'],
  ['phone', 'call us', undefined],
  ['chat', 'https://chat.example.org/x', 'https://chat.example.org/x'],
  ['link', 'http://example.org', undefined],
  ['link', 'javascript:alert(1)', undefined],
] as const)('%s "%s" is reached at %s', (kind, value, href) => {
  expect(supportHref({ kind, value })).toBe(href);
});
