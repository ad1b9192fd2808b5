import { hash } from 'node:crypto';
import { createFold, isFoldState, type HouseFold, type FoldedEntry } from '@touchline/house/fold';
import { foldVersion, type PublishedFigures } from '@touchline/house/state';
import { parseFact } from '@touchline/verify/entries';
import type pg from 'pg';
import type { PublicLog } from '../log/service.ts';
import { newId } from '../../core/ids.ts';
import { primaryAlone, type Reading } from '../../core/database/standby.ts';
import { releaseFold, selectPublished, takeFold, updateFold } from './queries.ts';

/** Entries of one turn, and how many are read at once. */
const entriesOfTurn = 50_000;
const entriesAtOnce = 5_000;

export type FoldService = {
  /**
   * Takes in entries that are under the served checkpoint, and publishes the figures they lead to. One process at a time does so.
   * @returns how many were taken in
   */
  turn: () => Promise<number>;
  /** Leaves the fold to other processes. */
  stop: () => Promise<void>;
  /** The figures that were published last; undefined before the first turn. */
  published: () => Promise<PublishedFigures | undefined>;
};

export const createFoldService = ({
  pool,
  publicLog,
  reading = primaryAlone,
}: {
  pool: pg.Pool;
  reading?: Reading;
  publicLog: Pick<PublicLog, 'state' | 'entries' | 'textOf'>;
}): FoldService => {
  const holder = newId();
  // While this process continues with the fold it need not read the state again.
  let kept: HouseFold | undefined;

  const foldAt = (row: { version: number; size: number; state: string }): HouseFold => {
    if (row.version !== foldVersion || row.state === '') return createFold();
    if (kept?.state().size === row.size) return kept;
    const state: unknown = JSON.parse(row.state);
    return createFold(isFoldState(state) ? state : undefined);
  };

  const readOn = async (fold: HouseFold, until: number): Promise<void> => {
    for (;;) {
      const from = fold.state().size;
      if (from >= until) return;
      for (const text of await publicLog.entries(from, Math.min(until, from + entriesAtOnce))) {
        const entry = readEntry(text);
        fold.add(entry, fold.needsText(entry.fact) ? await textOf(entry) : undefined);
      }
      if (fold.state().size === from) return;
    }
  };

  /** The text that an entry has the hash of, unless it is another by now. */
  const textOf = async ({ fact }: FoldedEntry): Promise<string | undefined> => {
    const { id, sha256 } = fact;
    const text = typeof id === 'string' ? await publicLog.textOf(fact.kind, id) : undefined;
    return text !== undefined && hash('sha256', text, 'base64') === sha256 ? text : undefined;
  };

  return {
    turn: async () => {
      const { size } = await publicLog.state();
      const row = await takeFold(pool, holder);
      if (row === undefined) return 0;
      const isOther = row.version !== foldVersion;
      const fold = foldAt(row);
      const from = fold.state().size;
      if (!isOther && size <= from) return 0;
      kept = undefined;
      await readOn(fold, Math.min(size, from + entriesOfTurn));
      const state = fold.state();
      const isWritten = await updateFold(pool, {
        holder,
        from: row.size,
        row: {
          version: foldVersion,
          size: state.size,
          state: JSON.stringify(state),
          published: JSON.stringify(state.published),
        },
      });
      if (!isWritten) return 0;
      kept = fold;
      return state.size - from;
    },
    stop: () => releaseFold(pool, holder),
    published: async () => {
      const row = await reading.read(pool, selectPublished);
      if (row === undefined || row.version !== foldVersion || row.published === '') return undefined;
      const published: PublishedFigures = JSON.parse(row.published);
      return published;
    },
  };
};

/** Reads an entry. Those that begin with a hash are commitments, of which the kind alone is public. */
const readEntry = (text: string): FoldedEntry => {
  const fact = parseFact(text);
  const isPrivate = typeof fact['hash'] === 'string' && Object.keys(fact).length === 3;
  return { fact, isPrivate };
};
