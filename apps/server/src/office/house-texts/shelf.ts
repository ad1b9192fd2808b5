import type { HouseText, HouseTextKind } from '@touchline/contract/shapes/house-texts';
import type { Lan } from '@touchline/locales/locales';
import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../core/database/database.ts';
import { countChanges, selectPublished } from './queries.ts';
import { wordsFor, type Published } from './row.ts';

/** The version of a kind in force at a time: the last that began by then; undefined before the first. */
export const validAt = (
  published: readonly Published[],
  kind: HouseTextKind,
  at: Date,
): Published | undefined =>
  published
    .filter((one) => one.kind === kind && one.from <= at)
    .reduce<Published | undefined>((last, one) => (last && last.from >= one.from ? last : one), undefined);

/** The scheduled versions of a kind, the next one first. */
export const comingAfter = (published: readonly Published[], kind: HouseTextKind, at: Date): Published[] =>
  published
    .filter((one) => one.kind === kind && one.from > at)
    .toSorted((a, b) => a.from.getTime() - b.from.getTime());

const toWire = ({ kind, version, from, texts }: Published, lan: Lan): HouseText => ({
  kind,
  version: String(version),
  from: from.toISOString(),
  ...wordsFor(texts, lan),
});

/**
 * The published versions in memory. A version is published at least an hour before it takes effect, so that every process has
 * it by then and all agree on the version in force at any time.
 */
export const createHouseTextShelf = ({ pool, clock }: { pool: Queryable; clock: Clock }) => {
  let seen = -1n;
  let published: readonly Published[] = [];
  let first: Promise<unknown> | undefined;

  const refresh = async (): Promise<void> => {
    // The number is read before the rows, so that a change in between is read twice and never missed.
    const changes = await countChanges(pool);
    if (changes === seen) return;
    const rows = await selectPublished(pool);
    if (changes < seen) return;
    published = rows;
    seen = changes;
  };
  const ready = async (): Promise<readonly Published[]> => {
    if (seen < 0n) {
      first ??= refresh().finally(() => {
        first = undefined;
      });
      await first;
    }
    return published;
  };

  return {
    refresh,

    /** The version of a kind in force at a time; undefined before the first. */
    versionAt: async (kind: HouseTextKind, moment: Date): Promise<string | undefined> => {
      const found = validAt(await ready(), kind, moment);
      return found && String(found.version);
    },

    /** The version in force now, from memory without a query. */
    versionNow: (kind: HouseTextKind): string | undefined => {
      const found = validAt(published, kind, clock.now());
      return found && String(found.version);
    },

    /** Reads a text of a kind: the requested version, or the one in force; undefined where there is none. */
    read: async (kind: HouseTextKind, lan: Lan, version?: string): Promise<HouseText | undefined> => {
      const all = await ready();
      const found =
        version === undefined
          ? validAt(all, kind, clock.now())
          : all.find((one) => one.kind === kind && String(one.version) === version);
      return found && toWire(found, lan);
    },

    /** The scheduled versions of a kind, the next one first. */
    coming: async (kind: HouseTextKind, lan: Lan): Promise<HouseText[]> =>
      comingAfter(await ready(), kind, clock.now()).map((one) => toWire(one, lan)),

    /** The current and past versions of a kind, newest first. */
    past: async (kind: HouseTextKind): Promise<{ version: string; from: Date }[]> => {
      const now = clock.now();
      return (await ready())
        .filter((one) => one.kind === kind && one.from <= now)
        .map(({ version, from }) => ({ version: String(version), from }))
        .toSorted((a, b) => b.from.getTime() - a.from.getTime());
    },
  };
};
