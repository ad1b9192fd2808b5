import config from './playwright.config.ts';
export default {
  ...config,
  outputDir: '../.cache/traces-slow2',
  timeout: 900_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
  use: { ...config.use, actionTimeout: 90_000, navigationTimeout: 120_000 },
};
