import { expect, it } from 'vitest';
import { bettingStore, keepBetting } from './betting.ts';

it('is open where a server of the previous release says nothing about it', () => {
  keepBetting({ stoppedAt: '2026-06-13T20:00:00.000Z' });
  expect(bettingStore.read().stoppedAt).toBe('2026-06-13T20:00:00.000Z');
  keepBetting(undefined);
  expect(bettingStore.read().stoppedAt).toBeUndefined();
});
