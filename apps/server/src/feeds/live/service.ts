import { Value } from 'typebox/value';
import type { BoardEvent } from '../../pricing/index.ts';
import type { EventMove, Events } from '../../catalogue/index.ts';
import type { Database } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { compareResult } from '../import/plan-result.ts';
import { actorOf, stopBegun } from './begun.ts';
import { hear, type Heard } from './hear.ts';
import * as queries from './queries.ts';
import { readSaid, toSaid, type Said } from './said.ts';
import { holdOf, moveOf } from './to-move.ts';
import { Believed, type LiveWord } from './word.ts';

export type LiveOptions = {
  events: Events;
  database: Pick<Database, 'pool'>;
  log: Log;
};

export type Live = ReturnType<typeof createLive>;

/** Applies the reports of a live feed to events, as far as they are credible. */
export const createLive = ({ events, database: { pool }, log }: LiveOptions) => {
  /** The last state that each event was brought to, so that a repetition writes nothing. */
  const brought = new Map<string, string>();

  const bring = async (event: BoardEvent, move: EventMove, who: string): Promise<void> => {
    const { state, minute, clockMinute, score, ht, redCards, isSuspended } = move;
    const digest = JSON.stringify([state, minute, clockMinute, score, ht, redCards, isSuspended]);
    if (brought.get(event.id) === digest) return;
    await events.moveEvent(event, move, who);
    brought.set(event.id, digest);
  };

  /** A score after the end is a proposal beside the record; it moves nothing. */
  const proposeLate = async (event: BoardEvent, word: LiveWord, feed: string): Promise<void> => {
    if (word.phase !== 'over') return;
    const [fixture] = await events.fixtures({ ids: [event.id] });
    const told = { ft: word.score, ht: word.ht };
    if (fixture === undefined || compareResult(told, feed, fixture).is !== 'news') return;
    await events.recordResult(event.id, { ...told, source: feed });
  };

  const doubt = async (
    event: BoardEvent,
    of: { word: LiveWord; heard: Heard & { is: 'doubted' }; known: Believed | undefined; feed: string },
  ): Promise<void> => {
    const { word, heard, known, feed } = of;
    if (word.off === 'postponed' && event.state === 'scheduled') {
      // Betting stops and can continue without a person.
      return bring(event, { ...holdOf(event, known), state: 'postponed', isSuspended: false }, actorOf(feed));
    }
    if (word.off === 'postponed' && event.state === 'postponed') return;
    const isNew = await queries.openFlag(pool, {
      eventId: event.id,
      feed,
      kind: heard.flag,
      said: toSaid(word),
    });
    if (isNew) log.warn({ event: event.id, kind: heard.flag }, 'feed: not believed, betting stops');
    await bring(event, holdOf(event, known), actorOf(feed));
  };

  const hearOne = async (
    event: BoardEvent,
    word: LiveWord,
    feed: string,
    stored: unknown,
  ): Promise<boolean> => {
    const known = stored === undefined ? undefined : Value.Parse(Believed, stored);
    const heard = hear(known, word);
    if (heard.is === 'late') return false;
    if (heard.is === 'old') {
      if (heard.flag !== undefined) {
        await queries.openFlag(pool, { eventId: event.id, feed, kind: heard.flag, said: toSaid(word) });
      }
      return false;
    }
    if (event.state === 'finished') {
      await proposeLate(event, word, feed);
      return true;
    }
    if (event.state === 'cancelled' || event.state === 'abandoned') return true;
    if (heard.is === 'doubted') {
      await doubt(event, { word, heard, known, feed });
      return true;
    }
    const { believed, isSuspended } = heard;
    await queries.withdrawFlags(pool, event.id, actorOf(feed));
    if (believed.phase !== 'before' || event.state === 'postponed') {
      const move = moveOf(event, word, { believed, isSuspended, source: feed });
      if (event.state === 'scheduled' && move.state !== 'scheduled' && word.kickOff < event.kickOff) {
        await stopBegun(events, { eventId: event.id, feed, began: move.kickOff });
      }
      await bring(event, move, actorOf(feed));
    }
    await queries.saveWord(pool, { eventId: event.id, feed, asOf: believed.asOf, word: believed });
    return true;
  };

  const accept = async (flag: queries.OpenFlag, said: Said, who: string): Promise<void> => {
    const { event_id: eventId, feed } = flag;
    const event = await events.fresh(eventId);
    if (event === undefined) return;
    if (said.off !== undefined) {
      // Who accepts is not proved: betting stops, and an operator confirms or rejects the result.
      await events.moveEvent(event, holdOf(event, undefined), who);
      const { ht, score: ft } = event;
      const hasBegun = ht !== undefined || ft !== undefined;
      const ended = hasBegun ? { kind: 'abandoned' as const, ht, ft } : { kind: 'cancelled' as const };
      await events.recordResult(eventId, { ...ended, source: feed });
      return;
    }
    const stored = (await queries.selectWords(pool, [eventId])).get(eventId);
    const before = stored === undefined ? undefined : Value.Parse(Believed, stored);
    if (flag.kind === 'score_back' && before?.stirredAt !== undefined) {
      const scope = { struckFrom: new Date(before.stirredAt), struckUntil: flag.opened_at };
      // A goal that was never known while bets were taken has no time to void.
      if (scope.struckFrom < scope.struckUntil) {
        // By the published rules: bets struck while the goal counted were on a match that never was.
        await events.decisions.proposeTakenBack(eventId, { feed, ...scope });
      }
    }
    const { phase, asOf, clockMinute, score, ht, redCards } = said;
    const believed: Believed = {
      phase,
      asOf,
      clockMinute,
      score,
      ht,
      redCards,
    };
    const word: LiveWord = { ...said, kickOff: event.kickOff, goals: [], isHalted: false };
    await events.moveEvent(event, moveOf(event, word, { believed, isSuspended: true, source: feed }), who);
    await queries.saveWord(pool, { eventId, feed, asOf, word: believed });
  };

  return {
    /**
     * Applies a feed's reports about events. A failing one is logged and the others continue.
     * @returns the events with a new report
     */
    hear: async (feed: string, words: ReadonlyMap<string, LiveWord>): Promise<string[]> => {
      const stored = await queries.selectWords(pool, [...words.keys()]);
      const alive: string[] = [];
      for (const [eventId, word] of words) {
        try {
          const event = await events.fresh(eventId);
          if (event === undefined) continue;
          if (await hearOne(event, word, feed, stored.get(eventId))) alive.push(eventId);
        } catch (error) {
          log.error({ err: error, event: eventId }, 'feed: event not moved');
        }
      }
      // Events stopped for silence are brought up to date with the next report.
      for (const id of await events.seen(alive)) brought.delete(id);
      return alive;
    },

    /** Flags that wait for a person. */
    flags: async (): Promise<
      { id: string; eventId: string; feed: string; kind: string; said: Said; openedAt: Date }[]
    > =>
      (await queries.selectOpenFlags(pool)).map((row) => ({
        id: row.id,
        eventId: row.event_id,
        feed: row.feed,
        kind: row.kind,
        said: readSaid(row.said),
        openedAt: row.opened_at,
      })),

    /**
     * Decides about a flag. Accepted, the event follows the feed, which proposes to void the bets struck while a disallowed goal
     * counted, or proposes the match as called off; rejected, the event stays, and betting continues once the feed is credible.
     * @returns false when the flag was not open any more
     */
    decide: async (of: { id: string; verdict: 'accepted' | 'rejected'; who: string }): Promise<boolean> => {
      const flag = await queries.selectOpenFlag(pool, of.id);
      if (flag === undefined) return false;
      const said = readSaid(flag.said);
      if (of.verdict === 'accepted') await accept(flag, said, of.who);
      brought.delete(flag.event_id);
      return queries.closeFlag(pool, { id: of.id, by: of.who, verdict: of.verdict });
    },
  };
};
