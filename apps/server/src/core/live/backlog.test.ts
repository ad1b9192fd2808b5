import { expect, test } from 'vitest';
import { Backlog } from './hub.ts';
import { visitor } from './ticket.ts';

const anna = { id: 'anna', sessionId: 'a', lan: 'en' } as const;
const ben = { id: 'ben', sessionId: 'b', lan: 'en' } as const;
const emil = { id: 'emil', sessionId: 'e', lan: 'de' } as const;
const frame = (text: string, more: { isOpen?: boolean; lan?: 'de' } = {}) => ({
  bytes: Buffer.from(text),
  isOpen: more.isOpen === true,
  lan: more.lan,
});

test('streams at one place share one piece of all messages since', () => {
  const backlog = new Backlog();
  backlog.add(frame('a'));
  backlog.add(frame('b', { isOpen: true }));
  backlog.add(frame('c', { lan: 'de' }));
  const piece = backlog.since(0, anna);
  expect(piece?.toString()).toBe('ab');
  expect(backlog.since(0, ben)).toBe(piece);
  expect(backlog.since(0, emil)?.toString()).toBe('abc');
  expect(backlog.since(0, visitor)?.toString()).toBe('b');
  expect(backlog.since(2, anna)).toBeUndefined();
  expect(backlog.since(3, emil)).toBeUndefined();
});

test('places continue when messages are forgotten', () => {
  const backlog = new Backlog();
  backlog.add(frame('a'));
  backlog.add(frame('b'));
  backlog.forgetBefore(1);
  expect(backlog.end()).toBe(2);
  expect(backlog.since(1, anna)?.toString()).toBe('b');
  backlog.add(frame('c'));
  expect(backlog.since(1, anna)?.toString()).toBe('bc');
  backlog.forgetBefore(3);
  expect([backlog.end(), backlog.since(3, anna)]).toEqual([3, undefined]);
});
