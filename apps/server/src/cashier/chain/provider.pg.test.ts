import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { Refused } from '../../platform/refusal.ts';
import { networks, type Hex } from './address.ts';
import { RealChainInPlay } from './open-node.ts';
import { openAnvilWorld, type AnvilWorld } from './testing/anvil-world.ts';
import { countSpans, error, result } from './testing/faulty-proxy.ts';

let world: AnvilWorld;
beforeAll(async () => {
  world = await openAnvilWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());
afterEach(() => world.chain.stop());

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
    const { rechargeId, bytes } = await world.recharge();
    await world.anvil.transfer(bytes, 3_000_000n);
    await world.anvil.mine(4);
    for (const method of ['eth_getBlockByNumber', 'eth_getLogs', 'eth_getTransactionReceipt']) {
      world.proxy.behave((call) => (call.method === method ? fault : 'pass'));
      await world.chain.poll();
      expect(world.toldOf(rechargeId).filter((text) => text.startsWith('final'))).toEqual([]);
    }
    world.proxy.behave(() => 'pass');
    await world.chain.poll();
    expect(world.toldOf(rechargeId).at(-1)).toBe('final usdt-erc20 3000000');
  });

  it('that refuses many blocks at once is asked for fewer', async () => {
    const { rechargeId, bytes } = await world.recharge();
    await world.anvil.transfer(bytes, 3_000_000n);
    await world.anvil.mine(60);
    const spans = countSpans(world.proxy, (span) =>
      span > 25 ? error(-32_600, 'exceed max block range: 25') : 'pass',
    );
    await world.chain.poll();
    expect(world.toldOf(rechargeId)).toEqual(['final usdt-erc20 3000000']);
    expect(Math.max(...spans)).toBeGreaterThan(25);
    world.proxy.behave(() => 'pass');
    const blocks = (await world.chain.reconcile(50)).find(({ network }) => network === 'usdt-erc20')?.chain;
    expect(blocks).toMatchObject({ recordedMicro: blocks?.chainMicro, unrecorded: [], unknown: [] });
  });

  it('that lists transfers of a failed transaction, or of none, is not believed', async () => {
    const { rechargeId, bytes } = await world.recharge();
    await world.anvil.transfer(bytes, 3_000_000n);
    await world.anvil.mine(4);
    world.proxy.behave(({ method }) => (method === 'eth_getTransactionReceipt' ? result(null) : 'pass'));
    await world.chain.poll();
    expect(world.toldOf(rechargeId)).toEqual(['seen usdt-erc20 3000000']);
    world.proxy.behave(() => 'pass');
    await world.chain.poll();
    expect(world.toldOf(rechargeId)).toHaveLength(2);
  });

  it('of a chain of real money is refused in play mode', async () => {
    world.proxy.behave(({ method }) => (method === 'eth_chainId' ? result('0x1') : 'pass'));
    await expect(world.open()).rejects.toThrow(RealChainInPlay);
    await expect(world.open({}, false)).resolves.toBeDefined();
  });

  it('that did not name its chain at the start is asked for nothing else before', async () => {
    world.proxy.behave(() => ({ status: 503, body: '' }));
    const late = await world.open();
    world.proxy.behave(({ method }) => (method === 'eth_chainId' ? result('0x1') : 'pass'));
    await world.chain.stop();
    world.proxy.calls.length = 0;
    await expect(late.poll()).rejects.toThrow(RealChainInPlay);
    expect(new Set(world.proxy.calls)).toEqual(new Set(['eth_chainId']));
  });
});

describe('an address', () => {
  it('is the same each time its recharge asks, and no other has it', async () => {
    const order = { network: 'usdt-erc20' as const, shard: 3, memberId: newId(), rechargeId: newId() };
    const again = await Promise.all(Array.from({ length: 5 }, () => world.chain.allocate(order)));
    expect(new Set(again.map(({ address }) => address)).size).toBe(1);
    const others = await Promise.all(Array.from({ length: 50 }, () => world.recharge()));
    expect(new Set([...others, ...again].map(({ address }) => address)).size).toBe(51);
    await expect(world.chain.allocate({ ...order, network: 'usdt-trc20' })).rejects.toThrow('other network');
  });

  it('is not shown for a network that was never read', async () => {
    await world.database.owner.query('truncate chain_cursor');
    world.proxy.behave(() => ({ status: 503, body: '' }));
    await expect(world.recharge()).rejects.toThrow(Refused);
    world.proxy.behave(() => 'pass');
    const { rechargeId, bytes } = await world.recharge();
    await world.anvil.transfer(bytes, 3_000_000n);
    await world.anvil.mine(6);
    await world.chain.poll();
    expect(world.toldOf(rechargeId)).toEqual(['final usdt-erc20 3000000']);
  });

  it('allocated by another process is watched by the one that reads', async () => {
    const other = await world.open();
    const reading = world.chain;
    world.chain = other;
    const { rechargeId, bytes } = await world.recharge();
    world.chain = reading;
    await world.anvil.transfer(bytes, 3_000_000n);
    await world.anvil.mine();
    await world.chain.poll();
    expect(world.toldOf(rechargeId)).toEqual(['seen usdt-erc20 3000000']);
    await other.stop();
  });
});

describe('a claim by hash', () => {
  it('finds the payments of its transaction, also to an address that is no longer watched', async () => {
    const { rechargeId, bytes } = await world.recharge();
    await world.database.owner.query(`update chain_address set watch_until = now() - interval '1 day'`);
    await world.restart();
    const txHash = await world.anvil.transfer(bytes, 3_000_000n);
    await world.anvil.mine();
    await world.settle();
    expect(world.told).toEqual([]);
    const claim = await world.chain.lookUp('usdt-erc20', txHash.slice(2).toUpperCase());
    expect(claim).toMatchObject({
      found: true,
      status: 'ok',
      unknownToken: false,
      transfers: [{ rechargeId, micro: 3_000_000n, state: 'seen' }],
    });
    await world.chain.poll();
    expect(world.toldOf(rechargeId)).toEqual(['final usdt-erc20 3000000']);
    expect(await world.chain.lookUp('usdt-erc20', txHash)).toMatchObject({ transfers: [{ state: 'final' }] });
  });

  it('distinguishes a failed transaction from a missing one', async () => {
    const { bytes } = await world.recharge();
    const failed = await world.anvil.transfer(bytes, 10n ** 30n);
    await world.anvil.mine();
    expect(await world.chain.lookUp('usdt-erc20', failed)).toMatchObject({ found: true, status: 'failed' });
    for (const text of [`0x${'12'.repeat(32)}`, '', 'hash', `${failed}00`, "0x' or 1=1 --"]) {
      expect(await world.chain.lookUp('usdt-erc20', text)).toEqual({ found: false });
    }
  });

  it('is refused while the chain does not answer', async () => {
    world.proxy.behave(() => ({ status: 503, body: '' }));
    const hash: Hex = `0x${'12'.repeat(32)}`;
    await expect(world.chain.lookUp('usdt-erc20', hash)).rejects.toThrow(Refused);
  });
});

it('names the network of the sandbox', () => {
  expect(networks.map((network) => world.chain.isSandbox(network))).toEqual([true, false]);
});
