import { minuteMs } from '@touchline/contract/durations';
import { setImmediate as breathe } from 'node:timers/promises';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { isSameBasis } from '../../pricing/index.ts';
import type { Events } from '../../catalogue/index.ts';
import type { Clock } from '../../core/clock.ts';
import { statement, type Database, type Queryable } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { createLead } from '../lead.ts';
import { createTicker } from '../ticker.ts';
import type { Performance, Programme } from './programme.ts';
import { changeSpeed, minuteAt, momentOf, ReplayClock } from './replay-clock.ts';
import { competition, worldCup2026 } from './shipped.ts';
import { announcement, FEED, moveBefore, moveSince, WHO } from './wanted.ts';

const stateInsert = statement(
  'feed-state-insert',
  'insert into feed_state (feed, state, updated_at) values ($1, $2, site_now()) on conflict (feed) do nothing',
);
/** Stores a feed's first state; an existing one stays. */
const insertState = async (to: Queryable, feed: string, state: unknown): Promise<void> => {
  await to.query(stateInsert([feed, JSON.stringify(state)]));
};

const stateUpdate = statement(
  'feed-state-update',
  'update feed_state set state = $2, updated_at = site_now() where feed = $1',
);
const updateState = async (to: Queryable, feed: string, state: unknown): Promise<void> => {
  await to.query(stateUpdate([feed, JSON.stringify(state)]));
};

