import { Registry } from '@prometheus-io/client';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../logging/log.ts';
import { CallCounts, createCallLog } from './call-log.ts';
import { createErrorHandler } from './errors.ts';
import { createLanguageReader } from './request-origin.ts';
import { registerOverload } from './floods.ts';

const overloadMs = 20;
let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** Blocks the processor repeatedly, each time for longer than calls should wait. */
const keepBusy = (): (() => void) => {
  const timer = setInterval(() => {
    const until = performance.now() + 4 * overloadMs;
    while (performance.now() < until);
  }, 1);
  return () => clearInterval(timer);
};

test('refuses calls while the processor is blocked, not because of the start', async () => {
  let nowMs = 0;
  const app = fastify();
  app.setErrorHandler(
    createErrorHandler({
      log: createLog('silent'),
      lines: createCallLog(createLog('silent'), 'failed'),
      counts: new CallCounts(new Registry()),
      languageOf: createLanguageReader(),
      site: { currency: 'PLAY', minAge: 18 },
    }),
  );
  await app.register(async (api) => {
    await registerOverload(api, overloadMs, () => nowMs);
    api.get('/', () => 'here');
  });
  await app.ready();
  const ask = async (): Promise<number> => (await app.inject('/')).statusCode;

  stop = keepBusy();
  for (let call = 0; call < 20; call++) {
    expect(await ask()).toBe(200);
    await new Promise((done) => setTimeout(done, 1));
  }
  nowMs = 2 * overloadMs;
  await expect
    .poll(
      async () => {
        const { statusCode, headers } = await app.inject('/');
        return [statusCode, headers['retry-after']];
      },
      { timeout: 10_000 },
    )
    .toEqual([503, '10']);
  stop();
  await expect.poll(ask, { timeout: 10_000 }).toBe(200);
  await app.close();
});
