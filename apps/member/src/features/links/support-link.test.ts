import { expect, it } from 'vitest';
import { supportHref } from './support-link.ts';

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
