import type { Input } from '@touchline/contract/routes';
import { currencies } from '@touchline/money/currency';
import { settledStakes } from '../book/records/stakes.ts';
import { createArrivals } from '../cashier/recharge/arrivals.ts';
import type { Network } from '../platform/settings/channels.ts';
import type { Deposits, HostedRail } from '../cashier/recharge/ports.ts';
import { createCashier, type Cashier } from '../cashier/service.ts';
import { createTurnovers } from '../cashier/turnover/service.ts';
import { manualClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { Refused } from '../platform/refusal.ts';
import { createWallet, type Wallet } from '../wallet/service.ts';
import { testDatabase, type TestDatabase } from './database.ts';
import type { Owner } from '../platform/owner.ts';
import { testBus } from './bus.ts';

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
  /** A member with a wallet and this balance, in minor units. */
  member(balanceMinor?: bigint): Promise<Owner>;
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

/** The cashier over a new database. Rails and chains report only what a test makes them report. */
export const testCashier = async (env: Record<string, string> = {}): Promise<TestCashier> => {
  const database = await testDatabase();
  const { pool } = database;
  // A Thursday, noon.
  const clock = manualClock(new Date('2026-06-11T12:00:00Z'));
  const wallet = createWallet({ pool });
  const verified = new Map<string, string>();
  const onChain: TestCashier['onChain'] = new Map();
  const rail: TestCashier['rail'] = { began: [], fails: false };
  const hosted: HostedRail = {
    sandbox: true,
    begin: ({ rechargeId }) => {
      if (rail.fails) return Promise.reject(new Error('away'));
      rail.began.push(rechargeId);
      return Promise.resolve({ providerRef: `p-${rechargeId}`, payUrl: `https://pay.test/${rechargeId}` });
    },
    cancel: () => Promise.resolve(),
  };
  const turnovers = createTurnovers({ pool, stakes: (owner, after, on) => settledStakes(on, owner, after) });
  const arrivals = createArrivals({
    pool,
    wallet,
    turnovers,
    clock,
    scale: 2,
    bus: testBus(),
  });
  const cashier = createCashier({
    pool,
    wallet,
    clock,
    log: createLog('silent'),
    currency: currencies.PLAY,
    config: readConfig(env),
    turnovers,
    arrivals,
    names: {
      verifiedName: (memberId) => Promise.resolve(verified.get(memberId)),
      sameName: (a, b) => a.toLowerCase() === b.toLowerCase(),
    },
    checkSecond: (_owner, { password }) => {
      if (password === testPassword) return Promise.resolve();
      return Promise.reject(new Refused(password === undefined ? 'password_needed' : 'wrong_credentials'));
    },
    deposits: {
      allocate: ({ rechargeId }) => Promise.resolve({ address: `address of ${rechargeId}` }),
      confirmations: () => Promise.resolve({ have: 3, need: 19 }),
      lookUp: (network) => Promise.resolve(onChain.get(network) ?? { found: false }),
      isSandbox: () => true,
      testNetwork: () => undefined,
      payPage: ({ micro }) => `/sandbox/chain?o=${micro}`,
    },
    railOf: () => hosted,
    claimVoucher: () => Promise.resolve('claimed'),
    admitDeposit: () => Promise.resolve(),
    bus: testBus(),
  });
  return {
    cashier,
    wallet,
    database,
    clock,
    verified,
    onChain,
    rail,
    async member(balanceMinor = 0n) {
      const owner = { memberId: newId(), shard: 7 };
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
    close: () => database.close(),
  };
};
