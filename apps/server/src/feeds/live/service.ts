import type pg from 'pg';
import { Value } from 'typebox/value';
import type { BoardEvent } from '../../pricing/index.ts';
import type { EventMove, Events } from '../../catalogue/index.ts';
import type { Database } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { compareResult } from '../import/plan-result.ts';
import { actorOf, stopBegun } from './begun.ts';
import { hear, type ReportVerdict } from './hear.ts';
import * as queries from './queries.ts';
import { readSaid, toSaid, type FlaggedReport } from './said.ts';
import { holdOf, moveOf } from './to-move.ts';
import { AcceptedReport, type LiveReport } from './word.ts';

/** A flag that waits for a person. */
type LiveFlag = {
  id: string;
  eventId: string;
  feed: string;
  kind: string;
  said: FlaggedReport;
  openedAt: Date;
};

/** Applies the reports of a live feed to events, as far as they are credible. */
export class LiveReports {
  readonly #events: Events;
  readonly #pool: pg.Pool;
  readonly #log: Log;
  /** The last state that each event was brought to, so that a repetition writes nothing. */
  readonly #brought = new Map<string, string>();

  constructor(of: { events: Events; database: Pick<Database, 'pool'>; log: Log }) {
    this.#events = of.events;
    this.#pool = of.database.pool;
    this.#log = of.log;
  }

