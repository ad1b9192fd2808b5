import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { newId, shardOf } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { Refused } from '../../platform/refusal.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { networks, parseAddress, type Hex, type Network } from './address.ts';
import type { DepositTransfer } from './deliver.ts';
import { RealChainInPlay } from './open-node.ts';
import { createChain, type Chain } from './service.ts';
import type { ChainSettings, RailSettings } from './settings.ts';
import { startAnvil, type Anvil } from './testing/anvil.ts';
import { startFaultyProxy, type Fault, type FaultyProxy } from './testing/faulty-proxy.ts';

// m/44'/60'/0' of the phrase of all test chains.
const xpub =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const log = createLog('silent');
const clock = manualClock(new Date('2026-05-06T12:00:00Z'));
let database: TestDatabase;
let anvil: Anvil;
let proxy: FaultyProxy;
let chain: Chain;

/** What the recharge room was told, and whether it is away. */
const told: [string, DepositTransfer][] = [];
let away: (state: string, times: number) => boolean = () => false;
const tell = (state: string) => async (transfer: DepositTransfer) => {
  told.push([state, transfer]);
  if (away(state, told.length)) throw new Error('away');
};
const toldOf = (rechargeId: string) =>
  told
    .filter(([, transfer]) => transfer.rechargeId === rechargeId)
    .map(([state, { network, micro }]) => `${state} ${network} ${micro}`);

const railAt = (url: string, more: Partial<Extract<RailSettings, { kind: 'node' }>> = {}): RailSettings => ({
  ...{ kind: 'node', url, xpub, range: 5_000, timeoutMs: 500 },
  tokens: new Map([[anvil.token, 6]]),
  finality: { by: 'tag' },
  ...more,
});
const open = (rails: Partial<ChainSettings['rails']> = {}, isPlay = true): Promise<Chain> =>
  createChain({
    ...{ pool: database.pool, log, clock },
    settings: {
      ...{ isPlay, watchDays: 30, sandboxBlockMs: 3_000 },
      rails: { 'usdt-erc20': railAt(proxy.url), 'usdt-trc20': { kind: 'sandbox' }, ...rails },
    },
    sink: { seen: tell('seen'), final: tell('final'), orphaned: tell('orphaned') },
  });
const restart = async (): Promise<void> => {
  await chain.stop();
  chain = await open();
};

const recharge = async (network: Network = 'usdt-erc20') => {
  const [memberId, rechargeId] = [newId(), newId()];
  const { address } = await chain.allocate({ network, shard: shardOf(memberId), memberId, rechargeId });
  const bytes = parseAddress(network, address);
  if (bytes === undefined) throw new Error(`${address} is no address`);
  return { memberId, rechargeId, address, bytes };
};
/** Blocks until all there is becomes final, with a look at each. */
const settle = async (blocks = 3) => {
  for (let i = 0; i < blocks; i++) {
    await anvil.mine();
    await chain.poll();
  }
};

beforeAll(async () => {
  database = await testDatabase();
  anvil = await startAnvil();
  proxy = await startFaultyProxy(anvil.url);
});
afterAll(async () => {
  await proxy.close();
  await anvil.stop();
  await database.close();
});
beforeEach(async () => {
  await database.pool.query(
    'truncate chain_counter, chain_address, chain_lead, chain_cursor, chain_block, chain_transfer',
  );
  told.length = 0;
  away = () => false;
  proxy.behave(() => 'pass');
  chain = await open();
  await anvil.mine(3);
  await chain.poll();
});
afterEach(() => chain.stop());

