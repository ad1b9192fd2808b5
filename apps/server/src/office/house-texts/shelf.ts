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
export class HouseTextShelf {
  readonly #pool: Queryable;
  readonly #clock: Clock;
  #seen = -1n;
  #published: readonly Published[] = [];
  #first: Promise<unknown> | undefined;

  constructor({ pool, clock }: { pool: Queryable; clock: Clock }) {
    this.#pool = pool;
    this.#clock = clock;
  }

  async refresh(): Promise<void> {
    // The number is read before the rows, so that a change in between is read twice and never missed.
    const changes = await countChanges(this.#pool);
    if (changes === this.#seen) return;
    const rows = await selectPublished(this.#pool);
    if (changes < this.#seen) return;
    this.#published = rows;
    this.#seen = changes;
  }

  /** The version of a kind in force at a time; undefined before the first. */
  async versionAt(kind: HouseTextKind, moment: Date): Promise<string | undefined> {
    const found = validAt(await this.#ready(), kind, moment);
    return found && String(found.version);
  }

  /** The version in force now, from memory without a query. */
  versionNow(kind: HouseTextKind): string | undefined {
    const found = validAt(this.#published, kind, this.#clock.now());
    return found && String(found.version);
  }

  /** Reads a text of a kind: the requested version, or the one in force; undefined where there is none. */
  async read(kind: HouseTextKind, lan: Lan, version?: string): Promise<HouseText | undefined> {
    const all = await this.#ready();
    const found =
      version === undefined
        ? validAt(all, kind, this.#clock.now())
        : all.find((one) => one.kind === kind && String(one.version) === version);
    return found && toWire(found, lan);
  }

  /** The scheduled versions of a kind, the next one first. */
  async coming(kind: HouseTextKind, lan: Lan): Promise<HouseText[]> {
    return comingAfter(await this.#ready(), kind, this.#clock.now()).map((one) => toWire(one, lan));
  }

  /** The current and past versions of a kind, newest first. */
  async past(kind: HouseTextKind): Promise<{ version: string; from: Date }[]> {
    const now = this.#clock.now();
    return (await this.#ready())
      .filter((one) => one.kind === kind && one.from <= now)
      .map(({ version, from }) => ({ version: String(version), from }))
      .toSorted((a, b) => b.from.getTime() - a.from.getTime());
  }

  async #ready(): Promise<readonly Published[]> {
    if (this.#seen < 0n) {
      this.#first ??= this.refresh().finally(() => {
        this.#first = undefined;
      });
      await this.#first;
    }
    return this.#published;
  }
}
