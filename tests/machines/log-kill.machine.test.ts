import { describe, expect, it } from 'vitest';
import { killDuringBets } from './log-kill.ts';

/** The drill (`npm run drill -- log-kill`) plays fifty rounds; here each way of dying comes once. */
describe.skipIf(process.platform !== 'linux')('servers that are killed while they take bets', () => {
  it('keep each receipt, and sign no two logs', async () => {
    // Starts take seconds, and each receipt is checked against the log at the end.
    const figures = await killDuringBets({ rounds: 8, seed: 1, members: 2, pauseMs: 200 });
    expect(figures.receipts).toBe(figures.bets);
    expect(figures.receipts).toBeGreaterThan(100);
    expect(figures.checkpoints).toBeGreaterThan(8);
    expect(figures.kills.databases).toBeGreaterThan(1);
    expect(Object.keys(figures.kills.failpoints).length).toBeGreaterThan(1);
    expect(figures.kills.tools).toBe(1);
    expect(figures.keys).toBeGreaterThan(1);
    // A busy machine starts a server in ten seconds, and there are some twenty starts.
  }, 900_000);
});
