import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shardOf } from '../../platform/ids.ts';
import { countSpans } from './testing/faulty-proxy.ts';
import { openAnvilWorld, type AnvilWorld } from './testing/anvil-world.ts';

let world: AnvilWorld;
beforeAll(async () => {
  world = await openAnvilWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());
afterEach(() => world.chain.stop());

describe('a deposit on a real node', () => {
  it('is seen in its block and final when the chain says so', async () => {
    const { rechargeId, memberId, bytes } = await world.recharge();
    const txHash = await world.anvil.transfer(bytes, 25_000_000n);
    await world.anvil.mine();
    await world.chain.poll();
    expect(world.toldOf(rechargeId)).toEqual(['seen usdt-erc20 25000000']);
    const { blockNumber } = world.told[0]?.[1] ?? { blockNumber: 0n };
    expect(await world.chain.confirmations('usdt-erc20', blockNumber)).toEqual({ have: 0, need: 2 });
    await world.settle();
    expect(world.toldOf(rechargeId)).toEqual(['seen usdt-erc20 25000000', 'final usdt-erc20 25000000']);
    expect(world.told.at(-1)?.[1]).toMatchObject({ txHash, memberId, shard: shardOf(memberId), logIndex: 0 });
    expect(await world.chain.confirmations('usdt-erc20', blockNumber)).toEqual({ have: 2, need: 2 });
    await world.settle();
    expect(world.told).toHaveLength(2);
  });

  it('is one of two in a block, and of two in a transaction', async () => {
    const [a, b] = [await world.recharge(), await world.recharge()];
    await world.anvil.transfer(a.bytes, 1_000_000n);
    await world.anvil.transfer(b.bytes, 2_000_000n);
    await world.anvil.twice(a.bytes, 3_000_000n, a.bytes, 3_000_000n);
    await world.anvil.mine();
    await world.settle();
    const finals = (id: string) => world.toldOf(id).filter((text) => text.startsWith('final'));
    expect(finals(a.rechargeId).toSorted()).toEqual([
      'final usdt-erc20 1000000',
      'final usdt-erc20 3000000',
      'final usdt-erc20 3000000',
    ]);
    expect(finals(b.rechargeId)).toEqual(['final usdt-erc20 2000000']);
    expect(new Set(world.told.map(([state, t]) => `${state} ${t.txHash} ${t.logIndex}`)).size).toBe(
      world.told.length,
    );
  });

  it('of zero, or of another token, is ignored', async () => {
    const { rechargeId, bytes } = await world.recharge();
    await world.anvil.transfer(bytes, 0n);
    const other = await world.anvil.transfer(bytes, 9_000_000n, world.anvil.other);
    await world.anvil.mine();
    await world.settle();
    expect(world.toldOf(rechargeId)).toEqual([]);
    expect(await world.chain.lookUp('usdt-erc20', other)).toEqual({
      found: true,
      status: 'ok',
      unknownToken: true,
      transfers: [],
    });
  });

  it('in a token of other decimals counts in millionths', async () => {
    await world.chain.stop();
    world.chain = await world.open({
      'usdt-erc20': world.railAt({ tokens: new Map([[world.anvil.token, 8]]) }),
    });
    const { rechargeId, bytes } = await world.recharge();
    await world.anvil.transfer(bytes, 100_000_199n);
    await world.anvil.transfer(bytes, 99n);
    await world.anvil.mine();
    await world.settle();
    expect(world.toldOf(rechargeId)).toEqual(['seen usdt-erc20 1000001', 'final usdt-erc20 1000001']);
  });

  it('on the other network is reported as such', async () => {
    const { rechargeId, bytes, address } = await world.recharge('usdt-trc20');
    expect(address).toMatch(/^T/);
    await world.anvil.transfer(bytes, 4_000_000n);
    await world.anvil.mine();
    await world.settle();
    expect(world.toldOf(rechargeId)).toContain('final usdt-erc20 4000000');
    expect(world.told.at(-1)?.[1]).toMatchObject({ network: 'usdt-erc20', shownNetwork: 'usdt-trc20' });
  });
});

describe('a reorganisation', () => {
  it('that loses a deposit takes it back', async () => {
    const { rechargeId, bytes } = await world.recharge();
    const txHash = await world.anvil.transfer(bytes, 5_000_000n);
    await world.anvil.mine();
    await world.chain.poll();
    await world.anvil.reorganise(1, 1);
    await world.settle();
    expect(world.toldOf(rechargeId)).toEqual(['seen usdt-erc20 5000000', 'orphaned usdt-erc20 5000000']);
    expect(await world.chain.lookUp('usdt-erc20', txHash)).toEqual({ found: false });
    expect((await world.chain.reconcile(100))[0]).toMatchObject({ finalMicro: 0n });
  });

  it.each([
    ['looked at', true],
    ['not looked at', false],
  ])('that moves a deposit to another block leaves it one, the gap %s', async (_, isLookedAt) => {
    const { rechargeId, bytes } = await world.recharge();
    const raw = await world.anvil.signTransfer(bytes, 6_000_000n);
    const txHash = await world.anvil.sendRaw(raw);
    await world.anvil.mine();
    await world.chain.poll();
    await world.anvil.reorganise(1, 0);
    if (isLookedAt) await world.chain.poll();
    expect(await world.anvil.sendRaw(raw)).toBe(txHash);
    await world.anvil.mine();
    await world.settle(4);
    const states = isLookedAt ? ['seen', 'orphaned', 'seen', 'final'] : ['seen', 'seen', 'final'];
    expect(world.toldOf(rechargeId)).toEqual(states.map((state) => `${state} usdt-erc20 6000000`));
    const { rows } = await world.database.pool.query('select state from chain_transfer');
    expect(rows).toEqual([{ state: 'final' }]);
  });

  it('of final blocks stops the reading, and nothing is credited', async () => {
    const { rechargeId, bytes } = await world.recharge();
    await world.database.pool.query(
      `update chain_cursor set finalized_hash = decode(repeat('ab', 32), 'hex')`,
    );
    await world.anvil.transfer(bytes, 5_000_000n);
    await world.anvil.mine();
    await world.settle();
    expect(world.toldOf(rechargeId)).toEqual([]);
  });
});

describe('a stop in between', () => {
  it.each(['seen', 'final'])('before the recharge knew of it as %s loses nothing', async (state) => {
    const { rechargeId, bytes } = await world.recharge();
    world.away = (told) => told === state;
    await world.anvil.transfer(bytes, 7_000_000n);
    await world.settle(state === 'seen' ? 1 : 3);
    const text = `${state} usdt-erc20 7000000`;
    expect(world.toldOf(rechargeId).at(-1)).toBe(text);
    expect(await world.undelivered()).toBe(state === 'final' ? 1 : 0);
    world.away = () => false;
    await world.restart();
    world.told.length = 0;
    await world.chain.poll();
    expect(world.toldOf(rechargeId)).toEqual([text]);
    await world.restart();
    await world.settle();
    const known = state === 'final' ? [text] : [text, 'final usdt-erc20 7000000'];
    expect(world.toldOf(rechargeId)).toEqual(known);
    expect(await world.undelivered()).toBe(0);
  });

  it('for a long time reads the payments made meanwhile', async () => {
    const { rechargeId, bytes } = await world.recharge();
    await world.chain.stop();
    await world.anvil.transfer(bytes, 8_000_000n);
    await world.anvil.mine(120);
    world.chain = await world.open({ 'usdt-erc20': world.railAt({ range: 50 }) });
    const spans = countSpans(world.proxy, () => 'pass');
    await world.chain.poll();
    expect(world.toldOf(rechargeId)).toEqual(['final usdt-erc20 8000000']);
    expect(Math.max(...spans)).toBe(50);
  });

  it('at every call to the node, one after the other, ends the same', async () => {
    const { rechargeId, bytes } = await world.recharge();
    await world.anvil.transfer(bytes, 9_000_000n);
    await world.anvil.mine();
    for (let stopAt = 1; stopAt <= 20; stopAt++) {
      let calls = 0;
      world.proxy.behave(() => ((calls += 1) >= stopAt ? { status: 503, body: '' } : 'pass'));
      await world.chain.poll();
      if (stopAt % 4 === 0) await world.anvil.mine();
      await world.restart();
    }
    world.proxy.behave(() => 'pass');
    await world.chain.poll();
    const finals = world.toldOf(rechargeId).filter((text) => text.startsWith('final'));
    expect(finals).toEqual(['final usdt-erc20 9000000']);
  });

  it('passes the lead to another process, and two at once deliver once', async () => {
    const { rechargeId, bytes } = await world.recharge();
    await world.anvil.transfer(bytes, 1_000_000n);
    await world.anvil.mine(4);
    const other = await world.open();
    await Promise.all([world.chain.poll(), other.poll(), world.chain.poll(), other.poll()]);
    expect(world.toldOf(rechargeId)).toEqual(['final usdt-erc20 1000000']);
    await world.chain.stop();
    await world.anvil.transfer(bytes, 2_000_000n);
    await world.anvil.mine(4);
    await other.poll();
    expect(world.toldOf(rechargeId)).toHaveLength(2);
    await other.stop();
  });
});
