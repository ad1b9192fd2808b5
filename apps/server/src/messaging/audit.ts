import type { Operator } from '../core/handler.ts';
import type { Queryable } from '../core/database/database.ts';

/** The acting operator and their address. */
export type By = { operator: Operator; address: string };

/** Writes a line of the audit log within the transaction of the change. */
export type NoteInAudit = (
  client: Queryable,
  entry: {
    operator: { id: string };
    action: 'content_drafted' | 'content_saved' | 'content_removed' | 'letter_sent';
    subject: { kind: 'content' | 'letter'; id: string };
    member?: { id: string; shard: number };
    detail?: Record<string, string | number | readonly string[]>;
    address: string;
  },
) => Promise<void>;