describe('a deposit on a real node', () => {
  it('is seen in its block and final when the chain says so', async () => {
    const { rechargeId, memberId, bytes } = await recharge();
    const txHash = await anvil.transfer(bytes, 25_000_000n);
    await anvil.mine();
    await chain.poll();
    expect(toldOf(rechargeId)).toEqual(['seen usdt-erc20 25000000']);
    const { blockNumber } = told[0]?.[1] ?? { blockNumber: 0n };
    expect(await chain.confirmations('usdt-erc20', blockNumber)).toEqual({ have: 0, need: 2 });
    await settle();
    expect(toldOf(rechargeId)).toEqual(['seen usdt-erc20 25000000', 'final usdt-erc20 25000000']);
    expect(told.at(-1)?.[1]).toMatchObject({ txHash, memberId, shard: shardOf(memberId), logIndex: 0 });
    expect(await chain.confirmations('usdt-erc20', blockNumber)).toEqual({ have: 2, need: 2 });
    await settle();
    expect(told).toHaveLength(2);
  });

  it('is one of two in a block, and of two in a transaction', async () => {
    const [a, b] = [await recharge(), await recharge()];
    await anvil.transfer(a.bytes, 1_000_000n);
    await anvil.transfer(b.bytes, 2_000_000n);
    await anvil.twice(a.bytes, 3_000_000n, a.bytes, 3_000_000n);
    await anvil.mine();
    await settle();
    const finals = (id: string) => toldOf(id).filter((text) => text.startsWith('final'));
    expect(finals(a.rechargeId).toSorted()).toEqual([
      'final usdt-erc20 1000000',
      'final usdt-erc20 3000000',
      'final usdt-erc20 3000000',
    ]);
    expect(finals(b.rechargeId)).toEqual(['final usdt-erc20 2000000']);
    expect(new Set(told.map(([state, t]) => `${state} ${t.txHash} ${t.logIndex}`)).size).toBe(told.length);
  });

  it('of nothing, or of another token, is none', async () => {
    const { rechargeId, bytes } = await recharge();
    await anvil.transfer(bytes, 0n);
    const other = await anvil.transfer(bytes, 9_000_000n, anvil.other);
    await anvil.mine();
    await settle();
    expect(toldOf(rechargeId)).toEqual([]);
    expect(await chain.lookUp('usdt-erc20', other)).toEqual({
      ...{ found: true, status: 'ok', unknownToken: true, transfers: [] },
    });
  });

  it('in a token of other decimals counts in millionths', async () => {
    await chain.stop();
    chain = await open({ 'usdt-erc20': railAt(proxy.url, { tokens: new Map([[anvil.token, 8]]) }) });
    const { rechargeId, bytes } = await recharge();
    await anvil.transfer(bytes, 100_000_199n);
    await anvil.transfer(bytes, 99n);
    await anvil.mine();
    await settle();
    expect(toldOf(rechargeId)).toEqual(['seen usdt-erc20 1000001', 'final usdt-erc20 1000001']);
  });

  it('on the network it was not shown for is told as such', async () => {
    const { rechargeId, bytes, address } = await recharge('usdt-trc20');
    expect(address).toMatch(/^T/);
    await anvil.transfer(bytes, 4_000_000n);
    await anvil.mine();
    await settle();
    expect(toldOf(rechargeId)).toContain('final usdt-erc20 4000000');
    expect(told.at(-1)?.[1]).toMatchObject({ network: 'usdt-erc20', shownNetwork: 'usdt-trc20' });
  });
});

