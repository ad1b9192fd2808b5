import { expect, test } from 'vitest';
import { limits } from './limits.ts';

test('the constants of the specification are what it says', () => {
  expect(limits).toMatchObject({
    requestTimeoutMs: 60_000,
    loadingDelayMs: 200,
    toastMs: 1_500,
    languageReloadMs: 100,
    swiperIntervalMs: 5_000,
    swiperDurationMs: 500,
    longPressMs: 350,
    longPressTolerancePx: 10,
    videoControlsMs: 3_000,
    passwordMinLength: 6,
    passwordMaxLength: 16,
    teamGenerations: 3,
  });
});
