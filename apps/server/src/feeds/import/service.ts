import { createHash } from 'node:crypto';
import type { RecordedResult } from '@touchline/football/strengths';
import type pg from 'pg';
import {
  type KnownNames,
  type Events,
  type Fixture,
  type KnownCompetition,
  type KnownTeam,
  madeGroup,
  NameMapping,
  type RatedNations,
} from '../../catalogue/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/database/database.ts';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import * as queries from '../queries.ts';
import type { FeedMatch, Snapshot } from '../snapshot.ts';
import { applyChanges, type AppliedChange, type ChangeNote } from './apply.ts';
import { mapSnapshot, type UnknownMatch } from './map-snapshot.ts';
import { checkMove, mapOwn, OWN_FEED, type OwnMatch, otherRef } from './own.ts';
import { isSuspect, type PlannedChange, type ImportPlan } from './plan.ts';
import { isSameMatch, planMatch, type MappedMatch, type MatchPlan } from './plan-match.ts';
import { ratingsOf } from './ratings.ts';

export type ImportOptions = {
  events: Events;
  database: Pick<Database, 'pool'>;
  clock: Clock;
  /** The shipped names; those in the book are added. */
  catalogue: KnownNames;
  /** Shipped results, which strengths use together with the recorded ones (league-record.ts). */
  record: () => Promise<readonly RecordedResult[]>;
  nations: RatedNations;
};

export type ImportOutcome =
  | { done: true; plan: ImportPlan; applied: AppliedChange[] }
  /** Nothing was done: the state has moved since the plan was shown, or the plan needs a confirmation. */
  | { done: false; why: 'plan_changed' | 'suspect'; plan: ImportPlan };

/** The plan for one match. */
export type PlannedMatch = { match: MappedMatch; plan: MatchPlan };

/** Events of up to this long before and after a snapshot's matches are read. */
const AROUND_MS = 300 * 86_400_000;

/** How a previewed plan is applied, and for whom. */
export type ImportDecision = {
  /** The plan's: when the same snapshot now makes another plan, nothing is done and that one is returned. */
  hash: string;
  who: string;
  /** Only these of its changes. */
  select?: (change: PlannedChange) => boolean;
  /** A person has checked the contradictions of a feed that may be wrong as a whole. */
  evenIfSuspect?: boolean;
  source?: string;
  evidence?: string;
  operator?: string;
  note?: ChangeNote;
};

