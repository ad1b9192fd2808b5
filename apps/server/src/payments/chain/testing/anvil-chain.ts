import { manualClock } from '../../../core/clock.ts';
import { newId, shardOf } from '../../../core/ids.ts';
import { createLog } from '../../../core/logging/log.ts';
import { testDatabase } from '../../../testing/database.ts';
import type { Network } from '../../../core/config/payments.ts';
import { parseAddress } from '../address.ts';
import type { DepositTransfer } from '../deposit.ts';
import { Chain } from '../service.ts';
import type { ChainSettings, RailSettings } from '../settings.ts';
import { startAnvil } from './anvil.ts';
import { startFaultyProxy } from './faulty-proxy.ts';

// m/44'/60'/0' of the phrase of all test chains.
const xpub =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const log = createLog('silent');
const clock = manualClock(new Date('2026-05-06T12:00:00Z'));

export type AnvilChain = Awaited<ReturnType<typeof openAnvilChain>>;

/**
 * Deposits on Ethereum from a real node, through a provider that can fail; TRON is the sandbox. The watcher needs no other module; a
 * sink of its own records what it delivers.
 */
export const openAnvilChain = async () => {
  const database = await testDatabase();
  const anvil = await startAnvil();
  const proxy = await startFaultyProxy(anvil.url);

  /** Deliveries to recharges, in order. */
  const told: [string, DepositTransfer][] = [];
  const tell = (state: string) => async (transfer: DepositTransfer) => {
    told.push([state, transfer]);
    if (ethereum.away(state)) throw new Error('away');
  };
  const railAt = (more: Partial<Extract<RailSettings, { kind: 'node' }>> = {}): RailSettings => ({
    kind: 'node',
    url: proxy.url,
    xpub,
    range: 5_000,
    // Longer than a busy machine takes; tests of silence shorten it.
    timeoutMs: 30_000,
    callsAtBlock: true,
    tokens: new Map([[anvil.token, 6]]),
    finality: { by: 'tag' },
    ...more,
  });
  const open = (rails: Partial<ChainSettings['rails']> = {}, isPlay = true): Promise<Chain> =>
    Chain.open({
      pool: database.pool,
      log,
      clock,
      settings: {
        isPlay,
        watchDays: 30,
        sandboxBlockMs: 3_000,
        rails: { 'usdt-erc20': railAt(), 'usdt-trc20': { kind: 'sandbox' }, ...rails },
      },
      sink: { seen: tell('seen'), final: tell('final'), orphaned: tell('orphaned') },
    });

  const ethereum = {
    database,
    anvil,
    proxy,
    told,
    railAt,
    open,
    chain: await open(),
    /** Whether recharges fail after a delivery. */
    away: (_state: string): boolean => false,
    toldOf: (rechargeId: string) =>
      told
        .filter(([, transfer]) => transfer.rechargeId === rechargeId)
        .map(([state, { network, micro }]) => `${state} ${network} ${micro}`),
    recharge: async (network: Network = 'usdt-erc20') => {
      const [memberId, rechargeId] = [newId(), newId()];
      const { address } = await ethereum.chain.allocate({
        network,
        shard: shardOf(memberId),
        memberId,
        rechargeId,
      });
      const bytes = parseAddress(network, address);
      if (bytes === undefined) throw new Error(`${address} is no address`);
      return { memberId, rechargeId, address, bytes };
    },
    /** Adds blocks until all are final, with a poll at each. */
    settle: async (blocks = 3) => {
      for (let i = 0; i < blocks; i++) {
        await anvil.mine();
        await ethereum.chain.poll();
      }
    },
    restart: async () => {
      await ethereum.chain.stop();
      ethereum.chain = await open();
    },
    /** Final transfers that were not delivered. */
    undelivered: async (): Promise<number> =>
      (await ethereum.chain.reconcile()).reduce((sum, each) => sum + each.undelivered, 0),
    /** As at the beginning, on the same chain. */
    reset: async () => {
      await database.owner.query(
        'truncate chain_counter, chain_address, chain_lead, chain_cursor, chain_block, chain_transfer, chain_taken_back',
      );
      told.length = 0;
      ethereum.away = () => false;
      proxy.behave(() => 'pass');
      ethereum.chain = await open();
      await anvil.mine(3);
      await ethereum.chain.poll();
    },
    close: async () => {
      await proxy.close();
      await anvil.stop();
      await database.close();
    },
  };
  return ethereum;
};