describe('a reorganisation', () => {
  it('that loses a deposit takes it back', async () => {
    const { rechargeId, bytes } = await recharge();
    const txHash = await anvil.transfer(bytes, 5_000_000n);
    await anvil.mine();
    await chain.poll();
    await anvil.reorganise(1, 1);
    await settle();
    expect(toldOf(rechargeId)).toEqual(['seen usdt-erc20 5000000', 'orphaned usdt-erc20 5000000']);
    expect(await chain.lookUp('usdt-erc20', txHash)).toEqual({ found: false });
    expect((await chain.reconcile(100))[0]).toMatchObject({ finalMicro: 0n });
  });

  it.each([
    ['looked at', true],
    ['not looked at', false],
  ])('that moves a deposit to another block leaves it one, the gap %s', async (_, isLookedAt) => {
    const { rechargeId, bytes } = await recharge();
    const raw = await anvil.signTransfer(bytes, 6_000_000n);
    const txHash = await anvil.sendRaw(raw);
    await anvil.mine();
    await chain.poll();
    await anvil.reorganise(1, 0);
    if (isLookedAt) await chain.poll();
    expect(await anvil.sendRaw(raw)).toBe(txHash);
    await anvil.mine();
    await settle(4);
    const states = isLookedAt ? ['seen', 'orphaned', 'seen', 'final'] : ['seen', 'seen', 'final'];
    expect(toldOf(rechargeId)).toEqual(states.map((state) => `${state} usdt-erc20 6000000`));
    const { rows } = await database.pool.query('select state from chain_transfer');
    expect(rows).toEqual([{ state: 'final' }]);
  });

  it('of what was final stops the reading, and nothing is credited', async () => {
    const { rechargeId, bytes } = await recharge();
    await database.pool.query(`update chain_cursor set finalized_hash = decode(repeat('ab', 32), 'hex')`);
    await anvil.transfer(bytes, 5_000_000n);
    await anvil.mine();
    await settle();
    expect(toldOf(rechargeId)).toEqual([]);
  });
});

describe('a stop in the middle', () => {
  it.each(['seen', 'final'])('before the recharge knew of it as %s loses nothing', async (state) => {
    const { rechargeId, bytes } = await recharge();
    away = (told) => told === state;
    await anvil.transfer(bytes, 7_000_000n);
    await settle(state === 'seen' ? 1 : 3);
    const text = `${state} usdt-erc20 7000000`;
    expect(toldOf(rechargeId).at(-1)).toBe(text);
    expect(await undelivered()).toBe(state === 'final' ? 1 : 0);
    away = () => false;
    await restart();
    told.length = 0;
    await chain.poll();
    expect(toldOf(rechargeId)).toEqual([text]);
    await restart();
    await settle();
    const known = state === 'final' ? [text] : [text, 'final usdt-erc20 7000000'];
    expect(toldOf(rechargeId)).toEqual(known);
    expect(await undelivered()).toBe(0);
  });

  it('for a long time reads what was paid meanwhile', async () => {
    const { rechargeId, bytes } = await recharge();
    await chain.stop();
    await anvil.transfer(bytes, 8_000_000n);
    await anvil.mine(120);
    chain = await open({ 'usdt-erc20': railAt(proxy.url, { range: 50 }) });
    const spans = countSpans(() => 'pass');
    await chain.poll();
    expect(toldOf(rechargeId)).toEqual(['final usdt-erc20 8000000']);
    expect(Math.max(...spans)).toBe(50);
  });

  it('at every call to the node, one after the other, comes to the same end', async () => {
    const { rechargeId, bytes } = await recharge();
    await anvil.transfer(bytes, 9_000_000n);
    await anvil.mine();
    for (let stopAt = 1; stopAt <= 20; stopAt++) {
      let calls = 0;
      proxy.behave(() => ((calls += 1) >= stopAt ? { status: 503, body: '' } : 'pass'));
      await chain.poll();
      if (stopAt % 4 === 0) await anvil.mine();
      await restart();
    }
    proxy.behave(() => 'pass');
    await chain.poll();
    const finals = toldOf(rechargeId).filter((text) => text.startsWith('final'));
    expect(finals).toEqual(['final usdt-erc20 9000000']);
  });

  it('leaves the lead to another process, and two at once tell once', async () => {
    const { rechargeId, bytes } = await recharge();
    await anvil.transfer(bytes, 1_000_000n);
    await anvil.mine(4);
    const other = await open();
    await Promise.all([chain.poll(), other.poll(), chain.poll(), other.poll()]);
    expect(toldOf(rechargeId)).toEqual(['final usdt-erc20 1000000']);
    await chain.stop();
    await anvil.transfer(bytes, 2_000_000n);
    await anvil.mine(4);
    await other.poll();
    expect(toldOf(rechargeId)).toHaveLength(2);
    await other.stop();
  });
});

