import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseUser, replaceUser, signIn, signOut, updateBalance, userStore } from './user.ts';

const stored = new Map<string, string>();
/** A member whom the device keeps. */
const memberOf = (id: string) => {
  const user = parseUser({ id, token: `token of ${id}`, refreshToken: 'r', balance: '1000.00' });
  if (user === undefined) throw new Error('no member');
  return user;
};
const enter = (id: string): void => {
  const { token, refreshToken, expiresAt, ...user } = memberOf(id);
  signIn({ user, token, refreshToken, expiresAt });
};

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  enter('ann');
});
afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

it('takes over what the server sends', () => {
  updateBalance({ balance: '990.00', held: '10.00' });
  replaceUser({ ...memberOf('ann'), account: 'Ann' });
  expect(userStore.read()).toMatchObject({ account: 'Ann', token: 'token of ann' });
  expect(stored.get('user')).toContain('token of ann');
});

it('does not sign in again whom another tab has signed out, by an answer that was on its way', () => {
  stored.delete('user');
  updateBalance({ balance: '990.00', held: '0.00' });
  replaceUser(memberOf('ann'));
  expect(userStore.read()).toBe(undefined);
  expect(stored.has('user')).toBe(false);
});

it('keeps the member whom another tab has signed in', () => {
  stored.set('user', JSON.stringify({ user: memberOf('max') }));
  replaceUser(memberOf('ann'));
  expect(userStore.read()).toMatchObject({ id: 'max', token: 'token of max' });
});
