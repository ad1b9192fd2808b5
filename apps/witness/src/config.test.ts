import { formatVerifierKey } from '@touchline/verify/keys';
import { testKey } from '@touchline/verify/testing/test-key';
import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';
import { createTestLog } from './testing/test-log.ts';

const { origin, vkey } = createTestLog();
const good = { name: 'witness.example/w1', logs: [{ origin, vkeys: [vkey] }] };
const WITNESS_KEY = formatVerifierKey(testKey('witness.example/w2', 'cosignature', 3).key);

test('what is not said has its usual value, and paths start at the file', () => {
  const config = parseConfig(JSON.stringify(good), '/etc/witness');
  expect(config).toMatchObject({ host: '127.0.0.1', port: 7380, folder: '/etc/witness/witness-data' });
  expect([...config.logs.keys()]).toEqual([origin]);
});

test.each([
  ['0.0.0.0:80', '0.0.0.0', 80],
  ['[::1]:7380', '::1', 7380],
  ['localhost:0', 'localhost', 0],
])('listens at %s', (listen, host, port) => {
  expect(parseConfig(JSON.stringify({ ...good, listen }), '/')).toMatchObject({ host, port });
});

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['no name', JSON.stringify({ logs: good.logs })],
  ['a name that no note can carry', JSON.stringify({ ...good, name: 'a b' })],
  ['a setting there is not', JSON.stringify({ ...good, folders: 'x' })],
  ['no logs', JSON.stringify({ ...good, logs: [] })],
  ['a log without keys', JSON.stringify({ ...good, logs: [{ origin, vkeys: [] }] })],
  ['a log twice', JSON.stringify({ ...good, logs: [...good.logs, ...good.logs] })],
  ['a key that is none', JSON.stringify({ ...good, logs: [{ origin, vkeys: [`${vkey}A`] }] })],
  ['the key of a witness', JSON.stringify({ ...good, logs: [{ origin, vkeys: [WITNESS_KEY] }] })],
  ['a port there is not', JSON.stringify({ ...good, listen: '127.0.0.1:70000' })],
  ['no port', JSON.stringify({ ...good, listen: '127.0.0.1' })],
])('a configuration with %s is refused', (_, text) => {
  expect(() => parseConfig(text, '/')).toThrow(ConfigError);
});
