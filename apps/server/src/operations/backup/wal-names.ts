/** Arithmetic of the write-ahead log: positions (LSN) in bytes, and the files of PostgreSQL that hold them. */

/** @param text as PostgreSQL writes it, `16/B374D848` */
export const parseLsn = (text: string): bigint => {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new Error(`"${text}" is no position of the log`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`;

/** A file of the log: its timeline, its number, and the bytes that each file has. */
export type Segment = { timeline: number; number: bigint; bytes: number };

const hex = (value: bigint, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

/** Files whose numbers share their first half. */
const perGroup = (bytes: number): bigint => 0x1_0000_0000n / BigInt(bytes);

/** The name of a file as PostgreSQL looks for it. */
export const segmentName = ({ timeline, number, bytes }: Segment): string =>
  `${hex(BigInt(timeline), 8)}${hex(number / perGroup(bytes), 8)}${hex(number % perGroup(bytes), 8)}`;

/** @throws Error for a text that is no name of a file of the log */
export const parseSegment = (name: string, bytes: number): Segment => {
  const [, timeline, high, low] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? [];
  if (timeline === undefined || high === undefined || low === undefined) {
    throw new Error(`"${name}" is no file of the log`);
  }
  return {
    timeline: Number.parseInt(timeline, 16),
    number: BigInt(`0x${high}`) * perGroup(bytes) + BigInt(`0x${low}`),
    bytes,
  };
};

export const segmentOf = (lsn: bigint, timeline: number, bytes: number): Segment => ({
  timeline,
  number: lsn / BigInt(bytes),
  bytes,
});

/** The position of the first byte of a file. */
export const startOf = ({ number, bytes }: Pick<Segment, 'number' | 'bytes'>): bigint =>
  number * BigInt(bytes);

/** Where a timeline left the one before it, as PostgreSQL writes it in a `.history` file. */
export type Fork = { timeline: number; at: bigint };

/** The timelines before one, the oldest first, each with the position at which the next began. */
export const parseHistory = (text: string): Fork[] =>
  text.split('\n').flatMap((line) => {
    const [, timeline, at] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line) ?? [];
    return timeline === undefined || at === undefined
      ? []
      : [{ timeline: Number(timeline), at: parseLsn(at) }];
  });
