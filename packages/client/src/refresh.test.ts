import { expect, it } from 'vitest';
import { createRefresh } from './refresh.ts';
import { memorySession } from './session.ts';

const expiresAt = '2026-06-11T19:00:00.000Z';

it('releases the queued calls in their order, and then the call that started the refresh', async () => {
  const session = memorySession({ token: 'old', refreshToken: 'r1', expiresAt });
  const refresh = createRefresh({
    session,
    exclusively: (work) => work(),
    exchange: async () => ({ code: 1, message: '', data: { token: 'new', refreshToken: 'r2', expiresAt } }),
  });
  const released: string[] = [];
  await Promise.all(
    ['first', 'second', 'third'].map(async (name) => {
      released.push(`${name} ${await refresh('old')}`);
    }),
  );
  expect(released).toEqual(['second new', 'third new', 'first new']);
});
