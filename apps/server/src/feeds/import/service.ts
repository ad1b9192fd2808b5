import { createHash } from 'node:crypto';
import type { RecordedResult } from '@touchline/football/strengths';
import {
  type Catalogue,
  type Events,
  type Fixture,
  type KnownCompetition,
  type KnownNations,
  type KnownTeam,
  madeGroup,
  mappingOf,
} from '../../catalogue/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/database/database.ts';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import * as queries from '../queries.ts';
import type { FeedMatch, Snapshot } from '../snapshot.ts';
import { applyChanges, type Applied, type Note } from './apply.ts';
import { mapSnapshot, type UnknownMatch } from './map-snapshot.ts';
import { checkMove, mapOwn, OWN_FEED, type OwnMatch, otherRef } from './own.ts';
import { isSuspect, type Change, type Plan } from './plan.ts';
import { isSameMatch, planMatch, type MappedMatch, type MatchPlan } from './plan-match.ts';
import { ratingsOf } from './ratings.ts';

export type ImportOptions = {
  events: Events;
  database: Pick<Database, 'pool'>;
  clock: Clock;
  /** The shipped names; those in the book are added. */
  catalogue: Catalogue;
  /** Shipped results, for strengths beside those on record (league-record.ts). */
  record: () => Promise<readonly RecordedResult[]>;
  /** What is known of national teams at a given time (national-record.ts). */
  nations: (now: Date) => Promise<KnownNations>;
};

export type ImportOutcome =
  | { done: true; plan: Plan; applied: Applied[] }
  /** Nothing was done: the state has moved since the plan was shown, or the plan needs a confirmation. */
  | { done: false; why: 'plan_changed' | 'suspect'; plan: Plan };

/** The plan for one match. */
export type PlannedMatch = { match: MappedMatch; plan: MatchPlan };

/** Events of up to this long before and after a snapshot's matches are read. */
const AROUND_MS = 300 * 86_400_000;

export type Import = ReturnType<typeof createImport>;

