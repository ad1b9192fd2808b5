import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shardOf } from '../../core/ids.ts';
import { countSpans } from './testing/faulty-proxy.ts';
import { openAnvilChain, type AnvilChain } from './testing/anvil-chain.ts';

let ethereum: AnvilChain;
beforeAll(async () => {
  ethereum = await openAnvilChain();
});
afterAll(() => ethereum.close());
beforeEach(() => ethereum.reset());
afterEach(() => ethereum.chain.stop());

describe('a deposit on a real node', () => {
  it('is seen in its block and final when the chain says so', async () => {
    const { rechargeId, memberId, bytes } = await ethereum.recharge();
    const txHash = await ethereum.anvil.transfer(bytes, 25_000_000n);
    await ethereum.anvil.mine();
    await ethereum.chain.poll();
    expect(ethereum.toldOf(rechargeId)).toEqual(['seen usdt-erc20 25000000']);
    const { blockNumber } = ethereum.told[0]?.[1] ?? { blockNumber: 0n };
    expect(await ethereum.chain.confirmations('usdt-erc20', blockNumber)).toEqual({ have: 0, need: 2 });
    await ethereum.settle();
    expect(ethereum.toldOf(rechargeId)).toEqual(['seen usdt-erc20 25000000', 'final usdt-erc20 25000000']);
    expect(ethereum.told.at(-1)?.[1]).toMatchObject({
      txHash,
      memberId,
      shard: shardOf(memberId),
      logIndex: 0,
    });
    expect(await ethereum.chain.confirmations('usdt-erc20', blockNumber)).toEqual({ have: 2, need: 2 });
    await ethereum.settle();
    expect(ethereum.told).toHaveLength(2);
  });

  it('is one of two in a block, and of two in a transaction', async () => {
    const [a, b] = [await ethereum.recharge(), await ethereum.recharge()];
    await ethereum.anvil.transfer(a.bytes, 1_000_000n);
    await ethereum.anvil.transfer(b.bytes, 2_000_000n);
    await ethereum.anvil.twice(a.bytes, 3_000_000n, a.bytes, 3_000_000n);
    await ethereum.anvil.mine();
    await ethereum.settle();
    const finals = (id: string) => ethereum.toldOf(id).filter((text) => text.startsWith('final'));
    expect(finals(a.rechargeId).toSorted()).toEqual([
      'final usdt-erc20 1000000',
      'final usdt-erc20 3000000',
      'final usdt-erc20 3000000',
    ]);
    expect(finals(b.rechargeId)).toEqual(['final usdt-erc20 2000000']);
    // What an address holds, as of the final block.
    const before = await ethereum.chain.holding('usdt-erc20', b.bytes);
    expect(before).toMatchObject({
      micro: 2_000_000n,
      block: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    });
    await ethereum.anvil.transfer(b.bytes, 5_000_000n);
    await ethereum.anvil.mine();
    expect(await ethereum.chain.holding('usdt-erc20', b.bytes)).toMatchObject({ micro: 2_000_000n });
    expect(new Set(ethereum.told.map(([state, t]) => `${state} ${t.txHash} ${t.logIndex}`)).size).toBe(
      ethereum.told.length,
    );
  });

  it('of zero, or of another token, is ignored', async () => {
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.anvil.transfer(bytes, 0n);
    const other = await ethereum.anvil.transfer(bytes, 9_000_000n, ethereum.anvil.other);
    await ethereum.anvil.mine();
    await ethereum.settle();
    expect(ethereum.toldOf(rechargeId)).toEqual([]);
    expect(await ethereum.chain.lookUp('usdt-erc20', other)).toEqual({
      found: true,
      status: 'ok',
      unknownToken: true,
      transfers: [],
    });
  });

  it('in a token of other decimals counts in millionths', async () => {
    await ethereum.chain.stop();
    ethereum.chain = await ethereum.open({
      'usdt-erc20': ethereum.railAt({ tokens: new Map([[ethereum.anvil.token, 8]]) }),
    });
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.anvil.transfer(bytes, 100_000_199n);
    await ethereum.anvil.transfer(bytes, 99n);
    await ethereum.anvil.mine();
    await ethereum.settle();
    expect(ethereum.toldOf(rechargeId)).toEqual(['seen usdt-erc20 1000001', 'final usdt-erc20 1000001']);
  });

  it('on the other network is reported as such', async () => {
    const { rechargeId, bytes, address } = await ethereum.recharge('usdt-trc20');
    expect(address).toMatch(/^T/);
    await ethereum.anvil.transfer(bytes, 4_000_000n);
    await ethereum.anvil.mine();
    await ethereum.settle();
    expect(ethereum.toldOf(rechargeId)).toContain('final usdt-erc20 4000000');
    expect(ethereum.told.at(-1)?.[1]).toMatchObject({ network: 'usdt-erc20', shownNetwork: 'usdt-trc20' });
  });
});

