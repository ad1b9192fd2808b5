/** Rows of a block: a few screens. */
const blockLength = 50;

/** A list in blocks of an even length, for lists whose pages are not theirs. */
export const inBlocks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / blockLength) }, (_, at) =>
    items.slice(at * blockLength, (at + 1) * blockLength),
  );