const undelivered = async (): Promise<number> =>
  (await chain.reconcile()).reduce((sum, each) => sum + each.undelivered, 0);

/** Lets a provider judge by how many blocks it is asked for; answers how many these were. */
const countSpans = (judge: (span: number) => Fault): number[] => {
  const spans: number[] = [];
  proxy.behave(({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs') return 'pass';
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
    const span = Number(toBlock) - Number(fromBlock) + 1;
    spans.push(span);
    return judge(span);
  });
  return spans;
};

const error = (code: number, message: string) => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }),
});
const result = (value: unknown) => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: value }),
});

describe('a provider', () => {
  it.each([
    ['fails', { status: 500, body: 'oops' }],
    ['limits', { status: 429, body: '{"error":"slow down"}' }],
    ['refuses', error(-32_005, 'limit exceeded')],
    ['is silent', 'silence'],
    ['cuts its answer short', 'cut'],
    ['dawdles over its answer', 'dawdle'],
    ['answers with a page', { status: 200, body: '<html>busy</html>' }],
    ['answers nothing', result(null)],
    ['answers something else', result({ number: '0x1', hash: '0x2' })],
    [
      'answers with another block',
      result({ number: '0x1', hash: `0x${'1'.repeat(64)}`, parentHash: `0x${'2'.repeat(64)}` }),
    ],
  ] as const)('that %s credits nothing and stops nothing', async (_, fault) => {
    const { rechargeId, bytes } = await recharge();
    await anvil.transfer(bytes, 3_000_000n);
    await anvil.mine(4);
    for (const method of ['eth_getBlockByNumber', 'eth_getLogs', 'eth_getTransactionReceipt']) {
      proxy.behave((call) => (call.method === method ? fault : 'pass'));
      await chain.poll();
      expect(toldOf(rechargeId).filter((text) => text.startsWith('final'))).toEqual([]);
    }
    proxy.behave(() => 'pass');
    await chain.poll();
    expect(toldOf(rechargeId).at(-1)).toBe('final usdt-erc20 3000000');
  });

  it('that takes so many blocks at once is asked for fewer', async () => {
    const { rechargeId, bytes } = await recharge();
    await anvil.transfer(bytes, 3_000_000n);
    await anvil.mine(60);
    const spans = countSpans((span) => (span > 25 ? error(-32_600, 'exceed max block range: 25') : 'pass'));
    await chain.poll();
    expect(toldOf(rechargeId)).toEqual(['final usdt-erc20 3000000']);
    expect(Math.max(...spans)).toBeGreaterThan(25);
    proxy.behave(() => 'pass');
    const blocks = (await chain.reconcile(50)).find(({ network }) => network === 'usdt-erc20')?.chain;
    expect(blocks).toMatchObject({ recordedMicro: blocks?.chainMicro, unrecorded: [], unknown: [] });
  });

  it('that lists transfers of a failed transaction, or of none, is not believed', async () => {
    const { rechargeId, bytes } = await recharge();
    await anvil.transfer(bytes, 3_000_000n);
    await anvil.mine(4);
    proxy.behave(({ method }) => (method === 'eth_getTransactionReceipt' ? result(null) : 'pass'));
    await chain.poll();
    expect(toldOf(rechargeId)).toEqual(['seen usdt-erc20 3000000']);
    proxy.behave(() => 'pass');
    await chain.poll();
    expect(toldOf(rechargeId)).toHaveLength(2);
  });

  it('of a chain of real money is refused in play mode', async () => {
    proxy.behave(({ method }) => (method === 'eth_chainId' ? result('0x1') : 'pass'));
    await expect(open()).rejects.toThrow(RealChainInPlay);
    await expect(open({}, false)).resolves.toBeDefined();
  });

  it('that did not say at the start of which chain it is, is asked nothing else before', async () => {
    proxy.behave(() => ({ status: 503, body: '' }));
    const late = await open();
    proxy.behave(({ method }) => (method === 'eth_chainId' ? result('0x1') : 'pass'));
    await chain.stop();
    proxy.calls.length = 0;
    await expect(late.poll()).rejects.toThrow(RealChainInPlay);
    expect(new Set(proxy.calls)).toEqual(new Set(['eth_chainId']));
  });
});

