import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './src/browser.ts';

/** The page tests: specs that share a site in each worker, and make members and matches of their own. */
export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  outputDir: '../.cache/traces',
  globalSetup: './src/run-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] === 'true',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'dot',
  use: {
    launchOptions: { executablePath: await findBrowser(), args: [...browserFlags] },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // `npx playwright show-trace` opens what a failed test leaves.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
  },
});
