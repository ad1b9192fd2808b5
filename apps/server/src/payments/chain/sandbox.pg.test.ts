import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { manualClock } from '../../core/clock.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { createLog } from '../../core/logging/log.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import type { Network } from '../../core/config/payments.ts';
import { networks } from './address.ts';
import type { DepositTransfer } from './deposit.ts';
import { sandboxDepth, type SandboxChain, type SandboxTransfer } from './sandbox-node.ts';
import { Chain } from './service.ts';

const blockMs = 3_000;
const clock = manualClock(new Date('2026-05-06T12:00:00Z'));
let database: TestDatabase;
let chain: Chain;
let sandbox: SandboxChain;
const told: [string, DepositTransfer][] = [];
const tell = (state: string) => async (transfer: DepositTransfer) => {
  told.push([state, transfer]);
};
const toldOf = (rechargeId: string) =>
  told
    .filter(([, transfer]) => transfer.rechargeId === rechargeId)
    .map(([state, { network, shownNetwork, micro }]) => `${state} ${network} ${shownNetwork} ${micro}`);

const open = async () => {
  chain = await Chain.open({
    pool: database.pool,
    log: createLog('silent'),
    clock,
    settings: {
      rails: { 'usdt-erc20': { kind: 'sandbox' }, 'usdt-trc20': { kind: 'sandbox' } },
      isPlay: true,
      watchDays: 30,
      sandboxBlockMs: blockMs,
    },
    sink: { seen: tell('seen'), final: tell('final'), orphaned: tell('orphaned') },
  });
  if (chain.sandbox === undefined) throw new Error('no sandbox');
  sandbox = chain.sandbox;
};
const pass = async (blocks: number) => {
  for (let i = 0; i < blocks; i++) {
    clock.advance(blockMs);
    await chain.poll();
  }
};
const recharge = async (network: Network) => {
  const [memberId, rechargeId] = [newId(), newId()];
  const { address } = await chain.allocate({ network, shard: shardOf(memberId), memberId, rechargeId });
  return { rechargeId, address };
};
const pay = (to: string, more: Partial<SandboxTransfer> = {}) =>
  sandbox.send({ network: 'usdt-trc20', to, micro: 10_000_000n, ...more });

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.owner.query(
    `truncate chain_counter, chain_address, chain_lead, chain_cursor, chain_block, chain_transfer, chain_taken_back,
       sandbox_chain, sandbox_fork, sandbox_transaction`,
  );
  told.length = 0;
  await open();
  await pass(sandboxDepth + 2);
});

it.each(networks)(
  'a payment on %s is seen in the next block and final some blocks later',
  async (network) => {
    const { rechargeId, address } = await recharge(network);
    await pay(address, { network });
    await chain.poll();
    expect(told).toEqual([]);
    await pass(1);
    const text = `${network} ${network} 10000000`;
    expect(toldOf(rechargeId)).toEqual([`seen ${text}`]);
    const { blockNumber } = told[0]?.[1] ?? { blockNumber: 0n };
    const counts: number[] = [];
    for (let i = 0; i < sandboxDepth; i++) {
      counts.push((await chain.confirmations(network, blockNumber)).have);
      expect(toldOf(rechargeId)).toHaveLength(1);
      await pass(1);
    }
    expect(counts).toEqual([0, 1, 2, 3]);
    expect(toldOf(rechargeId)).toEqual([`seen ${text}`, `final ${text}`]);
    expect(await chain.confirmations(network, blockNumber)).toEqual({
      have: sandboxDepth,
      need: sandboxDepth,
    });
  },
);

it('reports payments short, over, twice and on the other network as they are', async () => {
  const { rechargeId, address } = await recharge('usdt-trc20');
  await pay(address, { micro: 9_999_999n });
  await pay(address, { micro: 9_999_999n });
  await pay(address, { micro: 123_456_789n, network: 'usdt-erc20' });
  await pass(sandboxDepth + 1);
  const finals = toldOf(rechargeId).filter((text) => text.startsWith('final'));
  expect(finals.toSorted()).toEqual([
    'final usdt-erc20 usdt-trc20 123456789',
    'final usdt-trc20 usdt-trc20 9999999',
    'final usdt-trc20 usdt-trc20 9999999',
  ]);
});

it('ignores payments of zero, of an unknown token, or failed; a claim says which', async () => {
  const { address } = await recharge('usdt-trc20');
  await pay(address, { micro: 0n });
  const { txHash: other } = await pay(address, { token: 'other' });
  const { txHash: failed } = await pay(address, { isFailed: true });
  expect(await chain.lookUp('usdt-trc20', other)).toEqual({ found: false });
  await pass(sandboxDepth + 2);
  expect(told).toEqual([]);
  expect(await chain.lookUp('usdt-trc20', other)).toMatchObject({ status: 'ok', unknownToken: true });
  expect(await chain.lookUp('usdt-trc20', failed)).toMatchObject({ status: 'failed' });
  expect(await chain.lookUp('usdt-erc20', other)).toEqual({ found: false });
});

