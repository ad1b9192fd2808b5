import { isTimeZone } from '@touchline/football/import/time-zone';
import type pg from 'pg';
import {
  type KnownNames,
  type Competition,
  type Events,
  isQuestion,
  NameMapping,
  type NamedTeam,
  type Question,
} from '../../catalogue/index.ts';
import type { Database } from '../../core/database/database.ts';
import { transaction } from '../../core/database/transaction.ts';
import * as queries from '../queries.ts';

/** An open question about a name, with suggestions. */
export type OpenQuestion = Question & { feed: string; firstAt: Date };

const ID = /^[a-z0-9][a-z0-9.-]{1,39}$/;
const COLOUR = /^#[0-9a-f]{6}$/;

/** Names for people: the unexplained ones, their explanations, and made teams and competitions. */
export class FeedNames {
  readonly #events: Events;
  readonly #pool: pg.Pool;
  readonly #catalogue: KnownNames;

  constructor(of: { events: Events; database: Pick<Database, 'pool'>; catalogue: KnownNames }) {
    this.#events = of.events;
    this.#pool = of.database.pool;
    this.#catalogue = of.catalogue;
  }

  /** Unexplained names, with suggestions. Their matches are left out until then. */
  async questions(): Promise<OpenQuestion[]> {
    const mapping = new NameMapping(this.#catalogue, { teams: new Map(), competitions: new Map() });
    const rows = await queries.selectQuestions(this.#pool);
    return rows.flatMap(({ feed, kind, place, name, seen_in: seenIn, first_at: firstAt }): OpenQuestion[] => {
      const league = mapping.competition(kind === 'team' ? seenIn : name);
      if (kind === 'team' && isQuestion(league)) {
        // Its competition was made by an operator.
        return [{ feed, kind, place, name, seenIn, firstAt, suggestions: [] }];
      }
      const asked = kind === 'team' && !isQuestion(league) ? mapping.team(name, league, seenIn) : league;
      return isQuestion(asked) ? [{ ...asked, feed, firstAt }] : [];
    });
  }

  /** Every team: shipped and made ones. */
  async teams(): Promise<NamedTeam[]> {
    const known = await this.#events.teams();
    const ids = new Set(known.map(({ id }) => id));
    // A row wins over the shipped team, since an operator may have changed it.
    const others = this.#catalogue.teams.filter(({ id }) => !ids.has(id)).map(bare);
    return [...known, ...others].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Every competition: shipped and made ones. */
  async competitions(): Promise<Competition[]> {
    const known = await this.#events.competitions();
    const ids = new Set(known.map(({ id }) => id));
    const zones = new Map(this.#catalogue.competitions.map(({ id, zone }) => [id, zone]));
    return [
      ...this.#catalogue.competitions.filter(({ id }) => !ids.has(id)),
      ...known.map((each) => ({ ...each, zone: each.zone ?? zones.get(each.id) })),
    ];
  }

  /** Every explained name. */
  aliases() {
    return queries.selectAllAliases(this.#pool);
  }

  /**
   * Explains a name for good; an earlier explanation is replaced. @returns false when nothing has that id
   */
  async explain(
    alias: queries.Alias,
    within: (client: pg.PoolClient) => Promise<void> = async () => undefined,
  ): Promise<boolean> {
    if (!(await this.#exists(alias.kind, alias.means))) return false;
    await transaction(this.#pool, async (client) => {
      await queries.saveAlias(client, alias);
      await within(client);
    });
    return true;
  }

  /** Makes a team, or changes one that was made. @returns what is wrong with it, or undefined */
  async makeTeam(team: NamedTeam): Promise<'id' | 'short' | 'colours' | 'shipped' | undefined> {
    if (!ID.test(team.id)) return 'id';
    if (!/^[A-Z0-9]{2,3}$/.test(team.short)) return 'short';
    if (!team.colours.every((colour) => COLOUR.test(colour))) return 'colours';
    if (this.#catalogue.teams.some(({ id }) => id === team.id)) return 'shipped';
    await this.#events.upsertTeams([team]);
    return undefined;
  }

  /** Makes a competition, or changes one that was made. @returns what is wrong with it, or undefined */
  async makeCompetition(of: {
    id: string;
    name: string;
    country?: string | undefined;
    zone: string;
  }): Promise<'id' | 'zone' | 'shipped' | undefined> {
    if (!ID.test(of.id)) return 'id';
    if (!isTimeZone(of.zone)) return 'zone';
    if (this.#catalogue.competitions.some(({ id }) => id === of.id)) return 'shipped';
    await this.#events.upsertCompetition(of);
    return undefined;
  }

  /**
   * Links a feed's match to an event.
   * @param of.eventId null: none of the known ones
   * @returns false when there is no such event
   */
  async link(of: { feed: string; ref: string; eventId: string | null }): Promise<boolean> {
    if (of.eventId !== null && (await this.#events.fixtures({ ids: [of.eventId] })).length === 0)
      return false;
    await queries.saveLink(this.#pool, of);
    return true;
  }

  /** Whether the id exists for this kind. */
  async #exists(kind: Question['kind'], id: string): Promise<boolean> {
    const [shipped, made] =
      kind === 'team'
        ? [this.#catalogue.teams, await this.#events.teams()]
        : [this.#catalogue.competitions, await this.#events.competitions()];
    return [...shipped, ...made].some((each) => each.id === id);
  }
}

const bare = ({ id, name, short, flag, colours }: NamedTeam): NamedTeam => ({
  id,
  name,
  short,
  colours,
  flag,
});
