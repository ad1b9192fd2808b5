import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { networks, type Hex } from './address.ts';
import { RealChainInPlay } from './open-node.ts';
import { openAnvilChain, type AnvilChain } from './testing/anvil-chain.ts';
import { countSpans, error, result } from './testing/faulty-proxy.ts';

let ethereum: AnvilChain;
beforeAll(async () => {
  ethereum = await openAnvilChain();
});
afterAll(() => ethereum.close());
beforeEach(() => ethereum.reset());
afterEach(() => ethereum.chain.stop());

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
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.anvil.transfer(bytes, 3_000_000n);
    await ethereum.anvil.mine(4);
    if (fault === 'silence' || fault === 'dawdle') {
      await ethereum.chain.stop();
      ethereum.chain = await ethereum.open({ 'usdt-erc20': ethereum.railAt({ timeoutMs: 500 }) });
    }
    for (const method of ['eth_getBlockByNumber', 'eth_getLogs', 'eth_getTransactionReceipt']) {
      ethereum.proxy.behave((call) => (call.method === method ? fault : 'pass'));
      await ethereum.chain.poll();
      expect(ethereum.toldOf(rechargeId).filter((text) => text.startsWith('final'))).toEqual([]);
    }
    ethereum.proxy.behave(() => 'pass');
    await ethereum.restart();
    await ethereum.chain.poll();
    expect(ethereum.toldOf(rechargeId).at(-1)).toBe('final usdt-erc20 3000000');
  });

  it('that refuses many blocks at once is asked for fewer', async () => {
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.anvil.transfer(bytes, 3_000_000n);
    await ethereum.anvil.mine(60);
    const spans = countSpans(ethereum.proxy, (span) =>
      span > 25 ? error(-32_600, 'exceed max block range: 25') : 'pass',
    );
    await ethereum.chain.poll();
    expect(ethereum.toldOf(rechargeId)).toEqual(['final usdt-erc20 3000000']);
    expect(Math.max(...spans)).toBeGreaterThan(25);
    ethereum.proxy.behave(() => 'pass');
    const blocks = (await ethereum.chain.reconcile(50)).find(
      ({ network }) => network === 'usdt-erc20',
    )?.chain;
    expect(blocks).toMatchObject({ recordedMicro: blocks?.chainMicro, unrecorded: [], unknown: [] });
  });

  it('that lists transfers of a failed transaction, or of none, is not believed', async () => {
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.anvil.transfer(bytes, 3_000_000n);
    await ethereum.anvil.mine(4);
    ethereum.proxy.behave(({ method }) => (method === 'eth_getTransactionReceipt' ? result(null) : 'pass'));
    await ethereum.chain.poll();
    expect(ethereum.toldOf(rechargeId)).toEqual(['seen usdt-erc20 3000000']);
    ethereum.proxy.behave(() => 'pass');
    await ethereum.chain.poll();
    expect(ethereum.toldOf(rechargeId)).toHaveLength(2);
  });

  it('of a chain of real money is refused in play mode', async () => {
    ethereum.proxy.behave(({ method }) => (method === 'eth_chainId' ? result('0x1') : 'pass'));
    await expect(ethereum.open()).rejects.toThrow(RealChainInPlay);
    await expect(ethereum.open({}, false)).resolves.toBeDefined();
  });

  it('that did not name its chain at the start is asked for nothing else before', async () => {
    ethereum.proxy.behave(() => ({ status: 503, body: '' }));
    const late = await ethereum.open();
    ethereum.proxy.behave(({ method }) => (method === 'eth_chainId' ? result('0x1') : 'pass'));
    await ethereum.chain.stop();
    ethereum.proxy.calls.length = 0;
    await expect(late.poll()).rejects.toThrow(RealChainInPlay);
    expect(new Set(ethereum.proxy.calls)).toEqual(new Set(['eth_chainId']));
  });
});

