import { hash } from 'node:crypto';
import { createFold, isFoldState, type HouseFold, type FoldedEntry } from '@touchline/house/fold';
import { foldVersion, type PublishedFigures } from '@touchline/house/state';
import { parseFact } from '@touchline/verify/entries';
import type pg from 'pg';
import type { PublicLog } from '../log/service.ts';
import { newId } from '../../core/ids.ts';
import { primaryAlone, type Reading } from '../../core/database/standby.ts';
import { releaseFold, selectPublished, takeFold, updateFold, type FoldRow } from './queries.ts';

/** Entries of one turn, and how many are read at once. */
const entriesOfTurn = 50_000;
const entriesAtOnce = 5_000;

/** Folds the entries of the log into the published figures. */
export class FoldService {
  readonly #pool: pg.Pool;
  readonly #reading: Reading;
  readonly #publicLog: Pick<PublicLog, 'state' | 'entries' | 'textOf'>;
  readonly #holder = newId();
  /** While this process continues with the fold it need not read the state again. */
  #kept: HouseFold | undefined;

  constructor(of: {
    pool: pg.Pool;
    reading?: Reading;
    publicLog: Pick<PublicLog, 'state' | 'entries' | 'textOf'>;
  }) {
    this.#pool = of.pool;
    this.#reading = of.reading ?? primaryAlone;
    this.#publicLog = of.publicLog;
  }

  /**
   * Takes in entries that are under the served checkpoint, and publishes the figures they lead to. One process at a time does so.
   * @returns how many were taken in
   */
  async turn(): Promise<number> {
    const { size } = await this.#publicLog.state();
    const row = await takeFold(this.#pool, this.#holder);
    if (row === undefined) return 0;
    const isOther = row.version !== foldVersion;
    const fold = this.#foldAt(row);
    const from = fold.state().size;
    if (!isOther && size <= from) return 0;
    this.#kept = undefined;
    await this.#readOn(fold, Math.min(size, from + entriesOfTurn));
    const state = fold.state();
    const isWritten = await updateFold(this.#pool, {
      holder: this.#holder,
      from: row.size,
      row: {
        version: foldVersion,
        size: state.size,
        state: JSON.stringify(state),
        published: JSON.stringify(state.published),
      },
    });
    if (!isWritten) return 0;
    this.#kept = fold;
    return state.size - from;
  }

  /** Leaves the fold to other processes. */
  stop(): Promise<void> {
    return releaseFold(this.#pool, this.#holder);
  }

  /** The figures that were published last; undefined before the first turn. */
  async published(): Promise<PublishedFigures | undefined> {
    const row = await this.#reading.read(this.#pool, selectPublished);
    if (row === undefined || row.version !== foldVersion || row.published === '') return undefined;
    const published: PublishedFigures = JSON.parse(row.published);
    return published;
  }

  #foldAt(row: FoldRow): HouseFold {
    if (row.version !== foldVersion || row.state === '') return createFold();
    if (this.#kept?.state().size === row.size) return this.#kept;
    const state: unknown = JSON.parse(row.state);
    return createFold(isFoldState(state) ? state : undefined);
  }

  async #readOn(fold: HouseFold, until: number): Promise<void> {
    for (;;) {
      const from = fold.state().size;
      if (from >= until) return;
      for (const text of await this.#publicLog.entries(from, Math.min(until, from + entriesAtOnce))) {
        const entry = readEntry(text);
        fold.add(entry, fold.needsText(entry.fact) ? await this.#textOf(entry) : undefined);
      }
      if (fold.state().size === from) return;
    }
  }

  /** The text that an entry has the hash of, unless it is another by now. */
  async #textOf({ fact }: FoldedEntry): Promise<string | undefined> {
    const { id, sha256 } = fact;
    const text = typeof id === 'string' ? await this.#publicLog.textOf(fact.kind, id) : undefined;
    return text !== undefined && hash('sha256', text, 'base64') === sha256 ? text : undefined;
  }
}

/** Reads an entry. Those that begin with a hash are commitments, of which the kind alone is public. */
const readEntry = (text: string): FoldedEntry => {
  const fact = parseFact(text);
  const isPrivate = typeof fact['hash'] === 'string' && Object.keys(fact).length === 3;
  return { fact, isPrivate };
};
