import { newId, shardOf } from '../../../apps/server/src/core/ids.ts';
import { transaction } from '../../../apps/server/src/core/database/transaction.ts';
import type { HoldEnd, NewHold } from '../../../apps/server/src/ledger/holds.ts';
import type { Outcome } from '../../../apps/server/src/ledger/outcomes.ts';
import type { Credit } from '../../../apps/server/src/ledger/pay-many.ts';
import type { Posting } from '../../../apps/server/src/ledger/posting.ts';
import { inGroups, type Cost } from './measure.ts';
import type { Site } from './site.ts';

export type Member = { memberId: string; shard: number };

/** The operations of the ledger, the same for every site. */
export type LedgerPlan = {
  members: readonly Member[];
  postings: readonly Posting[];
  holds: readonly NewHold[];
  ends: readonly HoldEnd[];
  credits: readonly (Credit & { shard: number })[];
  debits: readonly Posting[];
};

/** Items of a call, as a batch of a server under load has. */
export const batchSize = 20;

const ref = null;

/** Every member gets money, holds and ends holds, is paid and pays back, `rounds` times. */
export const planLedger = (count: number, rounds: number): LedgerPlan => {
  const members = Array.from({ length: count }, (): Member => {
    const memberId = newId();
    return { memberId, shard: shardOf(memberId) };
  });
  const each = <T>(make: (member: Member, round: number, n: number) => T): T[] =>
    Array.from({ length: rounds }, (_, round) => members.map((member, n) => make(member, round, n))).flat();
  const holds = each((member, round, n): NewHold => ({
    ...member,
    key: `hold:${round}`,
    id: newId(),
    kind: 'withdrawal',
    amountMinor: BigInt(10 + (n % 7)),
  }));
  return {
    members,
    postings: each((member, round, n) => ({
      ...member,
      key: `post:${round}`,
      kind: 'recharge',
      amountMinor: BigInt(100_000 + n),
      counterAccount: 'external:drill',
      ref,
    })),
    holds,
    ends: holds.map(({ memberId, shard, key, id }, n): HoldEnd => {
      const end = { memberId, shard, key: `end:${key}`, id };
      return n % 2 === 0
        ? { ...end, kind: 'withdrawal', end: 'posted', counterAccount: 'external:drill' }
        : { ...end, kind: 'withdrawal_returned', end: 'released' };
    }),
    credits: each((member, round, n) => ({
      ...member,
      key: `pay:${round}`,
      kind: 'payout',
      amountMinor: BigInt(1 + (n % 900)),
      counterAccount: 'payouts',
      ref,
    })),
    debits: each((member, round, n) => ({
      ...member,
      key: `recover:${round}`,
      kind: 'correction',
      amountMinor: BigInt(1 + (n % 50)),
      counterAccount: 'payouts',
      ref,
    })),
  };
};

/** Opens the wallets. */
export const openWallets = (site: Site, members: readonly Member[]): Promise<Cost> =>
  inGroups(site, members, { size: batchSize }, ({ pool }, batch) =>
    transaction(pool, async (client) => {
      for (const { memberId, shard } of batch)
        await site.wallet.open(client, { memberId, shard, currency: 'PLAY' });
    }),
  );

/** Runs the operations through the services of each group. @returns what a call has cost, by operation */
export const runLedger = async (site: Site, plan: LedgerPlan): Promise<Record<string, Cost>> => {
  const size = batchSize;
  const { wallet } = site;
  const costs: Record<string, Cost> = {};
  costs['post'] = await inGroups(site, plan.postings, { size }, async (_group, batch) =>
    mustApply(await wallet.post(batch), { isReplay: false }),
  );
  costs['hold'] = await inGroups(site, plan.holds, { size }, async (_group, batch) =>
    mustApply(await wallet.hold(batch), { isReplay: false }),
  );
  costs['end holds'] = await inGroups(site, plan.ends, { size }, async (_group, batch) =>
    mustApply(await wallet.endHolds(batch), { isReplay: false }),
  );
  const byShard = plan.credits.toSorted((a, b) => a.shard - b.shard);
  costs['pay many'] = await inGroups(site, chunksOf(byShard), { size: 1 }, async (_group, [chunk]) => {
    if (!chunk) return;
    const { applied } = await wallet.payMany(chunk);
    if (applied !== chunk.credits.length)
      throw new Error(`${applied} of ${chunk.credits.length} credits were paid`);
  });
  costs['recover'] = await inGroups(site, plan.debits, { size }, async (_group, batch) => {
    const answers = await wallet.recover(batch);
    if (answers.some(({ lostMinor }) => lostMinor > 0n)) throw new Error('a wallet could not pay back');
  });
  costs['post, the same keys'] = await inGroups(site, plan.postings, { size }, async (_group, batch) =>
    mustApply(await wallet.post(batch), { isReplay: true }),
  );
  return costs;
};

/** Credits of one shard for one call, in the order of the shards. */
const chunksOf = (
  credits: readonly (Credit & { shard: number })[],
): { shard: number; credits: readonly Credit[] }[] =>
  [...Map.groupBy(credits, ({ shard }) => shard)].map(([shard, own]) => ({ shard, credits: own }));

const mustApply = (outcomes: readonly Outcome[], { isReplay }: { isReplay: boolean }): void => {
  for (const one of outcomes) {
    if (one.outcome !== 'applied') throw new Error(`an operation came to ${one.outcome}`);
    if (one.replayed !== isReplay)
      throw new Error(isReplay ? 'a key was applied twice' : 'a new key was known');
  }
};
