import { setTimeout as wait } from 'node:timers/promises';
import type { NamedCompetition } from '@touchline/contract/shapes/football';
import type pg from 'pg';
import { Refused } from '../../core/refusal.ts';
import { placingName, transaction, waitForQuiet, withRetry } from '../../core/database/transaction.ts';
import { idFor, type KeptCompetition, type KeptTeam, plainName, readNames } from '../../pricing/index.ts';
import * as queries from './queries.ts';

/** Writes the audit log, within the transaction; `before` is missing for something new. */
type Within<Kept> = (
  client: pg.PoolClient,
  of: { id: string; version: number; before: Kept | undefined },
) => Promise<void>;

/** A shipped competition without a row. */
type ShippedCompetition = {
  id: string;
  name: string;
  country?: string | undefined;
  zone?: string | undefined;
};
type ShippedTeam = { id: string; name: string; short: string; flag?: string | undefined; colours: Pair };
type Pair = readonly [string, string];

/** A requested change; without `id` something new is made. */
type NameChange<Kept, Shipped> = {
  id: string | undefined;
  version: number;
  by: string;
  why: string;
  /** All shipped ones, for ids and names that are in use without a row. */
  shipped: readonly Shipped[];
  within: Within<Kept>;
};

/** Turning off answers after this long even if an earlier bet is still being written. */
const patienceMs = 3_000;

/**
 * The subject of a change: a row, a shipped one without a row (`bare`), or something new with an id of its
 * own.
 * @throws Refused `not_found`, or `name_taken` where the name is another's
 */
const meantBy = <Row extends { id: string }, Shipped extends { id: string }>(
  known: readonly Row[],
  shipped: readonly Shipped[],
  given: string | undefined,
  { name, isNamesake }: { name: string; isNamesake: (one: Row | Shipped) => boolean },
): { id: string; bare: Shipped | undefined } => {
  const rows = new Set(known.map(({ id }) => id));
  const all = [...known, ...shipped.filter((one) => !rows.has(one.id))];
  const ids = new Set(all.map((one) => one.id));
  if (given !== undefined && !ids.has(given)) throw new Refused('not_found');
  const id = given ?? idFor(name, ids);
  const own = all.find((one) => one.id === id);
  // Some shipped ones share a name: an unchanged name is not checked.
  const isNamed = own === undefined || !isNamesake(own);
  if (isNamed && all.some((one) => one.id !== id && isNamesake(one))) throw new Refused('name_taken');
  return { id, bare: shipped.find((one) => one.id === id) };
};

/** Competitions and teams as operators keep them. From the first change on feeds leave them unchanged. */
export class KeptNames {
  readonly #pool: pg.Pool;
  readonly #onChanged: (eventIds: readonly string[]) => Promise<void>;

  /** @param onChanged lets this process and members see changed matches */
  constructor(pool: pg.Pool, onChanged: (eventIds: readonly string[]) => Promise<void>) {
    this.#pool = pool;
    this.#onChanged = onChanged;
  }

  /** Every stored competition, with what there is of it. */
  competitions(): Promise<queries.CompetitionRow[]> {
    return queries.selectCompetitions(this.#pool);
  }

  /** What each stored competition is named by. */
  async competitionNames(): Promise<NamedCompetition[]> {
    return (await queries.selectNames(this.#pool)).map((row) => named(row));
  }

  /** Every stored team. */
  teams(): Promise<queries.KeptTeamRow[]> {
    return queries.selectTeams(this.#pool);
  }

  /**
   * Makes a competition, or changes one. One that is turned off is neither shown nor offered to members
   * from then on, except for matches past their kick-off; when this returns, nothing more is placed on
   * withheld matches.
   * @returns its id
   * @throws Refused `not_found`, `outdated`, `name_taken`
   */
  async saveCompetition(
    kept: KeptCompetition,
    { id: given, version, by, why, shipped, within }: NameChange<KeptCompetition, ShippedCompetition>,
  ): Promise<string> {
    const known = await queries.selectCompetitions(this.#pool);
    const { id, bare } = meantBy<queries.CompetitionRow, ShippedCompetition>(known, shipped, given, {
      name: kept.name,
      isNamesake: (one) => isSame(one, kept),
    });
    const { touched, wasOff } = await withRetry(() =>
      transaction(this.#pool, async (client) => {
        const row = await queries.takeCompetition(client, id);
        const before = row ? keptCompetition(row) : bare && shippedCompetition(bare);
        if (!(await queries.writeCompetition(client, id, { ...kept, version, by, why }))) {
          throw new Refused('outdated');
        }
        if (row === undefined && version !== 0) throw new Refused('outdated');
        await within(client, { id, version: version + 1, before });
        return { touched: await queries.touchEvents(client, id), wasOff: before?.isOff ?? false };
      }),
    );
    await this.#onChanged(touched);
    if (kept.isOff && !wasOff) {
      await Promise.race([
        waitForQuiet(this.#pool, [placingName]),
        wait(patienceMs, undefined, { ref: false }),
      ]);
    }
    return id;
  }

  /** Makes a team, or changes one. @returns its id @throws Refused `not_found`, `outdated`, `name_taken` */
  async saveTeam(
    kept: KeptTeam,
    { id: given, version, by, why, shipped, within }: NameChange<KeptTeam, ShippedTeam>,
  ): Promise<string> {
    const known = await queries.selectTeams(this.#pool);
    const { id, bare } = meantBy<queries.KeptTeamRow, ShippedTeam>(known, shipped, given, {
      name: kept.name,
      isNamesake: (one) => plainName(one.name) === plainName(kept.name),
    });
    const touched = await withRetry(() =>
      transaction(this.#pool, async (client) => {
        const row = await queries.takeTeam(client, id);
        const before = row ? keptTeam(row) : bare;
        const flag = row?.flag ?? bare?.flag ?? null;
        if (!(await queries.writeTeam(client, id, { ...kept, flag, version, by, why }))) {
          throw new Refused('outdated');
        }
        if (row === undefined && version !== 0) throw new Refused('outdated');
        await within(client, { id, version: version + 1, before });
        return queries.touchTeamEvents(client, id);
      }),
    );
    await this.#onChanged(touched);
    return id;
  }
}

/** A competition's names on the wire. */
export const named = ({ id, name, names }: queries.NameRow): NamedCompetition => {
  const said = readNames(names);
  return { id, name, names: Object.keys(said).length > 0 ? said : undefined };
};

const isSame = (
  one: { name: string; country?: string | null | undefined },
  other: { name: string; country: string | null },
): boolean =>
  plainName(one.name) === plainName(other.name) &&
  plainName(one.country ?? '') === plainName(other.country ?? '');

const keptCompetition = (row: queries.StoredCompetition): KeptCompetition => ({
  name: row.name,
  names: readNames(row.names),
  country: row.country,
  zone: row.zone,
  place: row.place,
  isOff: row.off_at !== null,
});
const shippedCompetition = ({ name, country, zone }: ShippedCompetition): KeptCompetition => ({
  name,
  names: {},
  country: country ?? null,
  zone: zone ?? null,
  place: null,
  isOff: false,
});
const keptTeam = (row: queries.KeptTeamRow): KeptTeam => ({
  name: row.name,
  short: row.short,
  colours: [row.colour_a, row.colour_b],
});
