import type { Stream } from './random.ts';

/** Sizes of trees, 16 times each other: a size says of the number of members no more than that. */
const sizes = [2 ** 12, 2 ** 16, 2 ** 20, 2 ** 24, 2 ** 28] as const;
/** Part of the leaves that get pieces. It is the same for every house, so that leaves without a member reveal nothing. */
const filled = 0.75;
/** Pieces of a member: at least two, and on average at least four. */
const fewest = 2;
const averageMin = 4;
/** The most pieces of a member, which bounds a proof. With fewer than about 35 members leaves stay empty for it. */
const most = 512;

/** How many leaves a tree has. @throws RangeError for more members than the largest tree takes */
export const leavesFor = (members: number): number => {
  const size = sizes.find((one) => members * averageMin <= one * filled);
  if (size === undefined) throw new RangeError(`no tree for ${members} members`);
  return size;
};

/** Average of numbers between `fewest` and `high` whose logarithm is evenly distributed. */
const averageUpTo = (high: number): number =>
  high === fewest ? fewest : (high - fewest) / Math.log(high / fewest);

/**
 * The most pieces that a member can get in this tree: such that the average fills it. The numbers vary so widely that one's own
 * says little about the average, hence about the number of members.
 */
export const mostPieces = (members: number, size: number): number => {
  const average = (size * filled) / Math.max(members, 1);
  let [low, high]: [number, number] = [fewest, most];
  if (averageUpTo(high) <= average) return high;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (averageUpTo(middle) < average) low = middle;
    else high = middle;
  }
  return low;
};

/** How many random bytes choose a number of pieces, or a cut. */
export const drawBytes = 6;
const draws = 2 ** (8 * drawBytes);

/** How many pieces a member gets. @param draw a random number below 2^48 */
export const piecesOf = (draw: number, high: number): number =>
  Math.floor(fewest * (high / fewest) ** (draw / draws));

/**
 * Puts pieces on leaves: a random permutation of all leaves, by a balanced Feistel network of eight rounds whose functions are random
 * tables. A place is found without computing the others.
 */
export const permutationOf = (stream: Stream, size: number): ((piece: number) => number) => {
  const halfBits = Math.log2(size) / 2;
  const half = 2 ** halfBits;
  const rounds = Array.from({ length: 8 }, (_, round) => {
    const bytes = stream(round * half * 2, half * 2);
    return Uint16Array.from({ length: half }, (_value, at) => bytes.readUInt16BE(at * 2) % half);
  });
  return (piece) => {
    let left = Math.floor(piece / half);
    let right = piece % half;
    for (const table of rounds) [left, right] = [right, left ^ (table[right] ?? 0)];
    return left * half + right;
  };
};

/**
 * Cuts an amount at random places into pieces that add up to it; some may be nothing.
 * @param random at least `drawBytes` for each cut, which are one fewer than pieces
 * @throws RangeError for an amount above 2^53 − 1
 */
export const cut = (amount: number, pieces: number, random: Buffer): number[] => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`amount too large to cut: ${amount}`);
  if (amount === 0) return Array<number>(pieces).fill(0);
  const cuts = new Float64Array(pieces + 1);
  for (let at = 1; at < pieces; at++) {
    const draw = random.readUIntBE((at - 1) * drawBytes, drawBytes);
    cuts[at] = Math.min(amount, Math.floor((draw / draws) * (amount + 1)));
  }
  cuts[pieces] = amount;
  cuts.sort();
  return Array.from({ length: pieces }, (_, at) => (cuts[at + 1] ?? 0) - (cuts[at] ?? 0));
};
