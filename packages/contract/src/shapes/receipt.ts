import { Type } from 'typebox';
import type { Shape } from '../sendable.ts';

/** What a member keeps of what was settled with the house. */
export const Receipt = Type.Object(
  {
    body: Type.String({ description: 'everything that was agreed, as canonical JSON (RFC 8785)' }),
    nonce: Type.String({ description: 'base64; with the body it leads to the entry in the log' }),
    proof: Type.String({
      description:
        'C2SP tlog-proof from that entry to a root which the house signed: it promises the entry within 60 s',
    }),
  },
  { description: 'signed by the house; verify it with `receiptKey` of `systemConfig`' },
);
export type Receipt = Shape<typeof Receipt>;
