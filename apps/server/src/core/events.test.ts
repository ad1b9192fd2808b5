import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testBus } from '../testing/bus.ts';
import { createBus, letterSender } from './events.ts';
import { createLog } from './logging/log.ts';

const owner = { shard: 7, memberId: '01a1fbf5-241c-72ea-841c-d0cb245a1281' };

test('listeners hear news in the order in which they were added, and only those of their name', () => {
  const bus = testBus();
  const heard: string[] = [];
  bus.on('walletMoved', ({ memberId }) => void heard.push(`first ${memberId}`));
  bus.on('walletMoved', ({ memberId }) => void heard.push(`second ${memberId}`));
  bus.on('payoutMethodSaved', () => void heard.push('another'));
  bus.publish('walletMoved', owner);
  expect(heard).toEqual([`first ${owner.memberId}`, `second ${owner.memberId}`]);
});

test('a listener that fails, at once or later, is logged and stops no other', async () => {
  const logged: unknown[] = [];
  const log = createLog('silent');
  const bus = createBus({ ...log, error: (...given: unknown[]) => void logged.push(given) });
  const heard: string[] = [];
  bus.on('walletMoved', () => {
    throw new Error('at once');
  });
  bus.on('walletMoved', () => Promise.reject(new Error('later')));
  bus.on('walletMoved', ({ memberId }) => void heard.push(memberId));
  await bus.publishAndWait('walletMoved', owner);
  expect(heard).toEqual([owner.memberId]);
  expect(logged).toMatchObject([
    [{ err: { message: 'at once' }, event: 'walletMoved' }, 'a listener failed'],
    [{ err: { message: 'later' }, event: 'walletMoved' }, 'a listener failed'],
  ]);
});

test('publish does not wait; publishAndWait and drain wait for all', async () => {
  const bus = testBus();
  const done: string[] = [];
  bus.on('lettersDue', async (letters) => {
    await turn();
    done.push(...letters.map(({ template }) => template));
  });
  letterSender(bus)(owner, { template: 'otp_on' });
  expect(done).toEqual([]);
  await bus.drain();
  expect(done).toEqual(['otp_on']);
  await bus.publishAndWait('lettersDue', [{ ...owner, template: 'otp_off' }]);
  expect(done).toEqual(['otp_on', 'otp_off']);
});

test('drain also waits for what listeners publish', async () => {
  const bus = testBus();
  const done: string[] = [];
  bus.on('walletMoved', async () => {
    await turn();
    bus.publish('payoutMethodSaved', owner);
  });
  bus.on('payoutMethodSaved', async () => {
    await turn();
    done.push('method');
  });
  bus.publish('walletMoved', owner);
  await bus.drain();
  expect(done).toEqual(['method']);
});

test('a step runs on the connection of the speaker, and its failure reaches the speaker', async () => {
  const bus = testBus();
  // Nothing connects it.
  const client = new pg.Pool();
  const heard: unknown[] = [];
  const joined = { ...owner, inviterId: undefined, device: undefined, now: new Date() };
  bus.onStep('memberJoined', async (...given) => void heard.push(given));
  await bus.step('memberJoined', client, joined);
  expect(heard).toEqual([[client, joined]]);
  bus.onStep('memberJoined', () => Promise.reject(new Error('undone')));
  await expect(bus.step('memberJoined', client, joined)).rejects.toThrow('undone');
});
