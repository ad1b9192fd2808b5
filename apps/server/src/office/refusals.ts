import type pg from 'pg';
import { isId, shardOf } from '../core/ids.ts';
import type { RefusedCall } from '../core/refusal.ts';
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
export class RefusalLog {
  readonly #now: () => Date;
  readonly #audit: Audit;
  readonly #pool: pg.Pool;
  readonly #windows = new Map<string, Window>();

  constructor({ pool, audit, now }: { pool: pg.Pool; audit: Audit; now: () => Date }) {
    this.#now = now;
    this.#audit = audit;
    this.#pool = pool;
  }

  /** Logs a refused call, or counts it where its kind was logged within the minute. */
  async note(refused: RefusedCall): Promise<void> {
    const whose = refused.operator?.id ?? '';
    const last = this.#windows.get(whose);
    if (last !== undefined && this.#isOver(last)) this.#windows.delete(whose);
    const window: Window = this.#windows.get(whose) ?? { startMs: this.#now().getTime(), told: new Map() };
    this.#windows.set(whose, window);
    if (last !== undefined && last !== window) await this.#close(last);
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
    await this.#write(refused);
  }

  /** Logs what was counted in minutes that are over. @param all also the current minute, when the server stops */
  async flush({ all = false } = {}): Promise<void> {
    const ready = [...this.#windows].filter(([, window]) => all || this.#isOver(window));
    for (const [whose] of ready) this.#windows.delete(whose);
    for (const [, window] of ready) await this.#close(window);
  }

  #write({ call, reason, operator, ids, address }: RefusedCall, more: { again?: number } = {}) {
    return this.#audit(this.#pool, {
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
  }

  async #close(window: Window): Promise<void> {
    for (const { refused, again } of window.told.values())
      if (again > 0) await this.#write(refused, { again });
    if (!window.beyond) return;
    const { last, times } = window.beyond;
    await this.#audit(this.#pool, {
      operator: last.operator,
      address: last.address,
      action: 'refused',
      subject: { kind: 'call', id: 'all' },
      detail: { times },
    });
  }

  #isOver({ startMs }: Window): boolean {
    return this.#now().getTime() - startMs >= windowMs;
  }
}