describe('a reorganisation', () => {
  it('that loses a deposit takes it back', async () => {
    const { rechargeId, bytes } = await ethereum.recharge();
    const txHash = await ethereum.anvil.transfer(bytes, 5_000_000n);
    await ethereum.anvil.mine();
    await ethereum.chain.poll();
    await ethereum.anvil.reorganise(1, 1);
    await ethereum.settle();
    expect(ethereum.toldOf(rechargeId)).toEqual(['seen usdt-erc20 5000000', 'orphaned usdt-erc20 5000000']);
    expect(await ethereum.chain.lookUp('usdt-erc20', txHash)).toEqual({ found: false });
    expect((await ethereum.chain.reconcile(100))[0]).toMatchObject({ finalMicro: 0n });
  });

  it.each([
    ['looked at', true],
    ['not looked at', false],
  ])('that moves a deposit to another block leaves it one, the gap %s', async (_, isLookedAt) => {
    const { rechargeId, bytes } = await ethereum.recharge();
    const raw = await ethereum.anvil.signTransfer(bytes, 6_000_000n);
    const txHash = await ethereum.anvil.sendRaw(raw);
    await ethereum.anvil.mine();
    await ethereum.chain.poll();
    await ethereum.anvil.reorganise(1, 0);
    if (isLookedAt) await ethereum.chain.poll();
    expect(await ethereum.anvil.sendRaw(raw)).toBe(txHash);
    await ethereum.anvil.mine();
    await ethereum.settle(4);
    const states = isLookedAt ? ['seen', 'orphaned', 'seen', 'final'] : ['seen', 'seen', 'final'];
    expect(ethereum.toldOf(rechargeId)).toEqual(states.map((state) => `${state} usdt-erc20 6000000`));
    const { rows } = await ethereum.database.pool.query('select state from chain_transfer');
    expect(rows).toEqual([{ state: 'final' }]);
  });

  it('of final blocks stops the reading, and nothing is credited', async () => {
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.database.pool.query(
      `update chain_cursor set finalized_hash = decode(repeat('ab', 32), 'hex')`,
    );
    await ethereum.anvil.transfer(bytes, 5_000_000n);
    await ethereum.anvil.mine();
    await ethereum.settle();
    expect(ethereum.toldOf(rechargeId)).toEqual([]);
  });
});

describe('a stop in between', () => {
  it.each(['seen', 'final'])('before the recharge knew of it as %s loses nothing', async (state) => {
    const { rechargeId, bytes } = await ethereum.recharge();
    ethereum.away = (told) => told === state;
    await ethereum.anvil.transfer(bytes, 7_000_000n);
    await ethereum.settle(state === 'seen' ? 1 : 3);
    const text = `${state} usdt-erc20 7000000`;
    expect(ethereum.toldOf(rechargeId).at(-1)).toBe(text);
    expect(await ethereum.undelivered()).toBe(state === 'final' ? 1 : 0);
    ethereum.away = () => false;
    await ethereum.restart();
    ethereum.told.length = 0;
    await ethereum.chain.poll();
    expect(ethereum.toldOf(rechargeId)).toEqual([text]);
    await ethereum.restart();
    await ethereum.settle();
    const known = state === 'final' ? [text] : [text, 'final usdt-erc20 7000000'];
    expect(ethereum.toldOf(rechargeId)).toEqual(known);
    expect(await ethereum.undelivered()).toBe(0);
  });

  it('for a long time reads the payments made in the meantime', async () => {
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.chain.stop();
    await ethereum.anvil.transfer(bytes, 8_000_000n);
    await ethereum.anvil.mine(120);
    ethereum.chain = await ethereum.open({ 'usdt-erc20': ethereum.railAt({ range: 50 }) });
    const spans = countSpans(ethereum.proxy, () => 'pass');
    await ethereum.chain.poll();
    expect(ethereum.toldOf(rechargeId)).toEqual(['final usdt-erc20 8000000']);
    expect(Math.max(...spans)).toBe(50);
  });

  it('at every call to the node, one after the other, ends the same', async () => {
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.anvil.transfer(bytes, 9_000_000n);
    await ethereum.anvil.mine();
    for (let stopAt = 1; stopAt <= 20; stopAt++) {
      let calls = 0;
      ethereum.proxy.behave(() => ((calls += 1) >= stopAt ? { status: 503, body: '' } : 'pass'));
      await ethereum.chain.poll();
      if (stopAt % 4 === 0) await ethereum.anvil.mine();
      await ethereum.restart();
    }
    ethereum.proxy.behave(() => 'pass');
    await ethereum.chain.poll();
    const finals = ethereum.toldOf(rechargeId).filter((text) => text.startsWith('final'));
    expect(finals).toEqual(['final usdt-erc20 9000000']);
  });

  it('passes the lead to another process, and two at once deliver once', async () => {
    const { rechargeId, bytes } = await ethereum.recharge();
    await ethereum.anvil.transfer(bytes, 1_000_000n);
    await ethereum.anvil.mine(4);
    const other = await ethereum.open();
    await Promise.all([ethereum.chain.poll(), other.poll(), ethereum.chain.poll(), other.poll()]);
    expect(ethereum.toldOf(rechargeId)).toEqual(['final usdt-erc20 1000000']);
    await ethereum.chain.stop();
    await ethereum.anvil.transfer(bytes, 2_000_000n);
    await ethereum.anvil.mine(4);
    await other.poll();
    expect(ethereum.toldOf(rechargeId)).toHaveLength(2);
    await other.stop();
  });
});
