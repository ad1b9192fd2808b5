import { isAway } from '../../../apps/server/src/core/database/faults.ts';
import type { Posting } from '../../../apps/server/src/ledger/posting.ts';
import { batchSize, type Member } from './ledger.ts';
import { batchesOf, inGroups } from './measure.ts';
import type { Site } from './site.ts';

/** What became of the postings while a node was killed. */
export type Outage = {
  /** Postings that were answered, of groups on other nodes and of those on the killed one. */
  elsewhere: number;
  heard: number;
  /** Postings of the killed node that got no answer, or were not sent any more. */
  unheard: number;
  /** Unheard postings that had been written all the same. */
  written: number;
  /** From the start of the killed node to its first answer, in milliseconds. */
  backMs: number;
};

/** Postings of an outage: one a member in each round. */
export const planOutage = (members: readonly Member[], rounds: number): Posting[] =>
  Array.from({ length: rounds }, (_, round) =>
    members.map((member): Posting => ({
      ...member,
      key: `outage:${round}`,
      kind: 'recharge',
      amountMinor: 7n,
      counterAccount: 'external:drill',
      ref: null,
    })),
  ).flat();

/**
 * Kills the node of the last group while all groups post. Those of other nodes must go on to the end, those of the killed one
 * answer that it is away. Started again, every key must be answered: one that was answered before as it was then.
 */
export const killOneNode = async (site: Site, postings: readonly Posting[]): Promise<Outage> => {
  const killed = site.groups.at(-1)?.node;
  if (!killed) throw new Error('The site has no groups');
  const nameOf = ({ memberId, key }: Posting): string => `${memberId} ${key}`;
  const answered = new Map<string, bigint>();
  const batches = batchesOf(site.groups, postings, batchSize);
  // In the middle of the work of its first group.
  const killAt = Math.floor((batches.at(-1)?.length ?? 0) / 2);
  let killing: Promise<void> | undefined;
  const away = await Promise.all(
    site.groups.map(async ({ node }, i): Promise<boolean> => {
      for (const [n, batch] of (batches[i] ?? []).entries()) {
        if (node === killed && n === killAt) killing ??= killed.kill();
        try {
          const outcomes = await site.wallet.post(batch);
          outcomes.forEach((one, place) => {
            const posting = batch[place];
            if (one.outcome !== 'applied' || !posting) throw new Error(`a posting came to ${one.outcome}`);
            answered.set(nameOf(posting), one.version);
          });
        } catch (error) {
          if (node !== killed || !isAway(error)) throw error;
          return true;
        }
      }
      return false;
    }),
  );
  await killing;
  site.groups.forEach(({ node }, i) => {
    if ((node === killed) !== away[i])
      throw new Error('A group was away with its node running, or not with it killed');
  });
  const elsewhere = new Set(
    site.groups.filter(({ node }) => node !== killed).flatMap(({ shards }) => [...shards]),
  );
  const heard = postings.filter((one) => answered.has(nameOf(one)));
  if (postings.some((one) => elsewhere.has(one.shard) && !answered.has(nameOf(one))))
    throw new Error('A group of another node has lost postings');

  const startedMs = performance.now();
  await killed.start();
  const last = site.groups.at(-1);
  await last?.pool.query('select');
  const backMs = performance.now() - startedMs;
  let written = 0;
  await inGroups(site, postings, { size: batchSize }, async (_group, batch) => {
    const outcomes = await site.wallet.post(batch);
    outcomes.forEach((one, place) => {
      const posting = batch[place];
      if (one.outcome !== 'applied' || !posting) throw new Error(`a posting came to ${one.outcome}`);
      const before = answered.get(nameOf(posting));
      if (before === undefined) written += Number(one.replayed);
      else if (!one.replayed || one.version !== before)
        throw new Error(`${nameOf(posting)} was answered otherwise`);
    });
  });
  return {
    elsewhere: heard.filter(({ shard }) => elsewhere.has(shard)).length,
    heard: heard.filter(({ shard }) => !elsewhere.has(shard)).length,
    unheard: postings.length - heard.length,
    written,
    backMs,
  };
};