describe('an address', () => {
  it('is the same each time its recharge asks, and no other has it', async () => {
    const order = { network: 'usdt-erc20' as const, shard: 3, memberId: newId(), rechargeId: newId() };
    const again = await Promise.all(Array.from({ length: 5 }, () => chain.allocate(order)));
    expect(new Set(again.map(({ address }) => address)).size).toBe(1);
    const others = await Promise.all(Array.from({ length: 50 }, () => recharge()));
    expect(new Set([...others, ...again].map(({ address }) => address)).size).toBe(51);
    await expect(chain.allocate({ ...order, network: 'usdt-trc20' })).rejects.toThrow('other network');
  });

  it('is not shown for a network nobody has read', async () => {
    await database.pool.query('truncate chain_cursor');
    proxy.behave(() => ({ status: 503, body: '' }));
    await expect(recharge()).rejects.toThrow(Refused);
    proxy.behave(() => 'pass');
    const { rechargeId, bytes } = await recharge();
    await anvil.transfer(bytes, 3_000_000n);
    await anvil.mine(6);
    await chain.poll();
    expect(toldOf(rechargeId)).toEqual(['final usdt-erc20 3000000']);
  });

  it('given by another process is watched by the one that reads', async () => {
    const other = await open();
    const reading = chain;
    chain = other;
    const { rechargeId, bytes } = await recharge();
    chain = reading;
    await anvil.transfer(bytes, 3_000_000n);
    await anvil.mine();
    await chain.poll();
    expect(toldOf(rechargeId)).toEqual(['seen usdt-erc20 3000000']);
    await other.stop();
  });
});

describe('a claim by hash', () => {
  it('finds what its transaction paid, also to an address that is watched no longer', async () => {
    const { rechargeId, bytes } = await recharge();
    await database.pool.query(`update chain_address set watch_until = now() - interval '1 day'`);
    await restart();
    const txHash = await anvil.transfer(bytes, 3_000_000n);
    await anvil.mine();
    await settle();
    expect(told).toEqual([]);
    const claim = await chain.lookUp('usdt-erc20', txHash.slice(2).toUpperCase());
    expect(claim).toMatchObject({
      ...{ found: true, status: 'ok', unknownToken: false },
      transfers: [{ rechargeId, micro: 3_000_000n, state: 'seen' }],
    });
    await chain.poll();
    expect(toldOf(rechargeId)).toEqual(['final usdt-erc20 3000000']);
    expect(await chain.lookUp('usdt-erc20', txHash)).toMatchObject({ transfers: [{ state: 'final' }] });
  });

  it('tells a failed transaction from one that is not there', async () => {
    const { bytes } = await recharge();
    const failed = await anvil.transfer(bytes, 10n ** 30n);
    await anvil.mine();
    expect(await chain.lookUp('usdt-erc20', failed)).toMatchObject({ found: true, status: 'failed' });
    for (const text of [`0x${'12'.repeat(32)}`, '', 'hash', `${failed}00`, "0x' or 1=1 --"]) {
      expect(await chain.lookUp('usdt-erc20', text)).toEqual({ found: false });
    }
  });

  it('is refused while the chain does not answer', async () => {
    proxy.behave(() => ({ status: 503, body: '' }));
    const hash: Hex = `0x${'12'.repeat(32)}`;
    await expect(chain.lookUp('usdt-erc20', hash)).rejects.toThrow(Refused);
  });
});

it('says which network is played', () => {
  expect(networks.map((network) => chain.isSandbox(network))).toEqual([true, false]);
});
