import { setTimeout as wait } from 'node:timers/promises';

import { parseAddress, showAddress, type Hex } from '../../../apps/server/src/payments/chain/address.ts';
import { sandboxXpub } from '../../../apps/server/src/payments/chain/sandbox-node.ts';
import { startAnvil } from '../../../apps/server/src/payments/chain/testing/anvil.ts';
import { startFaultyProxy } from '../../../apps/server/src/payments/chain/testing/faulty-proxy.ts';
import type { Random } from '../../fixtures/random.ts';
import type { Plan } from './plan.ts';
import type { RunClock } from './sender.ts';

/** Time from block to block. */
const blockMs = 600;

/** A transfer of a member to the address of a recharge. */
type Transfer = { recharge: string; address: string; millionths: bigint };

export type Payer = {
  settings: Record<string, string>;
  /** Sends a transfer, and again where its block was replaced. */
  pay(transfer: Transfer): void;
  /** Makes blocks, and replaces the newest ones at the planned times, until the run is over. */
  play(reorganisations: Plan['reorganisations'], over: AbortSignal): Promise<void>;
  /** Makes blocks until all transfers are final. */
  settle(): Promise<void>;
  /** Transfers so far, by recharge. */
  paid(): readonly Transfer[];
  /** Reorganisations that replaced a transfer, and all. */
  replaced(): { transfers: number; reorganisations: number };
  close(): Promise<void>;
};

/** A real node of a chain, read through a provider that fails now and then, and a wallet that pays recharges over it. */
export const startPayer = async ({ random, now }: { random: Random; now: RunClock }): Promise<Payer> => {
  const anvil = await startAnvil();
  const node = await startFaultyProxy(anvil.url);
  let fails = true;
  node.behave(() => {
    if (!fails || random.chance(0.92)) return 'pass';
    return random.pick(['cut', { status: 500, body: '{}' }, { status: 429, body: '{}' }]);
  });
  const waiting: Transfer[] = [];
  const all: Transfer[] = [];
  /** The transactions of each new block, the newest last. */
  const blocks: Hex[][] = [];
  let sent: Hex[] = [];
  let reorganisations = 0;
  let replaced = 0;

  const mine = async (): Promise<void> => {
    for (const { address, millionths } of waiting.splice(0)) {
      const to = parseAddress('usdt-erc20', address);
      if (to === undefined) throw new Error(`${address} is no address`);
      const raw = await anvil.signTransfer(to, millionths);
      await anvil.sendRaw(raw);
      sent.push(raw);
    }
    await anvil.mine();
    blocks.push(sent);
    sent = [];
  };
  /** The newest blocks become empty ones; what was in them is sent again, and comes into a later one. */
  const reorganise = async (depth: number): Promise<void> => {
    const gone = blocks.splice(-depth).flat();
    reorganisations += 1;
    replaced += gone.length;
    await anvil.reorganise(depth, 0);
    for (let n = 0; n < depth; n++) blocks.push([]);
    for (const raw of gone) {
      // The node has already taken some of them back into its pool.
      await anvil.sendRaw(raw).catch(() => undefined);
      sent.push(raw);
    }
  };

  return {
    settings: {
      CHAIN_ERC20_RPC: node.url,
      CHAIN_ERC20_XPUB: sandboxXpub,
      CHAIN_ERC20_TOKENS: showAddress('usdt-erc20', anvil.token),
      CHAIN_POLL_SECONDS: '1',
      CHAIN_TIMEOUT_MS: '2000',
    },
    pay: (transfer) => {
      waiting.push(transfer);
      all.push(transfer);
    },
    play: async (planned, over) => {
      const left = [...planned];
      while (!over.aborted) {
        await wait(blockMs);
        await mine();
        const [next] = left;
        if (next === undefined || next.atMs > now()) continue;
        left.shift();
        await reorganise(Math.min(next.depth, blocks.length));
      }
    },
    settle: async () => {
      fails = false;
      for (let n = 0; n < 5; n++) await mine();
    },
    paid: () => all,
    replaced: () => ({ transfers: replaced, reorganisations }),
    close: async () => {
      await node.close();
      await anvil.stop();
    },
  };
};
