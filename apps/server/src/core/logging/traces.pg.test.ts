import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { startTraces, type Traces } from './traces.ts';
import { testEvent } from '../../testing/book.ts';
import { testTouchline, type TestMember, type TestTouchline } from '../../testing/touchline.ts';

const Attribute = Type.Object({
  key: Type.String(),
  value: Type.Object({
    stringValue: Type.Optional(Type.String()),
    intValue: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  }),
});
const Span = Type.Object({
  traceId: Type.String(),
  spanId: Type.String(),
  parentSpanId: Type.Optional(Type.String()),
  name: Type.String(),
  startTimeUnixNano: Type.String(),
  endTimeUnixNano: Type.String(),
  attributes: Type.Array(Attribute),
  links: Type.Optional(Type.Array(Type.Object({ traceId: Type.String(), spanId: Type.String() }))),
  status: Type.Object({ code: Type.Optional(Type.Number()) }),
});
const Export = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes: Type.Array(Attribute) }),
      scopeSpans: Type.Array(Type.Object({ spans: Type.Array(Span) })),
    }),
  ),
});
type Received = ReturnType<typeof Value.Parse<typeof Span>>;

// A collector that keeps the spans and the other texts it receives.
const received: Received[] = [];
const texts: string[] = [];
const heads: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
let collector: Server;
let traces: Traces;
let site: TestTouchline;
let member: TestMember;
let event: string;

const addressOf = (server: Server): string => {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

beforeAll(async () => {
  collector = createServer((request, response) => {
    heads.push({ url: request.url, headers: request.headers });
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      texts.push(text);
      for (const { scopeSpans } of Value.Parse(Export, JSON.parse(text)).resourceSpans) {
        received.push(...scopeSpans.flatMap(({ spans }) => spans));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  site = await testTouchline({ background: true });
  ({ id: event } = await testEvent(site.database.owner));
  await site.modules.book.service.board.refresh([event]);
  member = await site.member({ account: 'traced.anna' });
  const endpoint = addressOf(collector);
  traces = startTraces({
    config: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
      OTEL_TRACES_SAMPLER_ARG: 1,
    },
    endpoint,
    version: '1.0.0',
    log: site.context.log,
  });
});
afterAll(async () => {
  await traces?.stop();
  await site?.close();
  collector?.close();
});

const attributeOf = (span: Received | undefined, key: string): string | number | undefined => {
  const value = span?.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

/** The span of this name that came last. */
const spanOf = async (name: string): Promise<Received> => {
  await traces.flush();
  const span = received.findLast((one) => one.name === name);
  if (span === undefined)
    throw new Error(`No span ${name} among ${received.map((one) => one.name).join(', ')}`);
  return span;
};

const bet = (stake: string) => ({
  key: newId(),
  type: 'single',
  stake,
  accept: 'any',
  legs: [{ event, market: '1x2', selection: 'X', odds: '3.40' }],
});

test('a bet is a span, and its batch another that leads to it', async () => {
  await member.ask('orderAdd', bet('12.34'));
  const call = await spanOf('orderAdd');
  expect(call.parentSpanId).toBeUndefined();
  expect(attributeOf(call, 'http.route')).toBe('/api/game.soccer/orderAdd');
  const batch = await spanOf('batch of bets');
  expect(batch.traceId).not.toBe(call.traceId);
  expect(batch.links).toEqual([expect.objectContaining({ traceId: call.traceId, spanId: call.spanId })]);
  expect(attributeOf(batch, 'touchline.bets')).toBe(1);
  expect(BigInt(batch.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(call.startTimeUnixNano));
  expect(BigInt(batch.endTimeUnixNano)).toBeGreaterThan(BigInt(batch.startTimeUnixNano));
});

test('a transaction is below its call', async () => {
  await site.member({ account: 'traced.ben' });
  const call = await spanOf('register');
  const below = received.filter(({ parentSpanId }) => parentSpanId === call.spanId);
  expect(below.map(({ name }) => name)).toContain('transaction');
  expect(new Set(below.map(({ traceId }) => traceId))).toEqual(new Set([call.traceId]));
});

test('a refusal is the outcome of a call and no failure', async () => {
  await member.call('orderAdd', bet('0.01'));
  const call = await spanOf('orderAdd');
  expect(attributeOf(call, 'touchline.outcome')).toBe('stake_min');
  expect(call.status.code ?? 0).toBe(0);
});

test('a call of others is a span without its path', async () => {
  const other = createServer((_request, response) => response.writeHead(503).end());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = addressOf(other);
  await (await fetch(`${address}/accounts/traced.anna?key=1`)).text();
  const span = await spanOf(`GET ${new URL(address).host}`);
  expect(attributeOf(span, 'http.response.status_code')).toBe(503);
  expect(span.status.code).toBe(2);
  other.close();
});

test('no span names a person, an address or an amount, and none is about the collector', async () => {
  await traces.flush();
  const all = texts.join('\n');
  for (const secret of [
    member.id,
    member.account,
    member.token,
    'traced.ben',
    '12.34',
    '1234',
    'accounts',
    'secret',
  ]) {
    expect(all).not.toContain(`"${secret}"`);
    expect(all).not.toContain(`/${secret}`);
  }
  expect(received.map(({ name }) => name)).not.toContain(`POST ${new URL(addressOf(collector)).host}`);
  expect(new Set(heads.map(({ url }) => url))).toEqual(new Set(['/v1/traces']));
  expect(heads[0]?.headers.authorization).toBe('Bearer secret');
});

test('docs/operate.md names every attribute', () => {
  const page = readFileSync(new URL('../../../../../docs/operate.md', import.meta.url), 'utf8');
  const keys = new Set(received.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  expect(keys.size).toBeGreaterThan(5);
  expect([...keys].filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});
