import type { Input } from '@touchline/contract/routes';
import type { Network } from '../core/config/payments.ts';
import type { Deposits, HostedRailOf } from '../payments/recharges/ports.ts';
import { Cashier } from '../payments/service.ts';
import { createIsDeadEnd } from '../payments/chain/service.ts';
import { manualClock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import type { Wallet } from '../ledger/service.ts';
import type { TestDatabase } from './database.ts';
import type { Owner } from '../core/owner.ts';
import { testTouchline } from './touchline.ts';

export type TestCashier = {
  cashier: Cashier;
  wallet: Wallet;
  database: TestDatabase;
  clock: ReturnType<typeof manualClock>;
  /** Names that an operator has verified, by member. */
  verified: Map<string, string>;
  /** What the chains answer about a transfer, by network; others are not found. */
  onChain: Map<Network, Awaited<ReturnType<Deposits['lookUp']>>>;
  /** Orders of the hosted rail; with `fails` it does not answer. */
  rail: { began: string[]; fails: boolean };
  /** Changes what the setting of channels says. */
  setChannels(text: string): void;
  /** A member with a wallet and this balance, in minor units. */
  member(balanceMinor?: bigint, shard?: number): Promise<Owner>;
  /** A bet of the member that is won, settled now by the clock of the database. */
  settledBet(owner: Owner, stakeMinor: bigint, state?: 'win' | 'lose' | 'refund'): Promise<string>;
  balance(owner: Owner): Promise<{ available: bigint; held: bigint }>;
  close(): Promise<void>;
};

export const testPassword = 'correct horse';

/** Saves a payout method with the password of the test's members. */
export const saveMethod = (
  { payouts }: Pick<Cashier, 'payouts'>,
  owner: Owner,
  input: Input<'walletSave'>,
): ReturnType<Cashier['payouts']['save']> =>
  payouts.save(owner, { password: testPassword, ...input }, '127.0.0.1');

/**
 * Opens a cashier in a site. It has rails, chains, verified names and passwords of its own, because the test sets their
 * answers.
 */
export const testCashier = async (env: Record<string, string> = {}): Promise<TestCashier> => {
  const site = await testTouchline({
    modules: ['wallet', 'play', 'cashier'],
    env,
    // A Thursday, noon.
    clock: manualClock(new Date('2026-06-11T12:00:00Z')),
  });
  const { clock, database, context, modules } = site;
  const { pool } = database;
  const wallet = modules.wallet.service;
  const { arrivals, turnovers } = modules.cashier.service;
  const verified = new Map<string, string>();
  const onChain: TestCashier['onChain'] = new Map();
  const rail: TestCashier['rail'] = { began: [], fails: false };
  const hosted: ReturnType<HostedRailOf> = {
    sandbox: true,
    begin: ({ rechargeId }) => {
      if (rail.fails) return Promise.reject(new Error('away'));
      rail.began.push(rechargeId);
      return Promise.resolve({ providerRef: `p-${rechargeId}`, payUrl: `https://pay.test/${rechargeId}` });
    },
    cancel: () => Promise.resolve(),
  };
  const config = { ...context.config };
  const cashier = new Cashier(
    { ...context, config },
    {
      wallet,
      turnovers,
      arrivals,
      members: {
        verifiedName: (memberId) => Promise.resolve(verified.get(memberId)),
        checkSecond: (_owner, { password }) => {
          if (password === testPassword) return Promise.resolve();
          return Promise.reject(
            new Refused(password === undefined ? 'password_needed' : 'wrong_credentials'),
          );
        },
        factorEnd: { withdrawFrom: () => Promise.resolve(undefined) },
      },
      deposits: {
        allocate: ({ rechargeId }) => Promise.resolve({ address: `address of ${rechargeId}` }),
        confirmations: () => Promise.resolve({ have: 3, need: 19 }),
        lookUp: (network) => Promise.resolve(onChain.get(network) ?? { found: false }),
        isDeadEnd: createIsDeadEnd(pool, []),
        isSandbox: () => true,
        testNetwork: () => undefined,
        payPage: ({ micro }) => `/sandbox/chain?o=${micro}`,
      },
      railOf: () => hosted,
      checks: {
        claimVoucher: () => Promise.resolve('claimed'),
        compareMember: () => Promise.resolve(),
        admitDeposit: (client, owner, amountMinor) =>
          modules.play.service.admitDeposit(client, owner, amountMinor),
      },
    },
  );
  return {
    cashier,
    wallet,
    database,
    clock,
    verified,
    onChain,
    rail,
    setChannels(text) {
      config.CHANNELS = text;
    },
    async member(balanceMinor = 0n, shard = 7) {
      const owner = { memberId: newId(), shard };
      await wallet.open(pool, { ...owner, currency: 'PLAY' });
      if (balanceMinor > 0n) {
        await wallet.post([
          { ...owner, key: 'grant', kind: 'grant', amountMinor: balanceMinor, counterAccount: 'promotions' },
        ]);
      }
      return owner;
    },
    async settledBet({ shard, memberId }, stakeMinor, state = 'win') {
      const id = newId();
      await pool.query(
        `insert into bet (shard, member_id, id, type, lines, currency, unit, stake, odds_milli, potential, state, payout,
           rules, settled_at, settlements)
         values ($1, $2, $3, 'single', 1, 'PLAY', $4::bigint, $4::bigint, 2000, $4::bigint * 2, $5, 0, '1', clock_timestamp(), 1)`,
        [shard, memberId, id, stakeMinor, state],
      );
      return id;
    },
    async balance({ memberId, shard }) {
      const found = await wallet.balance(memberId, shard);
      return { available: found?.availableMinor ?? 0n, held: found?.heldMinor ?? 0n };
    },
    close: site.close,
  };
};
