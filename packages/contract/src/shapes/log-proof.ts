import { Type } from 'typebox';
import type { Shape } from '../sendable.ts';

/** Something that is in the public log, with the proof that it is. */
export const LogProof = Type.Object({
  kind: Type.String({ description: 'of the entry: `bet`, `settlement`, `ruling`, `result` …' }),
  id: Type.String({ description: 'unique within the kind' }),
  body: Type.String({ description: 'canonical JSON (RFC 8785)' }),
  nonce: Type.Optional(
    Type.String({ description: 'base64; missing for what is public: its body is the entry itself' }),
  ),
  proof: Type.String({ description: 'C2SP tlog-proof against the current checkpoint of the log' }),
});
export type LogProof = Shape<typeof LogProof>;

/** Something of a member, or of a match, with its number in the public log: tiles of the log say whether it is there. */
export const LoggedFact = Type.Object({
  body: Type.String({ description: 'canonical JSON (RFC 8785)' }),
  nonce: Type.Optional(
    Type.String({ description: 'base64; missing for what is public: its body is the entry itself' }),
  ),
  index: Type.Optional(
    Type.Integer({ minimum: 0, description: 'number of the entry; missing: it is not in the log yet' }),
  ),
});
export type LoggedFact = Shape<typeof LoggedFact>;