describe('an address', () => {
  it('is the same each time its recharge asks, and no other has it', async () => {
    const order = { network: 'usdt-erc20' as const, shard: 3, memberId: newId(), rechargeId: newId() };
    const again = await Promise.all(Array.from({ length: 5 }, () => ethereum.chain.allocate(order)));
    expect(new Set(again.map(({ address }) => address)).size).toBe(1);
    const others = await Promise.all(Array.from({ length: 50 }, () => ethereum.recharge()));
    expect(new Set([...others, ...again].map(({ address }) => address)).size).toBe(51);
    await expect(ethereum.chain.allocate({ ...order, network: 'usdt-trc20' })).rejects.toThrow(
      'other network',
    );
  });

  it('is not shown for a network that was never read', async () => {
    await ethereum.database.owner.query('truncate chain_cursor');
    ethereum.proxy.behave(() => ({ status: 503, body: '' }));
    await expect(ethereum.recharge()).rejects.toThrow(Refused);
    ethereum.proxy.behave(() => 'pass');
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.anvil.transfer(bytes, 3_000_000n);
    await ethereum.anvil.mine(6);
    await ethereum.chain.poll();
    expect(ethereum.toldOf(rechargeId)).toEqual(['final usdt-erc20 3000000']);
  });

  it('allocated by another process is watched by the one that reads', async () => {
    const other = await ethereum.open();
    const reading = ethereum.chain;
    ethereum.chain = other;
    const { rechargeId, bytes } = await ethereum.recharge();
    ethereum.chain = reading;
    await ethereum.anvil.transfer(bytes, 3_000_000n);
    await ethereum.anvil.mine();
    await ethereum.chain.poll();
    expect(ethereum.toldOf(rechargeId)).toEqual(['seen usdt-erc20 3000000']);
    await other.stop();
  });
});

describe('a claim by hash', () => {
  it('finds the payments of its transaction, also to an address that is no longer watched', async () => {
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.database.owner.query(`update chain_address set watch_until = now() - interval '1 day'`);
    await ethereum.restart();
    const txHash = await ethereum.anvil.transfer(bytes, 3_000_000n);
    await ethereum.anvil.mine();
    await ethereum.settle();
    expect(ethereum.told).toEqual([]);
    const claim = await ethereum.chain.lookUp('usdt-erc20', txHash.slice(2).toUpperCase());
    expect(claim).toMatchObject({
      found: true,
      status: 'ok',
      unknownToken: false,
      transfers: [{ rechargeId, micro: 3_000_000n, state: 'seen' }],
    });
    await ethereum.chain.poll();
    expect(ethereum.toldOf(rechargeId)).toEqual(['final usdt-erc20 3000000']);
    expect(await ethereum.chain.lookUp('usdt-erc20', txHash)).toMatchObject({
      transfers: [{ state: 'final' }],
    });
  });

  it('distinguishes a failed transaction from a missing one', async () => {
    const { bytes } = await ethereum.recharge();
    const failed = await ethereum.anvil.transfer(bytes, 10n ** 30n);
    await ethereum.anvil.mine();
    expect(await ethereum.chain.lookUp('usdt-erc20', failed)).toMatchObject({
      found: true,
      status: 'failed',
    });
    for (const text of [`0x${'12'.repeat(32)}`, '', 'hash', `${failed}00`, "0x' or 1=1 --"]) {
      expect(await ethereum.chain.lookUp('usdt-erc20', text)).toEqual({ found: false });
    }
  });

  it('is refused while the chain does not answer', async () => {
    ethereum.proxy.behave(() => ({ status: 503, body: '' }));
    const hash: Hex = `0x${'12'.repeat(32)}`;
    await expect(ethereum.chain.lookUp('usdt-erc20', hash)).rejects.toThrow(Refused);
  });
});

it('names the network of the sandbox', () => {
  expect(networks.map((network) => ethereum.chain.isSandbox(network))).toEqual([true, false]);
});