const stateSelect = statement('feed-state', 'select state from feed_state where feed = $1');
/** @returns the feed's stored state, unparsed; undefined without one */
const selectState = async (to: Queryable, feed: string): Promise<unknown> =>
  (await to.query<{ state: unknown }>(stateSelect([feed]))).rows[0]?.state;

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
type Open = {
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
export const createReplay = ({ events, database: { pool }, clock, config, log }: ReplayOptions) => {
  const lead = createLead(pool, 'replay');
  let open: Open | undefined;
  let beatMs = 0;

  const begin = async (nowMs: number): Promise<Open> => {
    const programmeOf = await worldCup2026();
    const first = programmeOf(config.seed);
    // Rounded so that kick-offs fall on whole minutes.
    const atMs = Math.floor(nowMs / minuteMs) * minuteMs;
    await insertState(pool, FEED, {
      seed: config.seed,
      clock: { atMs, minute: first.firstMinute, speed: config.speed },
    } satisfies State);
    const state = Value.Parse(State, await selectState(pool, FEED));
    const programme = state.seed === config.seed ? first : programmeOf(state.seed);
    log.info({ corrections: programme.corrections }, 'replay: goals that disagree with their score');
    await events.upsertCompetition(competition);
    await events.upsertTeams(programme.teams);
    // Unfinished runs; runs that passed while the server was stopped are skipped.
    const minute = minuteAt(state.clock, nowMs);
    const unfinished = (await events.unfinished(FEED)).map((feedRef) => Number(feedRef.split('/')[1]));
    const now = programme.runAt(minute);
    const runs = new Map([...unfinished, now, now + 1].map((run) => [run, programme.run(run)]));
    const tracked = new Map<string, Tracked>();
    const performances = [...runs.values()].flat();
    const known = await events.known(
      FEED,
      performances.map(({ feedRef }) => feedRef),
    );
    for (const performance of performances) {
      const event = known.get(performance.feedRef);
      if (event !== undefined)
        tracked.set(performance.feedRef, { ...event, performance, results: -1, word: '' });
    }
    return { state, programme, tracked, runs };
  };

  /** Announces the fixtures that are due to be shown. */
  const show = async ({ state, programme, tracked, runs }: Open, minute: number): Promise<void> => {
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
    const added = await events.addEvents(news, WHO);
    const byRef = new Map(due.map((performance) => [performance.feedRef, performance]));
    for (const { id, feedRef } of added) {
      const performance = byRef.get(feedRef);
      if (performance === undefined) continue;
      const results = resultsBy(programme, performance.run, minute);
      tracked.set(feedRef, { id, performance, results, word: '', isOver: false });
    }
  };

  /** Moves the kick-off of an upcoming event. */
  const reschedule = async (each: Tracked, { state }: Open): Promise<void> => {
    const event = await events.event(each.id);
    const kickOff = new Date(momentOf(state.clock, each.performance.kickOffAt));
    if (event === undefined || event.kickOff.getTime() === kickOff.getTime()) return;
    await events.moveEvent(event, moveBefore(kickOff), WHO);
  };

  /** Rates the teams of an upcoming event again, with the new results. */
  const rerate = async (each: Tracked, { programme }: Open, minute: number): Promise<void> => {
    const event = await events.event(each.id);
    if (event === undefined) return;
    const means = programme.meansAt(each.performance, minute);
    const basis = programme.basisAt(each.performance, minute);
    const isSame =
      event.means?.homeMean === means.homeMean &&
      event.means.awayMean === means.awayMean &&
      event.means.rho === means.rho &&
      isSameBasis(event.basis, basis);
    if (!isSame) await events.moveEvent(event, moveBefore(event.kickOff, { means, basis }), WHO);
    each.results = resultsBy(programme, each.performance.run, minute);
  };

  /** Brings an event that has kicked off to its present state. */
  const play = async (each: Tracked, { state }: Open, minute: number): Promise<void> => {
    const event = await events.event(each.id);
    if (event === undefined) return;
    const { move, word } = moveSince(event, each.performance, { clock: state.clock, minute });
    if (word === each.word) return;
    await events.moveEvent(event, move, WHO);
    each.word = word;
    each.isOver = move.state === 'finished';
  };

  /** Marks the replay as alive; events stopped for its silence are moved again. */
  const beat = async ({ tracked }: Open, minute: number, nowMs: number): Promise<void> => {
    if (nowMs - beatMs < BEAT_MS) return;
    beatMs = nowMs;
    const playing = [...tracked.values()].filter(
      ({ isOver, performance: { kickOffAt } }) => !isOver && minute >= kickOffAt,
    );
    const stopped = new Set(await events.seen(playing.map(({ id }) => id)));
    for (const each of playing) if (stopped.has(each.id)) each.word = '';
  };

  const pass = async (now: Open, minute: number, nowMs: number): Promise<void> => {
    await show(now, minute);
    await beat(now, minute, nowMs);
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
        if (minute >= each.performance.kickOffAt) await play(each, now, minute);
        else await reschedule(each, now);
        if (each === stale) await rerate(each, now, minute);
      } catch (error) {
        // The others continue; this one is tried again with the next tick.
        log.error({ err: error, event: each.performance.feedRef }, 'replay: event not moved');
      }
    }
  };

  /** Does what is due by the clock, once. @returns false when another process runs the replay */
  const tick = async (): Promise<boolean> => {
    if (!lead.isHeld()) open = undefined;
    if (!(await lead.take())) return false;
    const nowMs = clock.now().getTime();
    open ??= await begin(nowMs);
    await pass(open, minuteAt(open.state.clock, nowMs), nowMs);
    if (open.state.clock.speed !== config.speed) {
      // Only now, when everything of the old speed is written.
      const state = { ...open.state, clock: changeSpeed(open.state.clock, nowMs, config.speed) };
      await updateState(pool, FEED, state);
      open = { ...open, state };
      await pass(open, minuteAt(state.clock, nowMs), nowMs);
    }
    return true;
  };

  const ticker = createTicker(tick, { log, name: 'replay' });

  return {
    /** Catches up, then ticks each second until `stop`. */
    start: async (): Promise<void> => {
      await tick();
      ticker.start();
    },
    tick,
    /** Ends after the present tick and lets another process take over. */
    stop: async (): Promise<void> => {
      await ticker.stop();
      await lead.give();
    },
    /** Its entry in `systemConfig`. */
    describe: (): { name: string; speed: number } => ({ name: competition.name, speed: config.speed }),
  };
};

/** How many matches of a run are over: grows whenever prices before kick-off may move. */
const resultsBy = ({ calendar }: Programme, run: number, minute: number): number =>
  calendar.plans.filter(({ endAt }) => run * calendar.length + endAt <= minute).length;
