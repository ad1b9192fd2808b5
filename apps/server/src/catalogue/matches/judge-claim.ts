import { dayMs } from '@touchline/contract/durations';
import { COMMAND_LINE, isOperator } from './actor.ts';
import { contradicts, implies, isFinal, isSame, type ResultClaim } from './claim.ts';

/** A recorded version of a result. */
export type RecordedClaim = {
  version: number;
  claim: ResultClaim;
  source: string;
  state: 'proposed' | 'confirmed' | 'rejected' | 'superseded';
  /** The reason why only a person may decide it. */
  flag: Flag | undefined;
  /** The first of two operators who confirm it. */
  approvedBy?: string | undefined;
  /** How long ago it was confirmed. */
  ageMs: number;
};
export type Flag = 'contradicts_confirmed' | 'contradicts_proposed' | 'called_off';

/** One operator may correct a result within this time; later it takes two. */
export const CORRECTION_MS = 3 * dayMs;

/** The actions on a claim, in this order. */
export type ClaimVerdict = {
  /** Proposals that the claim supports. */
  confirm: readonly number[];
  /** Proposals that only a person may decide from now on. */
  flag: readonly number[];
  /** Proposals of the same source that it has withdrawn by another claim. */
  withdraw: readonly number[];
  /** The new proposal; undefined when the claim is known already. */
  propose?: { flag?: Flag | undefined; confirmedBy?: string | undefined } | undefined;
};

/** An award is recorded in addition to the match as it was played: neither contradicts the other. */
const isBeside = (a: ResultClaim, b: ResultClaim): boolean =>
  (a.kind === 'awarded') === (b.kind === 'awarded');

/**
 * Whether two sources that agree confirm each other. What is typed on the command line agrees with feeds alone: the operator who
 * says the same may have typed it.
 */
const areTwo = (one: string, other: string): boolean =>
  one !== other &&
  ![one, other].some((source) => source === COMMAND_LINE && (isOperator(one) || isOperator(other)));

/** The version in force among those comparable with a claim: the one confirmed last. */
export const countingFor = (
  claim: ResultClaim,
  record: readonly RecordedClaim[],
): RecordedClaim | undefined =>
  record
    .filter((one) => one.state === 'confirmed' && isBeside(one.claim, claim))
    .toSorted((a, b) => b.ageMs - a.ageMs || a.version - b.version)
    .at(-1);

/**
 * Judges a source's claim against the record. Two sources that agree confirm each other; one that contradicts
 * never overwrites, but needs a person.
 * @param claim possible, and completed by the result in force
 * @param by who confirms it: a person, or a trusted source (`feed:…`) that needs no second
 * @param record all versions of the event's result, the oldest first
 */
export const judgeClaim = (
  claim: ResultClaim,
  { source, by }: { source: string; by?: string | undefined },
  record: readonly RecordedClaim[],
): ClaimVerdict => {
  const counts = countingFor(claim, record);
  const nothing: ClaimVerdict = { confirm: [], flag: [], withdraw: [] };
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
  // A source that repeats itself adds nothing, also after a rejection.
  const last = record.findLast((one) => one.source === source && isBeside(one.claim, claim));
  if (last && isSame(last.claim, claim)) return nothing;

  const borneOut = pending
    .filter((one) => areTwo(one.source, source) && one.flag === undefined && implies(claim, one.claim))
    .map(({ version }) => version);
  const withdraw = pending.filter((one) => one.source === source && contradicts(one.claim, claim));
  const flag: Flag | undefined = against
    ? 'contradicts_confirmed'
    : opposed.length > 0
      ? 'contradicts_proposed'
      : undefined;
  const second = pending.find(
    (one) => areTwo(one.source, source) && one.flag === undefined && implies(one.claim, claim),
  );
  const confirmedBy = flag === undefined ? (by ?? second?.source) : undefined;
  return {
    confirm: flag === undefined ? borneOut : [],
    flag: opposed.filter((one) => one.flag === undefined).map(({ version }) => version),
    withdraw: withdraw.map(({ version }) => version),
    // The same claim of another source needs no new version.
    propose: same ? undefined : { flag, confirmedBy },
  };
};

/** Whether a name is that of a trusted source, and not of a person. */
const isSource = (by: string): boolean => by.startsWith('feed:');

/**
 * Whether confirming a claim corrects a result that was confirmed longer ago than one operator may change
 * alone. A correction in between does not restart the time.
 */
export const needsTwo = (claim: ResultClaim, record: readonly RecordedClaim[]): boolean => {
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

/** Proposals that end with a confirmed claim: those it contradicts, and those that it contains. */
export const endedBy = (
  claim: ResultClaim,
  version: number,
  record: readonly RecordedClaim[],
): { rejected: number[]; superseded: number[] } => {
  const pending = record.filter(
    (one) => one.state === 'proposed' && one.version !== version && isBeside(one.claim, claim),
  );
  const versions = (is: (one: RecordedClaim) => boolean): number[] =>
    pending.filter(is).map((one) => one.version);
  return {
    rejected: versions((one) => contradicts(one.claim, claim)),
    superseded: versions((one) => implies(claim, one.claim)),
  };
};

/** A proposal that the match was played to its end after all. */
export const playedProposal = (record: readonly RecordedClaim[]): RecordedClaim | undefined =>
  record.findLast((one) => one.state === 'proposed' && one.claim.kind === 'played' && isFinal(one.claim));
