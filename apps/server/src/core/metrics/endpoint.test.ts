import { request, type OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { createLog } from '../logging/log.ts';
import { serveMetrics } from './endpoint.ts';

test('the port on this machine answers to names of this machine alone', async () => {
  const server = await serveMetrics(async () => '', { host: '127.0.0.1', port: 0, log: createLog('silent') });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { port } = address;
  const statusFor = (headers: OutgoingHttpHeaders): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path: '/metrics', headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode));
      });
      sent.on('error', reject);
      sent.end();
    });
  const answers: Record<string, number | undefined> = {};
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    '[::1]',
    'evil.example',
    `evil.example:${port}`,
  ]) {
    answers[host.replace(`:${port}`, '')] = await statusFor({ host });
  }
  await new Promise((resolve) => server.close(resolve));
  expect(answers).toEqual({ '127.0.0.1': 200, localhost: 200, '[::1]': 200, 'evil.example': 421 });
});
