import { dayMs } from '@touchline/contract/durations';
import { test } from 'vitest';
import { home } from './callers.ts';
import { testTouchline } from './touchline.ts';

/** Noon of the first day of a frozen site. */
const noon = Date.parse('2026-06-11T12:00:00Z');

/**
 * Hooks with sites that the files of a worker share, because a boot takes longer than many tests. A test makes its own members,
 * operators and matches, and does not count the rows of others; one that counts all rows, stops the server, or changes tables
 * or rules opens a site with `testTouchline`.
 */
export const sharedSites = test
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures off the pattern
  .extend('frozenForWorker', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const site = await testTouchline({ frozenAt: new Date(noon - dayMs), callFrom: home });
    onCleanup(() => site.close());
    return site;
  })
  /**
   * A site whose clock only the test moves. Each file begins at noon of a day after all files before it, so that it finds no
   * session, limit or failed sign-in of theirs.
   */
  .extend('frozenSite', { scope: 'file' }, ({ frozenForWorker: site }) => {
    const days = Math.floor((site.clock.now().getTime() - noon) / dayMs) + 1;
    site.clock.set(new Date(noon + days * dayMs));
    return site;
  });
