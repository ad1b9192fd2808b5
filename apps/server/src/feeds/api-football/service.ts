import { hourMs, minuteMs } from '@touchline/contract/durations';
import type { Events } from '../../catalogue/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { freshPace, paceAfter, type CallOutcome, type Pace } from '../asking/pace.ts';
import type { PlannedChange } from '../import/plan.ts';
import type { Imports } from '../import/service.ts';
import { Lead } from '../lead.ts';
import { Ticker } from '../ticker.ts';
import type { LiveReports } from '../live/service.ts';
import type { LiveReport } from '../live/word.ts';
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
  imports: Imports;
  live: LiveReports;
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
export class ApiFeed {
  readonly #options: ApiFeedOptions;
  readonly #log: Log;
  readonly #lead: Lead;
  readonly #ticker: Ticker;
  /** Fixtures that are the match of the event they are linked with. */
  readonly #checked = new Set<string>();
  #pace: Pace = freshPace;
  #liveAt = 0;
  #surveyAt = 0;
  #surveying: AsyncGenerator<CallOutcome, void> | undefined;

  constructor(options: ApiFeedOptions) {
    const { database, log } = options;
    this.#options = options;
    this.#log = log;
    this.#lead = new Lead(database.pool, 'api');
    this.#ticker = new Ticker(() => this.tick(), { log, name: 'api feed' });
  }

  /** Ticks each second until `stop`. */
  start(): void {
    this.#ticker.start();
  }

  /**
   * Does what is due by the clock: live scores first, then one call of a survey. @returns whether this
   * process leads
   */
  async tick(): Promise<boolean> {
    const { clock, config } = this.#options;
    if (!this.#lead.isHeld()) this.#surveying = undefined;
    if (!(await this.#lead.take())) return false;
    const now = clock.now().getTime();
    if (now < this.#pace.notBefore) return true;
    if (now >= this.#liveAt) {
      this.#liveAt = now + config.liveMs;
      await this.#askLive();
      return true;
    }
    if (this.#surveying === undefined && now >= this.#surveyAt) {
      this.#surveyAt = now + config.surveyMs;
      this.#surveying = this.#survey();
    }
    if (this.#surveying !== undefined && (await this.#surveying.next()).done === true) {
      this.#surveying = undefined;
    }
    return true;
  }

  /** Ends after the present call and lets another process take over. */
  async stop(): Promise<void> {
    await this.#ticker.stop();
    await this.#lead.give();
  }

  #note(outcome: CallOutcome, failure: string | undefined, what: string): void {
    const { clock, config, random } = this.#options;
    const before = this.#pace.failures;
    this.#pace = paceAfter(this.#pace, outcome, {
      now: clock.now(),
      baseMs: config.liveMs / 4,
      random: random(),
    });
    const { failures } = this.#pace;
    if (failure !== undefined) this.#log.warn({ failure, failures }, `api feed: ${what}`);
    else if (before > 0) this.#log.info(`api feed: answers again after ${before} failures`);
    if (outcome.is === 'well' && outcome.dayLeft === 0)
      this.#log.warn('api feed: the calls of the day are used up');
  }

  async #askLive(): Promise<void> {
    const { api, live } = this.#options;
    const byRef = await this.#dueEvents();
    const refs = [...byRef.keys()];
    for (let from = 0; from < refs.length; from += IDS_MAX) {
      const { outcome, answer, failure } = await api.byIds(refs.slice(from, from + IDS_MAX));
      this.#note(outcome, failure, 'live scores');
      if (answer === undefined) return;
      const { words, problems } = await this.#readWords(answer.rows, { byRef, at: answer.at });
      const all = [...answer.problems, ...problems];
      if (all.length > 0) this.#log.warn({ problems: all }, 'api feed: rows that cannot be read');
      await live.hear(FEED, words);
    }
  }

  /** Events that may be in play now, by the service's number of their fixture. */
  async #dueEvents(): Promise<Map<string, string>> {
    const { clock, database, events } = this.#options;
    const now = clock.now().getTime();
    const fixtures = await events.fixtures({ from: new Date(now - LATE_MS), to: new Date(now + EARLY_MS) });
    const open = fixtures.filter(({ state }) => !['finished', 'abandoned', 'cancelled'].includes(state));
    return queries.selectRefs(
      database.pool,
      FEED,
      open.map(({ id }) => id),
    );
  }

  /** The reports of fixtures by event, and what is wrong with the others. */
  async #readWords(
    items: readonly ApiFixture[],
    { byRef, at }: { byRef: ReadonlyMap<string, string>; at: Date },
  ): Promise<{ words: Map<string, LiveReport>; problems: string[] }> {
    const words = new Map<string, LiveReport>();
    const problems: string[] = [];
    for (const item of items) {
      const eventId = byRef.get(String(item.fixture.id));
      if (eventId === undefined) continue;
      try {
        const word = toLiveWord(item, at);
        if (await this.#isOf(item, eventId)) words.set(eventId, word);
        else problems.push(`fixture ${fixtureName(item)}: event ${eventId} is not known as this match`);
      } catch (error) {
        if (!(error instanceof Implausible)) throw error;
        problems.push(`fixture ${fixtureName(item)}: ${error.message}`);
      }
    }
    return { words, problems };
  }

  async #isOf(item: ApiFixture, eventId: string): Promise<boolean> {
    const key = `${item.fixture.id}|${eventId}`;
    if (this.#checked.has(key)) return true;
    const isSame = await this.#options.imports.isOf(toFeedMatch(item), { feed: FEED, eventId });
    if (isSame) this.#checked.add(key);
    return isSame;
  }

  async *#survey(): AsyncGenerator<CallOutcome, void> {
    const { api, clock, config } = this.#options;
    for (const league of config.leagues) {
      const steps = surveyOf(api, league, { now: clock.now(), bookmaker: config.bookmaker });
      let step = await steps.next();
      while (step.done !== true) {
        this.#note(step.value.outcome, step.value.failure, `league ${league.league}`);
        yield step.value.outcome;
        step = await steps.next();
      }
      if (step.value !== undefined) await this.#takeIn(step.value);
    }
  }

  async #takeIn(snapshot: Snapshot): Promise<void> {
    const { config, imports } = this.#options;
    const { hash, suspect, questions, doubts, problems } = await imports.preview(snapshot);
    if (problems.length + doubts.length + questions.length > 0) {
      this.#log.warn(
        { problems, doubts, questions: questions.map(({ name }) => name) },
        'api feed: left out',
      );
    }
    if (suspect)
      return this.#log.error('api feed: too many results disagree with the recorded ones: none is taken');
    // A match moved by days replaces one that was accepted before.
    const select = (change: PlannedChange) =>
      change.do !== 'add' || change.instead !== undefined || config.addsByItself;
    await imports.apply(snapshot, { hash, who: `feed:${FEED}`, select });
  }
}
