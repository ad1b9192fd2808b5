import { isTimeZone } from '@touchline/football/import/time-zone';
import type pg from 'pg';
import {
  type Catalogue,
  type Competition,
  type Events,
  isQuestion,
  mappingOf,
  type NamedTeam,
  type Question,
} from '../../catalogue/index.ts';
import type { Database } from '../../core/database/database.ts';
import { transaction } from '../../core/database/transaction.ts';
import * as queries from '../queries.ts';

export type NamesOptions = {
  events: Events;
  database: Pick<Database, 'pool'>;
  catalogue: Catalogue;
};

/** An open question about a name, with suggestions. */
export type OpenQuestion = Question & { feed: string; firstAt: Date };

export type Names = ReturnType<typeof createNames>;

const ID = /^[a-z0-9][a-z0-9.-]{1,39}$/;
const COLOUR = /^#[0-9a-f]{6}$/;

/** Names for people: the unexplained ones, their explanations, and made teams and competitions. */
export const createNames = ({ events, database: { pool }, catalogue }: NamesOptions) => {
  /** Whether the id exists for this kind. */
  const exists = async (kind: Question['kind'], id: string): Promise<boolean> => {
    const [shipped, made] =
      kind === 'team'
        ? [catalogue.teams, await events.teams()]
        : [catalogue.competitions, await events.competitions()];
    return [...shipped, ...made].some((each) => each.id === id);
  };

  return {
    /** Unexplained names, with suggestions. Their matches are left out until then. */
    questions: async (): Promise<OpenQuestion[]> => {
      const mapping = mappingOf(catalogue, { teams: new Map(), competitions: new Map() });
      const rows = await queries.selectQuestions(pool);
      return rows.flatMap(
        ({ feed, kind, place, name, seen_in: seenIn, first_at: firstAt }): OpenQuestion[] => {
          const league = mapping.competition(kind === 'team' ? seenIn : name);
          if (kind === 'team' && isQuestion(league)) {
            // Its competition was made by an operator.
            return [{ feed, kind, place, name, seenIn, firstAt, suggestions: [] }];
          }
          const asked = kind === 'team' && !isQuestion(league) ? mapping.team(name, league, seenIn) : league;
          return isQuestion(asked) ? [{ ...asked, feed, firstAt }] : [];
        },
      );
    },

    /** Every team: shipped and made ones. */
    teams: async (): Promise<NamedTeam[]> => {
      const known = await events.teams();
      const ids = new Set(known.map(({ id }) => id));
      // A row wins over the shipped team, since an operator may have changed it.
      const others = catalogue.teams.filter(({ id }) => !ids.has(id)).map(bare);
      return [...known, ...others].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },

    /** Every competition: shipped and made ones. */
    competitions: async (): Promise<Competition[]> => {
      const known = await events.competitions();
      const ids = new Set(known.map(({ id }) => id));
      const zones = new Map(catalogue.competitions.map(({ id, zone }) => [id, zone]));
      return [
        ...catalogue.competitions.filter(({ id }) => !ids.has(id)),
        ...known.map((each) => ({ ...each, zone: each.zone ?? zones.get(each.id) })),
      ];
    },

    /** Every explained name. */
    aliases: () => queries.selectAllAliases(pool),

    /**
     * Explains a name for good; an earlier explanation is replaced. @returns false when nothing has that id
     */
    explain: async (
      alias: queries.Alias,
      within: (client: pg.PoolClient) => Promise<void> = async () => undefined,
    ): Promise<boolean> => {
      if (!(await exists(alias.kind, alias.means))) return false;
      await transaction(pool, async (client) => {
        await queries.saveAlias(client, alias);
        await within(client);
      });
      return true;
    },

    /** Makes a team, or changes one that was made. @returns what is wrong with it, or undefined */
    makeTeam: async (team: NamedTeam): Promise<'id' | 'short' | 'colours' | 'shipped' | undefined> => {
      if (!ID.test(team.id)) return 'id';
      if (!/^[A-Z0-9]{2,3}$/.test(team.short)) return 'short';
      if (!team.colours.every((colour) => COLOUR.test(colour))) return 'colours';
      if (catalogue.teams.some(({ id }) => id === team.id)) return 'shipped';
      await events.upsertTeams([team]);
      return undefined;
    },

    /** Makes a competition, or changes one that was made. @returns what is wrong with it, or undefined */
    makeCompetition: async (of: {
      id: string;
      name: string;
      country?: string | undefined;
      zone: string;
    }): Promise<'id' | 'zone' | 'shipped' | undefined> => {
      if (!ID.test(of.id)) return 'id';
      if (!isTimeZone(of.zone)) return 'zone';
      if (catalogue.competitions.some(({ id }) => id === of.id)) return 'shipped';
      await events.upsertCompetition(of);
      return undefined;
    },

    /**
     * Links a feed's match to an event.
     * @param of.eventId null: none of the known ones
     * @returns false when there is no such event
     */
    link: async (of: { feed: string; ref: string; eventId: string | null }): Promise<boolean> => {
      if (of.eventId !== null && (await events.fixtures({ ids: [of.eventId] })).length === 0) return false;
      await queries.saveLink(pool, of);
      return true;
    },
  };
};

const bare = ({ id, name, short, flag, colours }: NamedTeam): NamedTeam => ({
  id,
  name,
  short,
  colours,
  flag,
});
