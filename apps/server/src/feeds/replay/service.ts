import { readFile } from 'node:fs/promises';
import { dayMs, minuteMs } from '@touchline/contract/durations';
import { setImmediate as breathe } from 'node:timers/promises';
import type pg from 'pg';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { isSameBasis } from '../../pricing/index.ts';
import {
  nationalRatings,
  nationalRecord,
  parseTournament,
  resultCounts,
  shippedNations,
  shippedOnce,
  type Events,
  type RecordedMatch,
} from '../../catalogue/index.ts';
import type { Clock } from '../../core/clock.ts';
import { query, type Database, type Queryable } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { Lead } from '../lead.ts';
import { Ticker } from '../ticker.ts';
import { Programme, type Performance } from './programme.ts';
import { changeSpeed, minuteAt, momentOf, ReplayClock } from './replay-clock.ts';
import { announcement, FEED, moveBefore, moveSince, WHO } from './wanted.ts';

const stateInsert = query.exec(
  'feed-state-insert',
  'insert into feed_state (feed, state, updated_at) values ($1, $2, site_now()) on conflict (feed) do nothing',
);
/** Stores a feed's first state; an existing one stays. */
const insertState = async (to: Queryable, feed: string, state: unknown): Promise<void> => {
  await stateInsert(to, [feed, JSON.stringify(state)]);
};

const stateUpdate = query.exec(
  'feed-state-update',
  'update feed_state set state = $2, updated_at = site_now() where feed = $1',
);
const updateState = async (to: Queryable, feed: string, state: unknown): Promise<void> => {
  await stateUpdate(to, [feed, JSON.stringify(state)]);
};

const stateSelect = query.one<{ state: unknown }>(
  'feed-state',
  'select state from feed_state where feed = $1',
);
/** @returns the feed's stored state, unparsed; undefined without one */
const selectState = async (to: Queryable, feed: string): Promise<unknown> =>
  (await stateSelect(to, [feed]))?.state;