/** Previews a snapshot of a feed, and applies exactly that preview. */
export const createImport = ({ events, database, clock, catalogue, record, nations }: ImportOptions) => {
  const { pool } = database;

  /** The shipped names, and the teams and competitions made by operators. */
  const known = async (): Promise<Catalogue> => {
    const [teams, competitions, countries] = await Promise.all([
      events.teams(),
      events.competitions(),
      events.countriesOfTeams(),
    ]);
    const [teamIds, competitionIds] = [idsOf(catalogue.teams), idsOf(catalogue.competitions)];
    const made = teams.filter(({ id }) => !teamIds.has(id));
    const zones = new Map(competitions.map(({ id, zone }) => [id, zone]));
    const founded = competitions.filter(({ id }) => !competitionIds.has(id));
    return {
      teams: [
        ...catalogue.teams,
        ...made.map((team) => ({
          ...team,
          group: madeGroup,
          names: [team.name],
          countries: countries.get(team.id),
        })),
      ],
      competitions: [
        ...catalogue.competitions.map((each) => {
          const zone = zones.get(each.id);
          // The form of a competition shows the shipped zone, and saves it with any other change.
          return { ...each, zone: zone ?? each.zone, givenZone: zone === each.zone ? undefined : zone };
        }),
        ...founded.map((each) => ({ ...each, givenZone: each.zone, neutral: false, names: namesOf(each) })),
      ],
    };
  };

  const around = async (matches: readonly MappedMatch[], links: ReadonlyMap<string, string | null>) => {
    const times = matches.map(({ kickOff }) => kickOff.getTime());
    if (times.length === 0) return [];
    const ids = [...links.values()].filter((id) => id !== null);
    const [near, linked] = await Promise.all([
      events.fixtures({
        competitionIds: [...new Set(matches.map(({ competitionId }) => competitionId))],
        from: new Date(times.reduce((a, b) => Math.min(a, b)) - AROUND_MS),
        to: new Date(times.reduce((a, b) => Math.max(a, b)) + AROUND_MS),
      }),
      events.fixtures({ ids }),
    ]);
    return [...new Map([...near, ...linked].map((each) => [each.id, each])).values()];
  };

  const nationIds = idsOf(catalogue.teams.filter(({ group }) => group === 'nations'));
  /** The pricing of matches from results; national teams are rated only where they play. */
  const rateBy = async (matches: readonly MappedMatch[], fixtures: readonly Fixture[], now: Date) => {
    const hasNations = matches.some(({ homeId, awayId }) => nationIds.has(homeId) && nationIds.has(awayId));
    return ratingsOf(matches, fixtures, {
      now,
      shipped: await record(),
      nations: hasNations ? await nations(now) : undefined,
    });
  };

  const plan = async (snapshot: Snapshot, source?: string) => {
    const { feed } = snapshot;
    const now = clock.now();
    const names = await known();
    const mapping = mappingOf(names, await queries.selectAliases(pool, feed));
    const { matches, questions, waiting, unknown, zoneless } = mapSnapshot(snapshot, mapping);
    const problems = [...snapshot.problems, ...zoneless].toSorted((a, b) => a.row - b.row);
    const links = await queries.selectLinks(
      pool,
      feed,
      matches.map(({ ref }) => ref),
    );
    const fixtures = await around(matches, links);
    const byId = new Map(fixtures.map((each) => [each.id, each]));
    const byPair = Map.groupBy(fixtures, pairOf);
    const refs = new Map([...links].map(([ref, eventId]) => [eventId, ref]));
    /** Events of the pair, without those that are another match of the same file. */
    const ofPair = (match: MappedMatch) =>
      (byPair.get(pairOf(match)) ?? []).filter(({ id }) => (refs.get(id) ?? match.ref) === match.ref);
    const rate = await rateBy(matches, fixtures, now);
    const begun = await events.decisions.begun([...byId.keys()], feed === OWN_FEED ? 'any' : 'feed');
    const planned = matches.map((match) => {
      const eventId = links.get(match.ref);
      const isToCome = match.feedStatus.status === 'scheduled' && match.kickOff > now;
      return planMatch(
        { ...match, prices: match.prices ?? (isToCome ? rate(match) : undefined) },
        {
          feed,
          source,
          now,
          isNew: eventId === null,
          linked: byId.get(eventId ?? ''),
          ofPair: ofPair(match),
          begun,
        },
      );
    });
    const changes = planned.flatMap((each) => each.changes);
    const doubts = planned.flatMap((each) => each.doubts);
    const shown: Plan = {
      feed,
      hash: hashOf(feed, changes),
      changes,
      doubts,
      questions,
      problems,
      waiting,
      same: planned.filter((each) => each.changes.length === 0 && each.doubts.length === 0).length,
      suspect: isSuspect(changes, planned.filter(({ agrees }) => agrees === true).length),
    };
    const rows = matches.flatMap((match, index): PlannedMatch[] => {
      const of = planned[index];
      return of ? [{ match, plan: of }] : [];
    });
    return { plan: shown, names, rows, unknown };
  };

  /** Keeps the shots of played matches that are linked to an event without a doubt. */
  const recordShots = async (feed: string, rows: readonly PlannedMatch[]): Promise<void> => {
    const counted = new Map(
      rows.flatMap(({ match: { ref, feedStatus }, plan: { doubts } }) =>
        doubts.length === 0 && feedStatus.status === 'finished' && feedStatus.shots !== undefined
          ? [[ref, feedStatus.shots] as const]
          : [],
      ),
    );
    const links = await queries.selectLinks(pool, feed, [...counted.keys()]);
    const ofEvents = [...links].flatMap(([ref, eventId]) => {
      const shots = counted.get(ref);
      return eventId === null || shots === undefined ? [] : [[eventId, shots] as const];
    });
    await events.recordShots(feed, new Map(ofEvents));
  };

  return {
    /** Whether a feed's match is the event: a link made by hand may lead to another one. */
    isOf: async (
      match: FeedMatch,
      { feed, eventId }: { feed: string; eventId: string },
    ): Promise<boolean> => {
      const mapping = mappingOf(await known(), await queries.selectAliases(pool, feed));
      const [mapped] = mapSnapshot({ matches: [match] }, mapping).matches;
      const [event] = await events.fixtures({ ids: [eventId] });
      return mapped !== undefined && event !== undefined && isSameMatch(mapped, event);
    },

    /**
     * The changes of a snapshot, and the questions to a person. Writes nothing but the list of open
     * questions.
     * @param source of the results, when it is not the feed
     */
    preview: async (snapshot: Snapshot, source?: string): Promise<Plan> => {
      const made = await plan(snapshot, source);
      await queries.saveQuestions(pool, snapshot.feed, made.plan.questions);
      return made.plan;
    },

    /** The same, match by match. @param source of the results, when it is not the feed */
    previewRows: async (
      snapshot: Snapshot,
      source: string,
    ): Promise<{ plan: Plan; rows: PlannedMatch[]; unknown: readonly UnknownMatch[] }> => {
      const { plan: shown, rows, unknown } = await plan(snapshot, source);
      return { plan: shown, rows, unknown };
    },

    /**
     * Applies a previewed plan.
     * @param of.hash the plan's: when the same snapshot now makes another plan, nothing is done and that one
     *   is returned
     * @param of.select only these of its changes
     * @param of.evenIfSuspect a person has checked the contradictions of a feed that may be wrong as a whole
     */
    apply: async (
      snapshot: Snapshot,
      of: {
        hash: string;
        who: string;
        select?: (change: Change) => boolean;
        evenIfSuspect?: boolean;
        source?: string;
        evidence?: string;
        operator?: string;
        note?: Note;
      },
    ): Promise<ImportOutcome> => {
      const { plan: now, names, rows } = await plan(snapshot, of.source);
      if (now.hash !== of.hash) return { done: false, why: 'plan_changed', plan: now };
      if (now.suspect && of.evenIfSuspect !== true) return { done: false, why: 'suspect', plan: now };
      const wanted = now.changes.filter(of.select ?? (() => true));
      const applied = await applyChanges(wanted, {
        events,
        pool,
        feed: snapshot.feed,
        who: of.who,
        ...byId(names),
        source: of.source,
        evidence: of.evidence,
        operator: of.operator,
        note: of.note,
      });
      await recordShots(snapshot.feed, rows);
      return { done: true, plan: now, applied };
    },

    /**
     * Makes an operator's match.
     * @param of.isSure it is none of the known matches of these teams about that time
     * @throws Refused `not_found`, `validation`, `match_exists`
     */
    addOwn: async (own: OwnMatch, of: { isSure: boolean; who: string; note: Note }): Promise<string> => {
      const now = clock.now();
      const names = await known();
      const plain = mapOwn(own, { names, now });
      const namesake = (await events.known(OWN_FEED, [plain.ref])).get(plain.ref);
      const there = namesake && (await events.fresh(namesake.id));
      const hasMoved = there !== undefined && there.kickOff.getTime() !== own.kickOff.getTime();
      const match = hasMoved ? { ...plain, ref: otherRef(plain) } : plain;
      const fixtures = await around([match], new Map());
      const rate = await rateBy([match], fixtures, now);
      const { changes } = planMatch(
        { ...match, prices: match.prices ?? rate(match) },
        {
          feed: OWN_FEED,
          now,
          isNew: of.isSure,
          ofPair: fixtures.filter((each) => pairOf(each) === pairOf(match)),
          begun: new Set(),
        },
      );
      const [change, ...more] = changes;
      if (change?.do !== 'add' || more.length > 0) throw new Refused('match_exists');
      let added = '';
      await applyChanges([change], {
        events,
        pool,
        feed: OWN_FEED,
        who: of.who,
        ...byId(names),
        note: async (client, done, id) => {
          added = id;
          await of.note(client, done, id);
        },
      });
      // Another operator has made it in the meantime, or the same call has come twice.
      if (added === '') throw new Refused('match_exists');
      return added;
    },

    /**
     * Moves the kick-off of an operators' match.
     * @throws Refused `not_found`, `forbidden`, `outdated`, `closed`, `validation`
     */
    moveOwn: async (
      eventId: string,
      { from, to }: { from: Date; to: Date },
      { who, note }: { who: string; note: Note },
    ): Promise<void> => {
      const event = isId(eventId) ? await events.fresh(eventId) : undefined;
      if (!event) throw new Refused('not_found');
      checkMove(event, { from, to, now: clock.now() });
      const { id, version, feedRef: ref } = event;
      const change: Change = { do: 'kick_off', ref, names: '', eventId: id, version, from, to };
      const [applied] = await applyChanges([change], {
        events,
        pool,
        feed: OWN_FEED,
        who,
        note,
        teams: new Map(),
        competitions: new Map(),
      });
      if (applied?.outcome !== 'done') throw new Refused('outdated');
    },
  };
};

const byId = ({ teams, competitions }: Catalogue) => ({
  teams: new Map(teams.map((team): [string, KnownTeam] => [team.id, team])),
  competitions: new Map(competitions.map((each): [string, KnownCompetition] => [each.id, each])),
});

/** The names of a competition that an operator has made; its country tells it from others of its name. */
const namesOf = ({ id, name, country }: Pick<KnownCompetition, 'id' | 'name' | 'country'>): string[] => [
  id,
  name,
  ...(country === undefined ? [] : [`${country}: ${name}`]),
];

const idsOf = (of: readonly { id: string }[]): Set<string> => new Set(of.map(({ id }) => id));

/** A competition and two teams, whichever is at home. */
const pairOf = ({
  competitionId,
  homeId,
  awayId,
}: {
  competitionId: string;
  homeId: string;
  awayId: string;
}) => {
  const teams = [homeId, awayId].toSorted();
  return [competitionId, ...teams].join('|');
};

const hashOf = (feed: string, changes: readonly Change[]): string =>
  createHash('sha256')
    .update(JSON.stringify([feed, changes]))
    .digest('hex')
    .slice(0, 16);
