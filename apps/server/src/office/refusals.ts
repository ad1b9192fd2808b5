import type pg from 'pg';
import { isId, shardOf } from '../core/ids.ts';
import type { NoteRefused, RefusedCall } from '../core/refusal.ts';
import type { Audit } from '../core/audit-log/audit.ts';

/** Equal refusals within this time are counted and logged as one line. */
const windowMs = 60_000;
/** Different refusals of one operator that are logged one by one within that time; the rest are counted. */
const toldMax = 20;

/** The refused calls of one operator, or of unknown callers, within a minute. */
type Window = {
  startMs: number;
  told: Map<string, { refused: RefusedCall; again: number }>;
  /** The last refusal beyond the maximum, and how many there were. */
  beyond?: { last: RefusedCall; times: number };
};

/**
 * Writes refused calls to the audit log. The first of its kind is logged before the call is answered. Repetitions are counted
 * and logged as one line when the minute is over, so that a script cannot fill the log.
 */
export const createRefusals = ({ pool, audit, now }: { pool: pg.Pool; audit: Audit; now: () => Date }) => {
  const windows = new Map<string, Window>();

  const write = ({ call, reason, operator, ids, address }: RefusedCall, more: { again?: number } = {}) =>
    audit(pool, {
      operator,
      address,
      action: 'refused',
      subject: { kind: 'call', id: call },
      member:
        ids['member'] !== undefined && isId(ids['member'])
          ? { id: ids['member'], shard: shardOf(ids['member']) }
          : undefined,
      detail: { ...ids, ...more, reason },
    });

  const close = async (window: Window): Promise<void> => {
    for (const { refused, again } of window.told.values()) if (again > 0) await write(refused, { again });
    if (!window.beyond) return;
    const { last, times } = window.beyond;
    await audit(pool, {
      operator: last.operator,
      address: last.address,
      action: 'refused',
      subject: { kind: 'call', id: 'all' },
      detail: { times },
    });
  };

  const isOver = ({ startMs }: Window): boolean => now().getTime() - startMs >= windowMs;

  const note: NoteRefused = async (refused) => {
    const whose = refused.operator?.id ?? '';
    const last = windows.get(whose);
    if (last !== undefined && isOver(last)) windows.delete(whose);
    const window: Window = windows.get(whose) ?? { startMs: now().getTime(), told: new Map() };
    windows.set(whose, window);
    if (last !== undefined && last !== window) await close(last);
    const key = JSON.stringify([refused.call, refused.reason, refused.ids]);
    const equal = window.told.get(key);
    if (equal) {
      equal.again += 1;
      return;
    }
    if (window.told.size >= toldMax) {
      window.beyond = { last: refused, times: (window.beyond?.times ?? 0) + 1 };
      return;
    }
    window.told.set(key, { refused, again: 0 });
    await write(refused);
  };

  return {
    note,

    /** Logs what was counted in minutes that are over. @param all also the current minute, when the server stops */
    flush: async ({ all = false } = {}): Promise<void> => {
      const ready = [...windows].filter(([, window]) => all || isOver(window));
      for (const [whose] of ready) windows.delete(whose);
      for (const [, window] of ready) await close(window);
    },
  };
};
