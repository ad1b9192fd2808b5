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
 * - `false-sum`: sums of sealed entries that do not agree
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
  | 'false-sum';

export type Fault = {
  code: FaultCode;
  /** For people: what was found where. */
  detail: string;
  /** What proves it to others, where something does. */
  evidence?: Record<string, string | number>;
};
