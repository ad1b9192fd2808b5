import { expect, it } from 'vitest';
import { createOpenings } from './process.ts';

it('closes the newest first, each after the previous one has ended', async () => {
  const seen: string[] = [];
  const openings = createOpenings();
  for (const what of ['lock', 'database', 'server']) {
    openings.add(what, async () => {
      seen.push(`${what} closes`);
      await Promise.resolve();
      seen.push(`${what} closed`);
    });
  }
  expect(await openings.closeAll()).toEqual([]);
  expect(seen).toEqual(
    ['server', 'database', 'lock'].flatMap((what) => [`${what} closes`, `${what} closed`]),
  );
  expect(await openings.closeAll()).toEqual([]);
});

it('closes the rest when one fails, also synchronously, and names it', async () => {
  const seen: string[] = [];
  const openings = createOpenings();
  const gone = new Error('the database is gone');
  openings.add('lock', () => seen.push('lock'));
  openings.add('pool', () => {
    throw gone;
  });
  openings.add('jobs', () => Promise.reject(gone));
  expect(await openings.closeAll()).toEqual([
    { what: 'jobs', error: gone },
    { what: 'pool', error: gone },
  ]);
  expect(seen).toEqual(['lock']);
});

it('abandons what does not end, and still closes the rest', async () => {
  const seen: string[] = [];
  const openings = createOpenings();
  openings.add('lock', () => seen.push('lock'));
  openings.add('call that never ends', () => new Promise(() => undefined), 20);
  const failed = await openings.closeAll();
  expect(failed.map(({ what }) => what)).toEqual(['call that never ends']);
  expect(seen).toEqual(['lock']);
});
