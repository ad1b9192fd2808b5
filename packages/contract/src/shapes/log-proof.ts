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
