/**
 * Something that a log must never do.
 * - `bad-signature`: the checkpoint is not signed by the log's key
 * - `unknown-key`: a key signs to which no entry of the log leads, or one that was replaced, or such an entry is not signed by both
 * - `forked`: two trees of one size, both signed
 * - `shrunk`: the log shows fewer entries than it has signed before
 * - `other-tree`: the entries do not lead to the signed root, so what was seen before was changed, or what is shown is not
 *   what was signed
 * - `wrong-tiles`: the tiles of hashes do not prove that the log has only grown
 * - `malformed`: an answer or an entry that the formats do not allow
 * - `too-few-witnesses`: fewer cosignatures of known witnesses than were asked for
 * - `false-sum`: statements of liabilities that do not follow each other
 * - `false-payouts`: totals of a match that its public result does not lead to
 * - `false-day`: sums of a day that do not add up, skip a day, or do not agree with the entries of the log or with what was owed
 * - `other-text`: a text next to the log that is not the one an entry has the hash of, or is withheld
 * - `other-figures`: the site shows other figures than the log leads to
 */
type FaultCode =
  | 'bad-signature'
  | 'unknown-key'
  | 'forked'
  | 'shrunk'
  | 'other-tree'
  | 'wrong-tiles'
  | 'malformed'
  | 'too-few-witnesses'
  | 'false-sum'
  | 'false-payouts'
  | 'false-day'
  | 'other-text'
  | 'other-figures';

export type Fault = {
  code: FaultCode;
  /** For people: what was found where. */
  detail: string;
  /** What proves it to others, where something does. */
  evidence?: Record<string, string | number>;
};
