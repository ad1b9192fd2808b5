/** The last syllables of long German words that narrow places have, before which they break. */
const long = /(\p{L}{5})(lande?|küste|wina|nien|gen)(?!\p{L})/gu;

/**
 * A text with soft hyphens in its long words, for narrow places; it reads and sounds the same. Browsers that have no dictionary of the
 * language break words after any letter, without a hyphen.
 */
export const softened = (text: string): string => text.replace(long, '$1\u00AD$2');
