import { endOf, type About, type Base, type KeptWal, type Repository } from './repository.ts';
import {
  formatLsn,
  parseHistory,
  parseLsn,
  segmentName,
  segmentOf,
  startOf,
  type Fork,
} from './wal-names.ts';

/** Where a restore shall end: a time by the database's clock, or all that is archived. */
export type Target = Date | 'latest';

/** The repository does not have what a restore needs. */
export class CannotRestore extends Error {}

/** What a restore takes from the repository. */
export type Plan = {
  base: Base;
  timeline: number;
  /** Files of the log in order, of all timelines that lead to the target. */
  wal: readonly KeptWal[];
  histories: ReadonlyMap<number, string>;
  /** The end of the last file, and when PostgreSQL sent the last of it. */
  end: { lsn: bigint; at: Date };
};

/** The part of the log that belongs to one timeline. */
type Stretch = { timeline: number; from: bigint; to: bigint | undefined };

/** The timelines that lead to one, each with the part of the log that counts. */
const stretchesOf = (timeline: number, history: string | undefined): Stretch[] => {
  const forks: Fork[] = history === undefined ? [] : parseHistory(history);
  let from = 0n;
  const before = forks.map((fork) => {
    const stretch = { timeline: fork.timeline, from, to: fork.at };
    from = fork.at;
    return stretch;
  });
  return [...before, { timeline, from, to: undefined }];
};

const holds = ({ timeline, from, to }: Stretch, { segment }: KeptWal): boolean => {
  if (segment.timeline !== timeline) return false;
  const [first, after] = [startOf(segment), startOf(segment) + BigInt(segment.bytes)];
  return after > from && (to === undefined || first < to);
};

/** How far the log reaches from a base backup without a gap. */
export const reachOf = (
  base: Base,
  kept: readonly KeptWal[],
  { timeline, history, about }: { timeline: number; history: string | undefined; about: About },
): { wal: KeptWal[]; gap: string | undefined } => {
  const stretches = stretchesOf(timeline, history);
  const start = segmentOf(parseLsn(base.start), base.timeline, about.segmentBytes).number;
  const byNumber = new Map<bigint, KeptWal[]>();
  for (const one of kept) {
    if (one.segment.number < start || !stretches.some((stretch) => holds(stretch, one))) continue;
    byNumber.set(one.segment.number, [...(byNumber.get(one.segment.number) ?? []), one]);
  }
  const last = [...byNumber.keys()].reduce((most, number) => (number > most ? number : most), start - 1n);
  const wal: KeptWal[] = [];
  for (let number = start; number <= last; number += 1n) {
    const found = byNumber.get(number) ?? [];
    const isWhole = found.some(({ filled, segment }) => filled === segment.bytes);
    wal.push(...found);
    if (number < last && !isWhole) {
      const name = segmentName({ timeline, number, bytes: about.segmentBytes });
      return { wal, gap: found.length === 0 ? `${name} is missing` : `${name} is not whole` };
    }
  }
  return { wal, gap: wal.length === 0 ? 'no log is there' : undefined };
};

/** The newest timeline of which anything is there. */
const newestTimeline = (kept: readonly KeptWal[], bases: readonly Base[]): number =>
  Math.max(1, ...kept.map(({ segment }) => segment.timeline), ...bases.map(({ timeline }) => timeline));

/**
 * Chooses the base backup and the files of the log for a target.
 * @param given.timeline where a cluster was restored before, its lives have timelines: without it the newest
 * @throws CannotRestore with the reason
 */
export const planRestore = async (
  repository: Repository,
  given: {
    target: Target;
    timeline?: number | undefined;
    baseId?: string | undefined;
    endsAt?: Date | undefined;
  },
): Promise<Plan> => {
  const { target } = given;
  const about = await repository.about();
  const [bases, kept, histories] = [
    await repository.bases(),
    await repository.wal(about.segmentBytes),
    await repository.histories(),
  ];
  const timeline = given.timeline ?? newestTimeline(kept, bases);
  const history = histories.get(timeline);
  if (timeline > 1 && history === undefined) {
    throw new CannotRestore(`history/${timeline} is missing: the start of timeline ${timeline} is unknown`);
  }
  const stretches = stretchesOf(timeline, history);
  const usable = bases.filter(
    (base) =>
      (given.baseId === undefined || base.id === given.baseId) &&
      (target === 'latest' || new Date(base.endedAt) <= target) &&
      stretches.some(
        (one) => one.timeline === base.timeline && (one.to === undefined || parseLsn(base.stop) <= one.to),
      ),
  );
  const base = usable.at(-1);
  if (base === undefined) {
    const [first] = bases;
    throw new CannotRestore(
      first === undefined
        ? `There is no complete base backup in ${repository.where}`
        : `No base backup is as old as that on timeline ${timeline}: the first one ended at ${first.endedAt}`,
    );
  }
  const { wal, gap } = reachOf(base, kept, { timeline, history, about });
  const needed: KeptWal[] = [];
  let end: Plan['end'] | undefined;
  for (const one of wal) {
    needed.push(one);
    if (target === 'latest') continue;
    const { sentAt } = await repository.readWal(one);
    end = { lsn: endOf(one), at: sentAt };
    if (sentAt > target) return { base, timeline, wal: needed, histories, end };
  }
  const last = needed.at(-1);
  if (last === undefined) throw new CannotRestore(`The log of base backup ${base.id} is missing: ${gap}`);
  end ??= { lsn: endOf(last), at: (await repository.readWal(last)).sentAt };
  if (gap !== undefined) {
    throw new CannotRestore(
      `The log has a gap: ${gap}. From base backup ${base.id} a restore reaches ${end.at.toISOString()} (${formatLsn(end.lsn)}) at most: name that time with --to, or a later base backup`,
    );
  }
  const endsAt = given.endsAt !== undefined && given.endsAt > end.at ? given.endsAt : end.at;
  if (target !== 'latest' && target > endsAt) {
    throw new CannotRestore(`The archive ends at ${endsAt.toISOString()}, before that time: say --to latest`);
  }
  return { base, timeline, wal: needed, histories, end: { lsn: end.lsn, at: endsAt } };
};