it('a reorganisation loses a payment', async () => {
  const { rechargeId, address } = await recharge('usdt-erc20');
  const { txHash } = await pay(address, { network: 'usdt-erc20' });
  await pass(2);
  await sandbox.reorganise({ network: 'usdt-erc20', isLost: true });
  await pass(sandboxDepth + 2);
  expect(toldOf(rechargeId).map((text) => text.split(' ')[0])).toEqual(['seen', 'orphaned']);
  expect(await chain.lookUp('usdt-erc20', txHash)).toEqual({ found: false });
});

it('a reorganisation moves a payment to another block, where it counts once', async () => {
  const { rechargeId, address } = await recharge('usdt-erc20');
  await pay(address, { network: 'usdt-erc20' });
  await pass(2);
  await sandbox.reorganise({ network: 'usdt-erc20' });
  await chain.poll();
  await pass(sandboxDepth + 2);
  expect(toldOf(rechargeId).map((text) => text.split(' ')[0])).toEqual(['seen', 'orphaned', 'seen', 'final']);
});

it('a reorganisation of one payment leaves blocks that hold payments of others, and those below them', async () => {
  const network = 'usdt-erc20';
  const [own, other] = [await recharge(network), await recharge(network)];
  await pay(own.address, { network });
  await pass(1);
  await pay(other.address, { network });
  await pass(1);
  // The payment of another lies on top: no block of the chain is replaced.
  const order = { network, only: own.address, isLost: true } as const;
  expect(await sandbox.reorganise(order)).toEqual({ replaced: 0 });
  await pay(own.address, { network, micro: 20_000_000n });
  await pass(1);
  expect(await sandbox.reorganise(order)).toEqual({ replaced: 1 });
  await pass(sandboxDepth + 2);
  const states = (id: string) => toldOf(id).map((text) => text.replace(` ${network} ${network}`, ''));
  expect(states(other.rechargeId)).toEqual(['seen 10000000', 'final 10000000']);
  expect(states(own.rechargeId).toSorted()).toEqual([
    'final 10000000',
    'orphaned 20000000',
    'seen 10000000',
    'seen 20000000',
  ]);
});

it('what is final cannot be reorganised away', async () => {
  const { rechargeId, address } = await recharge('usdt-erc20');
  await pay(address, { network: 'usdt-erc20' });
  await pass(sandboxDepth + 1);
  expect(await sandbox.reorganise({ network: 'usdt-erc20', depth: 50, isLost: true })).toEqual({
    replaced: sandboxDepth,
  });
  await pass(sandboxDepth + 2);
  expect(toldOf(rechargeId).at(-1)).toMatch(/^final/);
  const [, erc20] = await chain.reconcile(100);
  expect(erc20).toMatchObject({
    network: 'usdt-erc20',
    finalMicro: 10_000_000n,
    undelivered: 0,
    chain: { recordedMicro: 10_000_000n, chainMicro: 10_000_000n, unrecorded: [], unknown: [] },
  });
});

it('a chain continues where it was after a restart', async () => {
  const { rechargeId, address } = await recharge('usdt-trc20');
  await pay(address);
  await pass(1);
  await chain.stop();
  await open();
  await pass(sandboxDepth);
  expect(toldOf(rechargeId)).toHaveLength(2);
});

it('finds transfers that only the record, or only the chain, has', async () => {
  const { address } = await recharge('usdt-trc20');
  const { txHash } = await pay(address);
  await pass(sandboxDepth + 1);
  await database.owner.query('delete from chain_transfer');
  const [trc20] = await chain.reconcile(100);
  expect(trc20).toMatchObject({
    finalMicro: 0n,
    chain: { recordedMicro: 0n, chainMicro: 10_000_000n, unrecorded: [`${txHash}:0`] },
  });
  await chain.lookUp('usdt-trc20', txHash);
  await chain.poll();
  await database.owner.query('truncate sandbox_transaction');
  expect((await chain.reconcile(100))[0]).toMatchObject({
    chain: { recordedMicro: 10_000_000n, chainMicro: 0n, unknown: [`${txHash}:0`] },
  });
});

it('sends nothing to a malformed address', async () => {
  for (const to of ['', 'T', '0x1', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s']) {
    await expect(pay(to)).rejects.toThrow('address');
  }
});
