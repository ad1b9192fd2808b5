import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './fixtures/browser.ts';

// The answers of the kept site are of this evening in the group stage.
process.env['SAMPLE_TIME'] = '2026-06-18T18:40:00.000Z';

/** Draws text the same on every machine, independent of its screen and settings. */
const plainLetters = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/** The page tests: specs that share a site in each worker, and make members and matches of their own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.cache/traces',
  globalSetup: './fixtures/run-setup.ts',
  fullyParallel: true,
  // One more than there are processors: a page waits for its server, its browser and its own timers a third of the time.
  workers: 3,
  retries: 0,
  forbidOnly: process.env['CI'] === 'true',
  timeout: 240_000,
  snapshotPathTemplate: 'fixtures/kept/pictures/{arg}{ext}',
  expect: {
    timeout: 40_000,
    toPass: { timeout: 40_000 },
    // Processors round a curve's edge differently: as many pixels as one letter's edge has may differ.
    toHaveScreenshot: { threshold: 0.04, maxDiffPixels: 40 },
  },
  reporter: 'dot',
  use: {
    launchOptions: { executablePath: await findBrowser(), args: [...browserFlags, ...plainLetters] },
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    // `npx playwright show-trace` opens what a failed test leaves.
    // Pictures and copies of the page after each step took an eighth of the time; what the page showed at the end is kept as text.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
});
