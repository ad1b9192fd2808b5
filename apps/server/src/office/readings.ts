import type pg from 'pg';
import { transaction, withRetry } from '../platform/transaction.ts';
import type { Audit } from '../audit/audit.ts';
import type { Operator } from '../platform/handler.ts';

/** Sessions that are remembered; one that was forgotten is logged again. */
const sessionsMax = 500;

type By = { operator: Operator; address: string };
type Line = Pick<Parameters<Audit>[1], 'action' | 'subject' | 'member' | 'detail'>;

/** Lines of the audit log about what operators read of members: one for each reading, however often a page asks again. */
export const createReadings = ({ pool, audit }: { pool: pg.Pool; audit: Audit }) => {
  /** What each session has been shown. */
  const shown = new Map<string, Set<string>>();

  const shownTo = (sessionId: string): Set<string> => {
    const known = shown.get(sessionId) ?? new Set<string>();
    shown.delete(sessionId);
    shown.set(sessionId, known);
    const [oldest] = shown.keys();
    if (shown.size > sessionsMax && oldest !== undefined) shown.delete(oldest);
    return known;
  };

  const note = ({ operator, address }: By, line: Line): Promise<void> =>
    withRetry(() => transaction(pool, (client) => audit(client, { operator, address, ...line })));

  return {
    note,
    /** Notes a reading of what this session was not shown before. @param lineOf the line about these ids */
    noteNew: async (by: By, ids: readonly string[], lineOf: (fresh: string[]) => Line): Promise<void> => {
      const known = shownTo(by.operator.sessionId);
      const fresh = ids.filter((id) => !known.has(id));
      if (fresh.length === 0) return;
      await note(by, lineOf(fresh));
      for (const id of fresh) known.add(id);
    },
  };
};
