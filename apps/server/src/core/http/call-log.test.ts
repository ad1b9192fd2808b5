import { once } from 'node:events';
import { connect } from 'node:net';
import { paths } from '@touchline/contract/paths';
import { expect, test } from 'vitest';
import { createLog } from '../logging/log.ts';
import { Refused } from '../refusal.ts';
import { testHttp, testMember } from './testing/test-http.ts';

/** Makes three calls of a member: one that succeeds, one that is refused, one that fails. @returns the log, and the answers */
const callThrice = async (env: Record<string, string>) => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('warn', { to: { write: (line: string) => void lines.push(JSON.parse(line)) } });
  const app = await testHttp(
    {
      sessionEnd: ({ id }) => {
        if (id === 'boom') throw new Error('the cause');
        if (id === 'busy') throw new Refused('unavailable');
        if (id === 'none') throw new Refused('not_found');
        return Promise.resolve({ list: [] });
      },
    },
    { log },
    env,
  );
  const [, url] = paths.sessionEnd;
  const headers = { 'ba-user-token': 'good', 'content-type': 'application/json' };
  const ask = (id: string) => app.inject({ method: 'POST', url, headers, payload: JSON.stringify({ id }) });
  const answers = [await ask('fine'), await ask('none'), await ask('boom'), await ask('busy')];
  await app.close();
  return { lines: lines.filter(({ requestId }) => requestId !== undefined), answers, url };
};

const outcomesOf = (lines: readonly Record<string, unknown>[]) => lines.map(({ outcome }) => outcome);

test('calls that failed have a line under the id that the caller was given', async () => {
  const { lines, answers, url } = await callThrice({});
  expect(outcomesOf(lines)).toEqual(['fault', 'unavailable']);
  expect(lines[0]).toMatchObject({
    level: 50,
    method: 'POST',
    call: url,
    member: testMember.id,
    ms: expect.any(Number),
    err: expect.objectContaining({ message: 'the cause' }),
  });
  expect(answers.map(({ headers }) => headers['x-request-id'])).toEqual([
    undefined,
    undefined,
    lines[0]?.['requestId'],
    lines[1]?.['requestId'],
  ]);
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(2);
});

test.each([
  ['refused', ['not_found', 'fault', 'unavailable']],
  ['all', ['success', 'not_found', 'fault', 'unavailable']],
])('LOG_CALLS=%s logs other calls too, at every level of the log', async (setting, outcomes) => {
  const { lines } = await callThrice({ LOG_CALLS: setting });
  expect(outcomesOf(lines)).toEqual(outcomes);
  expect(JSON.stringify(lines)).not.toMatch(/"good"|boom|fine/);
});

test('a caller who leaves before the body is sent is no fault', async () => {
  const lines: { level?: number; outcome?: string }[] = [];
  const log = createLog('debug', { to: { write: (line: string) => void lines.push(JSON.parse(line)) } });
  const app = await testHttp({}, { log }, { LOG_CALLS: 'all' });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    `POST ${paths.login[1]} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    'content-length: 100',
  ];
  const asked = new Promise<void>((resolve) => app.server.once('request', () => resolve()));
  socket.write(`${head.join('\r\n')}\r\n\r\n{"account":`);
  await asked;
  socket.destroy();
  await expect.poll(() => lines.map(({ outcome }) => outcome)).toContain('bad_request');
  expect(lines.filter(({ level = 0 }) => level >= 40)).toEqual([]);
  await app.close();
});
