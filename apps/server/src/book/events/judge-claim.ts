import { contradicts, implies, isFinal, isSame, type Claim } from './claim.ts';

/** A version of a result as it is on record. */
export type OnRecord = {
  version: number;
  claim: Claim;
  source: string;
  state: 'proposed' | 'confirmed' | 'rejected' | 'superseded';
  /** Why only a person may decide it. */
  flag: Flag | undefined;
  /** The first of two operators who confirm it. */
  approvedBy?: string | undefined;
  /** How long ago it was confirmed. */
  ageMs: number;
};
export type Flag = 'contradicts_confirmed' | 'contradicts_proposed' | 'called_off';

/** For so long one operator may correct a result; later it takes two. */
export const CORRECTION_MS = 72 * 3_600_000;

/** What is done about a claim: in this order. */
export type Judged = {
  /** Proposals that the claim bears out. */
  confirm: readonly number[];
  /** Proposals that only a person may decide from now on. */
  flag: readonly number[];
  /** Proposals of the same source that it has taken back by saying something else. */
  withdraw: readonly number[];
  /** What becomes of the claim itself; undefined when it is known already. */
  propose?: { flag?: Flag; confirmedBy?: string } | undefined;
};

/** An award lies beside the match as it was played: neither says anything about the other. */
const isBeside = (a: Claim, b: Claim): boolean => (a.kind === 'awarded') === (b.kind === 'awarded');

/** The version that counts among those a claim can be compared with: the one confirmed last. */
export const countingFor = (claim: Claim, record: readonly OnRecord[]): OnRecord | undefined =>
  record
    .filter((one) => one.state === 'confirmed' && isBeside(one.claim, claim))
    .toSorted((a, b) => b.ageMs - a.ageMs || a.version - b.version)
    .at(-1);

/**
 * Judges what a source says beside what is on record. Two sources that agree confirm each other; one that contradicts
 * never overwrites, but asks for a person.
 * @param claim possible, and completed by what counts
 * @param by who vouches for it: a person, or a source (`feed:…`) that needs no second
 * @param record all versions of the event's result, the oldest first
 */
export const judgeClaim = (
  claim: Claim,
  { source, by }: { source: string; by?: string | undefined },
  record: readonly OnRecord[],
): Judged => {
  const counts = countingFor(claim, record);
  const nothing: Judged = { confirm: [], flag: [], withdraw: [] };
  if (counts && implies(counts.claim, claim)) return nothing;

  const pending = record.filter((one) => one.state === 'proposed' && isBeside(one.claim, claim));
  const against = counts !== undefined && contradicts(claim, counts.claim);
  const opposed = pending.filter((one) => one.source !== source && contradicts(one.claim, claim));
  const isPerson = by !== undefined && !isSource(by);
  const same = pending.find((one) => isSame(one.claim, claim));

  if (isPerson) {
    if (same) return { ...nothing, confirm: [same.version] };
    return { ...nothing, propose: { confirmedBy: by } };
  }
  // A source that repeats itself is not asked about again, also when it was overruled.
  const last = record.findLast((one) => one.source === source && isBeside(one.claim, claim));
  if (last && isSame(last.claim, claim)) return nothing;

  const borneOut = pending
    .filter((one) => one.source !== source && one.flag === undefined && implies(claim, one.claim))
    .map(({ version }) => version);
  const withdraw = pending.filter((one) => one.source === source && contradicts(one.claim, claim));
  const flag: Flag | undefined = against
    ? 'contradicts_confirmed'
    : opposed.length > 0
      ? 'contradicts_proposed'
      : undefined;
  const second = pending.find(
    (one) => one.source !== source && one.flag === undefined && implies(one.claim, claim),
  );
  const confirmedBy = flag === undefined ? (by ?? second?.source) : undefined;
  return {
    confirm: flag === undefined ? borneOut : [],
    flag: opposed.filter((one) => one.flag === undefined).map(({ version }) => version),
    withdraw: withdraw.map(({ version }) => version),
    // What another source has proposed in the same words needs no version of its own.
    ...(same
      ? {}
      : { propose: { ...(flag && { flag }), ...(confirmedBy !== undefined && { confirmedBy }) } }),
  };
};

/** Whether a name is that of a source which vouches for itself, and not of a person. */
const isSource = (by: string): boolean => by.startsWith('feed:');

/**
 * Whether confirming a claim corrects what was confirmed longer ago than one operator may change alone. A correction in
 * between does not begin the time anew.
 */
export const needsTwo = (claim: Claim, record: readonly OnRecord[]): boolean => {
  const counts = countingFor(claim, record);
  if (!counts || !contradicts(claim, counts.claim)) return false;
  return record.some(
    (one) =>
      one.state === 'confirmed' &&
      isBeside(one.claim, claim) &&
      one.ageMs > CORRECTION_MS &&
      (contradicts(one.claim, claim) || contradicts(one.claim, counts.claim)),
  );
};

/** Proposals that end with a confirmed claim: those it contradicts, and those that say no more than it does. */
export const endedBy = (
  claim: Claim,
  version: number,
  record: readonly OnRecord[],
): { rejected: number[]; superseded: number[] } => {
  const pending = record.filter(
    (one) => one.state === 'proposed' && one.version !== version && isBeside(one.claim, claim),
  );
  const versions = (is: (one: OnRecord) => boolean): number[] => pending.filter(is).map((one) => one.version);
  return {
    rejected: versions((one) => contradicts(one.claim, claim)),
    superseded: versions((one) => implies(claim, one.claim)),
  };
};

/** A proposal that the match was played to its end after all. */
export const playedProposal = (record: readonly OnRecord[]): OnRecord | undefined =>
  record.findLast((one) => one.state === 'proposed' && one.claim.kind === 'played' && isFinal(one.claim));