  /**
   * Applies a feed's reports about events. A failing one is logged and the others continue.
   * @returns the events with a new report
   */
  async hear(feed: string, words: ReadonlyMap<string, LiveReport>): Promise<string[]> {
    const stored = await queries.selectWords(this.#pool, [...words.keys()]);
    const alive: string[] = [];
    for (const [eventId, word] of words) {
      try {
        const event = await this.#events.fresh(eventId);
        if (event === undefined) continue;
        if (await this.#hearOne(event, word, feed, stored.get(eventId))) alive.push(eventId);
      } catch (error) {
        this.#log.error({ err: error, event: eventId }, 'feed: event not moved');
      }
    }
    // Events stopped for silence are brought up to date with the next report.
    for (const id of await this.#events.seen(alive)) this.#brought.delete(id);
    return alive;
  }

  /** Flags that wait for a person. */
  async flags(): Promise<LiveFlag[]> {
    return (await queries.selectOpenFlags(this.#pool)).map((row) => ({
      id: row.id,
      eventId: row.event_id,
      feed: row.feed,
      kind: row.kind,
      said: readSaid(row.said),
      openedAt: row.opened_at,
    }));
  }

  /**
   * Decides about a flag. Accepted, the event follows the feed, which proposes to void the bets struck while a disallowed goal
   * counted, or proposes the match as called off; rejected, the event stays, and betting continues once the feed is credible.
   * @returns false when the flag was not open any more
   */
  async decide(of: { id: string; verdict: 'accepted' | 'rejected'; who: string }): Promise<boolean> {
    const flag = await queries.selectOpenFlag(this.#pool, of.id);
    if (flag === undefined) return false;
    const said = readSaid(flag.said);
    if (of.verdict === 'accepted') await this.#accept(flag, said, of.who);
    this.#brought.delete(flag.event_id);
    return queries.closeFlag(this.#pool, { id: of.id, by: of.who, verdict: of.verdict });
  }

  async #bring(event: BoardEvent, move: EventMove, who: string): Promise<void> {
    const { state, minute, clockMinute, score, ht, redCards, isSuspended } = move;
    const digest = JSON.stringify([state, minute, clockMinute, score, ht, redCards, isSuspended]);
    if (this.#brought.get(event.id) === digest) return;
    await this.#events.moveEvent(event, move, who);
    this.#brought.set(event.id, digest);
  }

  async #hearOne(event: BoardEvent, word: LiveReport, feed: string, stored: unknown): Promise<boolean> {
    const known = stored === undefined ? undefined : Value.Parse(AcceptedReport, stored);
    const heard = hear(known, word);
    if (heard.is === 'late') return false;
    if (heard.is === 'old') {
      if (heard.flag !== undefined) {
        await queries.openFlag(this.#pool, {
          eventId: event.id,
          feed,
          kind: heard.flag,
          said: toSaid(word),
        });
      }
      return false;
    }
    if (event.state === 'finished') {
      await this.#proposeLate(event, word, feed);
      return true;
    }
    if (event.state === 'cancelled' || event.state === 'abandoned') return true;
    if (heard.is === 'doubted') {
      await this.#doubt(event, { word, heard, known, feed });
      return true;
    }
    await this.#believe(event, word, { heard, feed });
    return true;
  }

  /** A score after the end is a proposal next to the result; it moves nothing. */
  async #proposeLate(event: BoardEvent, word: LiveReport, feed: string): Promise<void> {
    if (word.phase !== 'over') return;
    const [fixture] = await this.#events.fixtures({ ids: [event.id] });
    const told = { ft: word.score, ht: word.ht };
    if (fixture === undefined || compareResult(told, feed, fixture).is !== 'news') return;
    await this.#events.rulings.recordResult(event.id, { ...told, source: feed });
  }

  async #doubt(
    event: BoardEvent,
    of: {
      word: LiveReport;
      heard: ReportVerdict & { is: 'doubted' };
      known: AcceptedReport | undefined;
      feed: string;
    },
  ): Promise<void> {
    const { word, heard, known, feed } = of;
    if (word.off === 'postponed' && event.state === 'scheduled') {
      // Betting stops and can continue without a person.
      const move: EventMove = { ...holdOf(event, known), state: 'postponed', isSuspended: false };
      return this.#bring(event, move, actorOf(feed));
    }
    if (word.off === 'postponed' && event.state === 'postponed') return;
    const isNew = await queries.openFlag(this.#pool, {
      eventId: event.id,
      feed,
      kind: heard.flag,
      said: toSaid(word),
    });
    if (isNew) this.#log.warn({ event: event.id, kind: heard.flag }, 'feed: not believed, betting stops');
    await this.#bring(event, holdOf(event, known), actorOf(feed));
  }

  async #believe(
    event: BoardEvent,
    word: LiveReport,
    { heard, feed }: { heard: ReportVerdict & { is: 'believed' }; feed: string },
  ): Promise<void> {
    const { believed, isSuspended } = heard;
    await queries.withdrawFlags(this.#pool, event.id, actorOf(feed));
    if (believed.phase !== 'before' || event.state === 'postponed') {
      const move = moveOf(event, word, { believed, isSuspended, source: feed });
      if (event.state === 'scheduled' && move.state !== 'scheduled' && word.kickOff < event.kickOff) {
        await stopBegun(this.#events, { eventId: event.id, feed, began: move.kickOff });
      }
      await this.#bring(event, move, actorOf(feed));
    }
    await queries.saveWord(this.#pool, { eventId: event.id, feed, asOf: believed.asOf, word: believed });
  }

  async #accept(flag: queries.OpenFlag, said: FlaggedReport, who: string): Promise<void> {
    const { event_id: eventId, feed } = flag;
    const event = await this.#events.fresh(eventId);
    if (event === undefined) return;
    if (said.off !== undefined) {
      // Who accepts is not proved: betting stops, and an operator confirms or rejects the result.
      await this.#events.moveEvent(event, holdOf(event, undefined), who);
      const { ht, score: ft } = event;
      const hasBegun = ht !== undefined || ft !== undefined;
      const ended = hasBegun ? { kind: 'abandoned' as const, ht, ft } : { kind: 'cancelled' as const };
      await this.#events.rulings.recordResult(eventId, { ...ended, source: feed });
      return;
    }
    if (flag.kind === 'score_back') await this.#proposeVoid(flag);
    const { phase, asOf, clockMinute, score, ht, redCards } = said;
    const believed: AcceptedReport = {
      phase,
      asOf,
      clockMinute,
      score,
      ht,
      redCards,
    };
    const word: LiveReport = { ...said, kickOff: event.kickOff, goals: [], isHalted: false };
    const move = moveOf(event, word, { believed, isSuspended: true, source: feed });
    await this.#events.moveEvent(event, move, who);
    await queries.saveWord(this.#pool, { eventId, feed, asOf, word: believed });
  }

  /** By the published rules: bets struck while the goal counted were on a match that never was. */
  async #proposeVoid({ event_id: eventId, feed, opened_at: struckUntil }: queries.OpenFlag): Promise<void> {
    const stored = (await queries.selectWords(this.#pool, [eventId])).get(eventId);
    const before = stored === undefined ? undefined : Value.Parse(AcceptedReport, stored);
    if (before?.stirredAt === undefined) return;
    const struckFrom = new Date(before.stirredAt);
    // A goal that was never known while bets were taken has no time to void.
    if (struckFrom < struckUntil) {
      await this.#events.voids.proposeTakenBack(eventId, { feed, struckFrom, struckUntil });
    }
  }
}