/** Previews a snapshot of a feed, and applies exactly that preview. */
export class Imports {
  readonly #options: ImportOptions;
  readonly #events: Events;
  readonly #pool: pg.Pool;
  readonly #nationIds: ReadonlySet<string>;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#events = options.events;
    this.#pool = options.database.pool;
    this.#nationIds = idsOf(options.catalogue.teams.filter(({ group }) => group === 'nations'));
  }

  /** Whether a feed's match is the event: a link made by hand may lead to another one. */
  async isOf(match: FeedMatch, { feed, eventId }: { feed: string; eventId: string }): Promise<boolean> {
    const mapping = new NameMapping(await this.#known(), await queries.selectAliases(this.#pool, feed));
    const [mapped] = mapSnapshot({ matches: [match] }, mapping).matches;
    const [event] = await this.#events.fixtures({ ids: [eventId] });
    return mapped !== undefined && event !== undefined && isSameMatch(mapped, event);
  }

  /**
   * The changes of a snapshot, and the questions to a person. Writes nothing but the list of open
   * questions.
   * @param source of the results, when it is not the feed
   */
  async preview(snapshot: Snapshot, source?: string): Promise<ImportPlan> {
    const { plan } = await this.#plan(snapshot, source);
    await queries.saveQuestions(this.#pool, snapshot.feed, plan.questions);
    return plan;
  }

  /** The same, match by match. @param source of the results, when it is not the feed */
  async previewRows(
    snapshot: Snapshot,
    source: string,
  ): Promise<{ plan: ImportPlan; rows: PlannedMatch[]; unknown: readonly UnknownMatch[] }> {
    const { plan, rows, unknown } = await this.#plan(snapshot, source);
    return { plan, rows, unknown };
  }

  /** Applies a previewed plan. */
  async apply(snapshot: Snapshot, of: ImportDecision): Promise<ImportOutcome> {
    const { plan, names, rows } = await this.#plan(snapshot, of.source);
    if (plan.hash !== of.hash) return { done: false, why: 'plan_changed', plan };
    if (plan.suspect && of.evenIfSuspect !== true) return { done: false, why: 'suspect', plan };
    const wanted = plan.changes.filter(of.select ?? (() => true));
    const applied = await applyChanges(wanted, {
      events: this.#events,
      pool: this.#pool,
      feed: snapshot.feed,
      who: of.who,
      ...byId(names),
      source: of.source,
      evidence: of.evidence,
      operator: of.operator,
      note: of.note,
    });
    await this.#recordShots(snapshot.feed, rows);
    return { done: true, plan, applied };
  }

  /**
   * Makes an operator's match.
   * @param of.isSure it is none of the known matches of these teams about that time
   * @throws Refused `not_found`, `validation`, `match_exists`
   */
  async addOwn(own: OwnMatch, of: { isSure: boolean; who: string; note: ChangeNote }): Promise<string> {
    const now = this.#options.clock.now();
    const names = await this.#known();
    const match = await this.#withFreeRef(own, mapOwn(own, { names, now }));
    const fixtures = await this.#around([match], new Map());
    const rate = await this.#rateBy([match], fixtures, now);
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
      events: this.#events,
      pool: this.#pool,
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
  }

  /**
   * Moves the kick-off of an operators' match.
   * @throws Refused `not_found`, `forbidden`, `outdated`, `closed`, `validation`
   */
  async moveOwn(
    eventId: string,
    { from, to }: { from: Date; to: Date },
    { who, note }: { who: string; note: ChangeNote },
  ): Promise<void> {
    const event = isId(eventId) ? await this.#events.fresh(eventId) : undefined;
    if (!event) throw new Refused('not_found');
    checkMove(event, { from, to, now: this.#options.clock.now() });
    const { id, version, feedRef: ref } = event;
    const change: PlannedChange = { do: 'kick_off', ref, names: '', eventId: id, version, from, to };
    const [applied] = await applyChanges([change], {
      events: this.#events,
      pool: this.#pool,
      feed: OWN_FEED,
      who,
      note,
      teams: new Map(),
      competitions: new Map(),
    });
    if (applied?.outcome !== 'done') throw new Refused('outdated');
  }

  /** The shipped names, and the teams and competitions made by operators. */
  async #known(): Promise<KnownNames> {
    const { catalogue } = this.#options;
    const [teams, competitions, countries] = await Promise.all([
      this.#events.teams(),
      this.#events.competitions(),
      this.#events.countriesOfTeams(),
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
  }

  /** An operator's match; where one of its reference has moved away since, with another reference. */
  async #withFreeRef(own: OwnMatch, plain: MappedMatch): Promise<MappedMatch> {
    const namesake = (await this.#events.known(OWN_FEED, [plain.ref])).get(plain.ref);
    const there = namesake && (await this.#events.fresh(namesake.id));
    const hasMoved = there !== undefined && there.kickOff.getTime() !== own.kickOff.getTime();
    return hasMoved ? { ...plain, ref: otherRef(plain) } : plain;
  }

  /** Events of the competitions around the time of the matches, and those they are linked with. */
  async #around(matches: readonly MappedMatch[], links: Links): Promise<Fixture[]> {
    const times = matches.map(({ kickOff }) => kickOff.getTime());
    if (times.length === 0) return [];
    const ids = [...links.values()].filter((id) => id !== null);
    const [near, linked] = await Promise.all([
      this.#events.fixtures({
        competitionIds: [...new Set(matches.map(({ competitionId }) => competitionId))],
        from: new Date(times.reduce((a, b) => Math.min(a, b)) - AROUND_MS),
        to: new Date(times.reduce((a, b) => Math.max(a, b)) + AROUND_MS),
      }),
      this.#events.fixtures({ ids }),
    ]);
    return [...new Map([...near, ...linked].map((each) => [each.id, each])).values()];
  }

  /** The pricing of matches from results; national teams are rated only where they play. */
  async #rateBy(matches: readonly MappedMatch[], fixtures: readonly Fixture[], now: Date) {
    const hasNations = matches.some(
      ({ homeId, awayId }) => this.#nationIds.has(homeId) && this.#nationIds.has(awayId),
    );
    return ratingsOf(matches, fixtures, {
      now,
      shipped: await this.#options.record(),
      nations: hasNations ? await this.#options.nations.known(now) : undefined,
    });
  }

  async #plan(snapshot: Snapshot, source?: string) {
    const { feed } = snapshot;
    const now = this.#options.clock.now();
    const names = await this.#known();
    const mapping = new NameMapping(names, await queries.selectAliases(this.#pool, feed));
    const { matches, questions, waiting, unknown, zoneless } = mapSnapshot(snapshot, mapping);
    const rows = await this.#planMatches(matches, { feed, source, now });
    const changes = rows.flatMap(({ plan }) => plan.changes);
    const plan: ImportPlan = {
      feed,
      hash: hashOf(feed, changes),
      changes,
      doubts: rows.flatMap(({ plan: { doubts } }) => doubts),
      questions,
      problems: [...snapshot.problems, ...zoneless].toSorted((a, b) => a.row - b.row),
      waiting,
      same: rows.filter(({ plan: own }) => own.changes.length === 0 && own.doubts.length === 0).length,
      suspect: isSuspect(changes, rows.filter(({ plan: { agrees } }) => agrees === true).length),
    };
    return { plan, names, rows, unknown };
  }

  async #planMatches(
    matches: readonly MappedMatch[],
    { feed, source, now }: { feed: string; source: string | undefined; now: Date },
  ): Promise<PlannedMatch[]> {
    const links = await queries.selectLinks(
      this.#pool,
      feed,
      matches.map(({ ref }) => ref),
    );
    const fixtures = await this.#around(matches, links);
    const byId = new Map(fixtures.map((each) => [each.id, each]));
    const byPair = Map.groupBy(fixtures, pairOf);
    const refs = new Map([...links].map(([ref, eventId]) => [eventId, ref]));
    /** Events of the pair, without those that are another match of the same file. */
    const ofPair = (match: MappedMatch) =>
      (byPair.get(pairOf(match)) ?? []).filter(({ id }) => (refs.get(id) ?? match.ref) === match.ref);
    const rate = await this.#rateBy(matches, fixtures, now);
    const begun = await this.#events.voids.earlyStarts([...byId.keys()], feed === OWN_FEED ? 'any' : 'feed');
    return matches.map((match) => {
      const eventId = links.get(match.ref);
      const isToCome = match.feedStatus.status === 'scheduled' && match.kickOff > now;
      const plan = planMatch(
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
      return { match, plan };
    });
  }

  /** Keeps the shots of played matches that are linked to an event without a doubt. */
  async #recordShots(feed: string, rows: readonly PlannedMatch[]): Promise<void> {
    const counted = new Map(
      rows.flatMap(({ match: { ref, feedStatus }, plan: { doubts } }) =>
        doubts.length === 0 && feedStatus.status === 'finished' && feedStatus.shots !== undefined
          ? [[ref, feedStatus.shots] as const]
          : [],
      ),
    );
    const links = await queries.selectLinks(this.#pool, feed, [...counted.keys()]);
    const ofEvents = [...links].flatMap(([ref, eventId]) => {
      const shots = counted.get(ref);
      return eventId === null || shots === undefined ? [] : [[eventId, shots] as const];
    });
    await this.#events.recordShots(feed, new Map(ofEvents));
  }
}

/** The events that a feed's matches are linked with, by reference; null: none of the known ones. */
type Links = ReadonlyMap<string, string | null>;

const byId = ({ teams, competitions }: KnownNames) => ({
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

const hashOf = (feed: string, changes: readonly PlannedChange[]): string =>
  createHash('sha256')
    .update(JSON.stringify([feed, changes]))
    .digest('hex')
    .slice(0, 16);
