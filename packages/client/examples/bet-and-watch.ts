/**
 * Opens an account, places a bet on a match to come, and prints what happens to it.
 * Usage: node packages/client/examples/bet-and-watch.ts http://127.0.0.1:3000 [account]
 */
import { CallError } from '@touchline/client/errors';
import { openEventStream } from '@touchline/client/event-stream';
import { createLive } from '@touchline/client/live';
import { createMemberClient } from '@touchline/client/member-client';
import { newKey } from '@touchline/client/new-key';
import { memorySession } from '@touchline/client/session';

const [, , origin = 'http://127.0.0.1:3000', account = `robot-${newKey().slice(0, 8)}`] = process.argv;
const session = memorySession();
const client = createMemberClient({ origin, session });

const password = 'stone-74-hill';
session.write(
  await client.call('register', { account, password, confirmPassword: password, birthDate: '1990-05-31' }),
);

const live = createLive({
  origin,
  ticket: async () => (await client.call('liveTicket', {})).ticket,
  open: openEventStream,
});
const balanceMoved = new Promise<void>((resolve) => {
  live.subscribe('balance', ({ balance, currency }) => {
    console.log(`Balance: ${balance} ${currency}`);
    resolve();
  });
});
live.subscribe('bet', ({ id, state }) => console.log(`Bet ${id}: ${state}`));
const opened = new Promise<void>((resolve) => void live.onFirstOpen(resolve));
live.start();

try {
  // The stream begins with what happens once it is open.
  await opened;
  const { list } = await client.call('eventList', { state: 'scheduled', limit: 100 });
  // The match farthest away: markets are suspended around the kick-off.
  const match = list.findLast(({ main }) => main?.state === 'open');
  const [home] = match?.main?.selections ?? [];
  if (match?.main === undefined || home === undefined || home.odds === null) throw new Error('no open match');
  const { market } = match.main;
  const leg = { event: match.id, market, selection: home.selection, odds: home.odds };
  const bet = await client.call('orderAdd', {
    key: newKey(),
    type: 'single',
    stake: '5.00',
    accept: 'any',
    legs: [leg],
  });
  console.log(`Placed ${bet.stake} on ${home.selection} of ${market} at ${home.odds}`);
  await balanceMoved;
} catch (error) {
  if (!(error instanceof CallError)) throw error;
  console.error(`Refused (${error.reason}): ${error.message}`);
  process.exitCode = 1;
} finally {
  live.stop();
  await client.call('logout', {});
}
