import { hourMs, minuteMs } from '@touchline/contract/durations';
import type { Events } from '../../catalogue/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { freshPace, paceAfter, type Outcome, type Pace } from '../asking/pace.ts';
import type { Change } from '../import/plan.ts';
import type { Import } from '../import/service.ts';
import { createLead } from '../lead.ts';
import { createTicker } from '../ticker.ts';
import type { Live } from '../live/service.ts';
import type { LiveWord } from '../live/word.ts';
import * as queries from '../queries.ts';
import type { Snapshot } from '../snapshot.ts';
import { IDS_MAX, type ApiFootball, type League } from './api.ts';
import { fixtureName, Implausible, toFeedMatch, toLiveWord } from './read-fixture.ts';
import type { ApiFixture } from './schema.ts';
import { FEED, surveyOf } from './survey.ts';

/** A match is polled from this long before its kick-off until this long after, or until it is over. */
const [EARLY_MS, LATE_MS] = [5 * minuteMs, 5 * hourMs] as const;

export type ApiFeedOptions = {
  api: ApiFootball;
  events: Events;
  imports: Import;
  live: Live;
  database: Pick<Database, 'pool'>;
  clock: Clock;
  log: Log;
  random: () => number;
  config: {
    leagues: readonly League[];
    /** The bookmaker whose odds count, by the service's number. */
    bookmaker: number;
    liveMs: number;
    surveyMs: number;
    /** Adds new fixtures without a person who applies the plan. */
    addsByItself: boolean;
  };
};

/**
 * Follows matches at API-Football. Live scores of linked matches are polled every few seconds, and accepted
 * as far as they are credible. Every few hours the leagues are surveyed: safe changes of known events are
 * applied; new fixtures wait for a person unless the site says otherwise. One process at a time calls.
 */
export const createApiFeed = (options: ApiFeedOptions) => {
  const { api, events, imports, live, database, clock, log, random, config } = options;
  const { pool } = database;
  const lead = createLead(pool, 'api');
  let pace: Pace = freshPace;
  let liveAt = 0;
  let surveyAt = 0;
  let surveying: AsyncGenerator<Outcome, void> | undefined;

  const note = (outcome: Outcome, failure: string | undefined, what: string): void => {
    const before = pace.failures;
    pace = paceAfter(pace, outcome, { now: clock.now(), baseMs: config.liveMs / 4, random: random() });
    if (failure !== undefined) log.warn({ failure, failures: pace.failures }, `api feed: ${what}`);
    else if (before > 0) log.info(`api feed: answers again after ${before} failures`);
    if (outcome.is === 'well' && outcome.dayLeft === 0)
      log.warn('api feed: the calls of the day are used up');
  };

  /** Events that may be in play now, by the service's number of their fixture. */
  const due = async (): Promise<Map<string, string>> => {
    const now = clock.now().getTime();
    const fixtures = await events.fixtures({ from: new Date(now - LATE_MS), to: new Date(now + EARLY_MS) });
    const open = fixtures.filter(({ state }) => !['finished', 'abandoned', 'cancelled'].includes(state));
    return queries.selectRefs(
      pool,
      FEED,
      open.map(({ id }) => id),
    );
  };

  /** Fixtures that are the match of the event they are linked with. */
  const checked = new Set<string>();
  const isOf = async (item: ApiFixture, eventId: string): Promise<boolean> => {
    const key = `${item.fixture.id}|${eventId}`;
    if (checked.has(key)) return true;
    const isSame = await imports.isOf(toFeedMatch(item), { feed: FEED, eventId });
    if (isSame) checked.add(key);
    return isSame;
  };

  const askLive = async (): Promise<void> => {
    const byRef = await due();
    const refs = [...byRef.keys()];
    for (let from = 0; from < refs.length; from += IDS_MAX) {
      const { outcome, answer, failure } = await api.byIds(refs.slice(from, from + IDS_MAX));
      note(outcome, failure, 'live scores');
      if (answer === undefined) return;
      const words = new Map<string, LiveWord>();
      const problems = [...answer.problems];
      for (const item of answer.rows) {
        const eventId = byRef.get(String(item.fixture.id));
        if (eventId === undefined) continue;
        try {
          const word = toLiveWord(item, answer.at);
          if (await isOf(item, eventId)) words.set(eventId, word);
          else problems.push(`fixture ${fixtureName(item)}: event ${eventId} is not known as this match`);
        } catch (error) {
          if (!(error instanceof Implausible)) throw error;
          problems.push(`fixture ${fixtureName(item)}: ${error.message}`);
        }
      }
      if (problems.length > 0) log.warn({ problems }, 'api feed: rows that cannot be read');
      await live.hear(FEED, words);
    }
  };

  const takeIn = async (snapshot: Snapshot): Promise<void> => {
    const { hash, suspect, questions, doubts, problems } = await imports.preview(snapshot);
    if (problems.length + doubts.length + questions.length > 0) {
      log.warn({ problems, doubts, questions: questions.map(({ name }) => name) }, 'api feed: left out');
    }
    if (suspect)
      return log.error('api feed: too many results disagree with the recorded ones: none is taken');
    // A match moved by days replaces one that was accepted before.
    const select = (change: Change) =>
      change.do !== 'add' || change.instead !== undefined || config.addsByItself;
    await imports.apply(snapshot, { hash, who: `feed:${FEED}`, select });
  };

  async function* survey(): AsyncGenerator<Outcome, void> {
    for (const league of config.leagues) {
      const steps = surveyOf(api, league, { now: clock.now(), bookmaker: config.bookmaker });
      let step = await steps.next();
      while (step.done !== true) {
        note(step.value.outcome, step.value.failure, `league ${league.league}`);
        yield step.value.outcome;
        step = await steps.next();
      }
      if (step.value !== undefined) await takeIn(step.value);
    }
  }

  /**
   * Does what is due by the clock: live scores first, then one call of a survey. @returns whether this
   * process leads
   */
  const tick = async (): Promise<boolean> => {
    if (!lead.isHeld()) surveying = undefined;
    if (!(await lead.take())) return false;
    const now = clock.now().getTime();
    if (now < pace.notBefore) return true;
    if (now >= liveAt) {
      liveAt = now + config.liveMs;
      await askLive();
      return true;
    }
    if (surveying === undefined && now >= surveyAt) {
      surveyAt = now + config.surveyMs;
      surveying = survey();
    }
    if (surveying !== undefined && (await surveying.next()).done === true) surveying = undefined;
    return true;
  };

  const ticker = createTicker(tick, { log, name: 'api feed' });

  return {
    start: ticker.start,
    tick,
    /** Ends after the present call and lets another process take over. */
    stop: async (): Promise<void> => {
      await ticker.stop();
      await lead.give();
    },
  };
};