const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../data/${path}`, import.meta.url), 'utf8'));

/** The competition the replay's events belong to. */
const competition = { id: 'wc2026', name: 'World Cup 2026' } as const;

/**
 * The World Cup 2026 as the server ships it, priced from the results of national teams before it and its own. Teams are
 * rated once, for any number of programmes.
 * @returns the programme with a seed
 */
export const worldCup2026 = shippedOnce(async (): Promise<(seed: string) => Programme> => {
  const [data, record, teams] = await Promise.all([
    read('openfootball/2026.worldcup.json'),
    nationalRecord(),
    shippedNations(),
  ]);
  const tournament = parseTournament(data);
  const [first] = tournament.matches;
  const before = first?.kickOff.getTime() ?? 0;
  const known = nationalRatings(record, { before, groupOf: teams.confederationOf });
  const countOf = resultCounts(record.filter(({ at }) => at < before));
  const atHome = record.filter(({ at, neutral }) => at >= before && !neutral);
  /** The record has who was at home; its `at` is within a day and a half of the kick-off. */
  const hostOf = ({ home, away, kickOff }: RecordedMatch): string | undefined =>
    atHome.find(
      (result) =>
        [home, away].includes(result.home) &&
        [home, away].includes(result.away) &&
        Math.abs(result.at - kickOff.getTime()) < 2 * dayMs,
    )?.home;
  return (seed) => new Programme({ tournament, known, countOf, hostOf, teams, seed, prefix: competition.id });
});

/** How often matches in play are marked as watched, also without news. */
const BEAT_MS = 3_000;

/**
 * The stored state of the replay. The seed is that of the first start: another would move goals of matches in
 * play.
 */
const State = Type.Object({ seed: Type.String(), clock: ReplayClock });
type State = Static<typeof State>;

export type ReplayOptions = {
  events: Events;
  database: Pick<Database, 'pool'>;
  clock: Clock;
  /** `speed` in match minutes per real minute; `seed` counts at the very first start. */
  config: { speed: number; seed: string };
  log: Log;
};

type Tracked = {
  id: string;
  performance: Performance;
  /** How many results its prices know. */
  results: number;
  /** The last state it was brought to, since kick-off. */
  word: string;
  isOver: boolean;
};
type OpenReplay = {
  state: State;
  programme: Programme;
  tracked: Map<string, Tracked>;
  runs: Map<number, Performance[]>;
};

/**
 * The replay of a tournament on its own clock. One server process at a time runs it; another takes over when
 * that one ends. After a stop it catches up: missed matches get their incidents and results at once. With
 * another speed, begun matches continue and upcoming kick-offs move.
 */
export class Replay {
  readonly #events: Events;
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #config: ReplayOptions['config'];
  readonly #log: Log;
  readonly #lead: Lead;
  readonly #ticker: Ticker;
  #open: OpenReplay | undefined;
  #beatMs = 0;

  constructor({ events, database: { pool }, clock, config, log }: ReplayOptions) {
    this.#events = events;
    this.#pool = pool;
    this.#clock = clock;
    this.#config = config;
    this.#log = log;
    this.#lead = new Lead(pool, 'replay');
    this.#ticker = new Ticker(() => this.tick(), { log, name: 'replay' });
  }

  /** Catches up, then ticks each second until `stop`. */
  async start(): Promise<void> {
    await this.tick();
    this.#ticker.start();
  }

  /** Does what is due by the clock, once. @returns false when another process runs the replay */
  async tick(): Promise<boolean> {
    if (!this.#lead.isHeld()) this.#open = undefined;
    if (!(await this.#lead.take())) return false;
    const nowMs = this.#clock.now().getTime();
    this.#open ??= await this.#begin(nowMs);
    const open = this.#open;
    await this.#pass(open, minuteAt(open.state.clock, nowMs), nowMs);
    if (open.state.clock.speed !== this.#config.speed) {
      // Only now, when everything of the old speed is written.
      const state = { ...open.state, clock: changeSpeed(open.state.clock, nowMs, this.#config.speed) };
      await updateState(this.#pool, FEED, state);
      this.#open = { ...open, state };
      await this.#pass(this.#open, minuteAt(state.clock, nowMs), nowMs);
    }
    return true;
  }

  /** Ends after the present tick and lets another process take over. */
  async stop(): Promise<void> {
    await this.#ticker.stop();
    await this.#lead.give();
  }

  /** Its entry in `systemConfig`. */
  describe(): { name: string; speed: number } {
    return { name: competition.name, speed: this.#config.speed };
  }

  async #begin(nowMs: number): Promise<OpenReplay> {
    const { seed, speed } = this.#config;
    const programmeOf = await worldCup2026();
    const first = programmeOf(seed);
    // Rounded so that kick-offs fall on whole minutes.
    const atMs = Math.floor(nowMs / minuteMs) * minuteMs;
    await insertState(this.#pool, FEED, {
      seed,
      clock: { atMs, minute: first.firstMinute, speed },
    } satisfies State);
    const state = Value.Parse(State, await selectState(this.#pool, FEED));
    const programme = state.seed === seed ? first : programmeOf(state.seed);
    this.#log.info({ corrections: programme.corrections }, 'replay: goals that disagree with their score');
    await this.#events.upsertCompetition(competition);
    await this.#events.upsertTeams(programme.teams);
    // Unfinished runs; runs that passed while the server was stopped are skipped.
    const minute = minuteAt(state.clock, nowMs);
    const unfinished = (await this.#events.unfinished(FEED)).map((feedRef) => Number(feedRef.split('/')[1]));
    const now = programme.runAt(minute);
    const runs = new Map([...unfinished, now, now + 1].map((run) => [run, programme.run(run)]));
    const tracked = await this.#track([...runs.values()].flat());
    return { state, programme, tracked, runs };
  }

  /** The performances whose events are known, by reference. */
  async #track(performances: readonly Performance[]): Promise<Map<string, Tracked>> {
    const tracked = new Map<string, Tracked>();
    const known = await this.#events.known(
      FEED,
      performances.map(({ feedRef }) => feedRef),
    );
    for (const performance of performances) {
      const event = known.get(performance.feedRef);
      if (event !== undefined)
        tracked.set(performance.feedRef, { ...event, performance, results: -1, word: '' });
    }
    return tracked;
  }

  async #pass(now: OpenReplay, minute: number, nowMs: number): Promise<void> {
    await this.#show(now, minute);
    await this.#beat(now, minute, nowMs);
    const due = [...now.tracked.values()]
      .filter(({ isOver }) => !isOver)
      .toSorted((a, b) => a.performance.kickOffAt - b.performance.kickOffAt);
    // Ratings take a while and are not urgent: one event in each tick.
    const stale = due.find(
      ({ performance: { run, kickOffAt }, results }) =>
        minute < kickOffAt && results !== resultsBy(now.programme, run, minute),
    );
    for (const each of due) {
      try {
        if (minute >= each.performance.kickOffAt) await this.#play(each, now, minute);
        else await this.#reschedule(each, now);
        if (each === stale) await this.#rerate(each, now, minute);
      } catch (error) {
        // The others continue; this one is tried again with the next tick.
        this.#log.error({ err: error, event: each.performance.feedRef }, 'replay: event not moved');
      }
    }
  }

  /** Announces the fixtures that are due to be shown. */
  async #show({ state, programme, tracked, runs }: OpenReplay, minute: number): Promise<void> {
    const now = programme.runAt(minute);
    for (const run of [now, now + 1]) if (!runs.has(run)) runs.set(run, programme.run(run));
    for (const [run, performances] of runs) {
      if (run >= now || !performances.every(({ feedRef }) => tracked.get(feedRef)?.isOver)) continue;
      runs.delete(run);
      for (const { feedRef } of performances) tracked.delete(feedRef);
    }
    const due = [...runs.values()]
      .flat()
      .filter(({ feedRef, shownAt }) => shownAt <= minute && !tracked.has(feedRef));
    const at = { programme, clock: state.clock, minute, competitionId: competition.id };
    const news: ReturnType<typeof announcement>[] = [];
    for (const performance of due) {
      news.push(announcement(performance, at));
      // Rating teams takes a while: let bets pass in between.
      await breathe();
    }
    const added = await this.#events.addEvents(news, WHO);
    const byRef = new Map(due.map((performance) => [performance.feedRef, performance]));
    for (const { id, feedRef } of added) {
      const performance = byRef.get(feedRef);
      if (performance === undefined) continue;
      const results = resultsBy(programme, performance.run, minute);
      tracked.set(feedRef, { id, performance, results, word: '', isOver: false });
    }
  }

  /** Marks the replay as alive; events stopped for its silence are moved again. */
  async #beat({ tracked }: OpenReplay, minute: number, nowMs: number): Promise<void> {
    if (nowMs - this.#beatMs < BEAT_MS) return;
    this.#beatMs = nowMs;
    const playing = [...tracked.values()].filter(
      ({ isOver, performance: { kickOffAt } }) => !isOver && minute >= kickOffAt,
    );
    const stopped = new Set(await this.#events.seen(playing.map(({ id }) => id)));
    for (const each of playing) if (stopped.has(each.id)) each.word = '';
  }

  /** Brings an event that has kicked off to its present state. */
  async #play(each: Tracked, { state }: OpenReplay, minute: number): Promise<void> {
    const event = await this.#events.event(each.id);
    if (event === undefined) return;
    const { move, word } = moveSince(event, each.performance, { clock: state.clock, minute });
    if (word === each.word) return;
    await this.#events.moveEvent(event, move, WHO);
    each.word = word;
    each.isOver = move.state === 'finished';
  }

  /** Moves the kick-off of an upcoming event. */
  async #reschedule(each: Tracked, { state }: OpenReplay): Promise<void> {
    const event = await this.#events.event(each.id);
    const kickOff = new Date(momentOf(state.clock, each.performance.kickOffAt));
    if (event === undefined || event.kickOff.getTime() === kickOff.getTime()) return;
    await this.#events.moveEvent(event, moveBefore(kickOff), WHO);
  }

  /** Rates the teams of an upcoming event again, with the new results. */
  async #rerate(each: Tracked, { programme }: OpenReplay, minute: number): Promise<void> {
    const event = await this.#events.event(each.id);
    if (event === undefined) return;
    const means = programme.meansAt(each.performance, minute);
    const basis = programme.basisAt(each.performance, minute);
    const isSame =
      event.means?.homeMean === means.homeMean &&
      event.means.awayMean === means.awayMean &&
      event.means.rho === means.rho &&
      isSameBasis(event.basis, basis);
    if (!isSame) await this.#events.moveEvent(event, moveBefore(event.kickOff, { means, basis }), WHO);
    each.results = resultsBy(programme, each.performance.run, minute);
  }
}

/** How many matches of a run are over: grows whenever prices before kick-off may move. */
const resultsBy = ({ calendar }: Programme, run: number, minute: number): number =>
  calendar.plans.filter(({ endAt }) => run * calendar.length + endAt <= minute).length;
