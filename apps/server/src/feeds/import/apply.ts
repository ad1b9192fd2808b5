import type pg from 'pg';
import {
  COMMAND_LINE,
  type EventMove,
  type Events,
  ImpossibleResult,
  type KnownCompetition,
  type KnownTeam,
} from '../../catalogue/index.ts';
import type { BoardEvent } from '../../pricing/index.ts';
import { transaction } from '../../core/database/transaction.ts';
import { stopBegun } from '../live/begun.ts';
import * as queries from '../queries.ts';
import type { PlannedChange } from './plan.ts';

/**
 * The result of a change. `moved`: the event was no longer as the plan had seen it. `impossible`: a result
 * that contradicts the record, such as fewer goals than at the confirmed half time.
 */
export type AppliedChange = { change: PlannedChange; outcome: 'done' | 'moved' | 'impossible' };

export type ApplyOptions = {
  events: Events;
  pool: pg.Pool;
  feed: string;
  who: string;
  teams: ReadonlyMap<string, KnownTeam>;
  competitions: ReadonlyMap<string, KnownCompetition>;
  /** The source of these results, when it is not the feed, and the source that it names. */
  source?: string | undefined;
  evidence?: string | undefined;
  /** The operator whose file it is, and who proposes what another one decides. */
  operator?: string | undefined;
  /** Writes a line of the audit log in the transaction of each change. */
  note?: ChangeNote | undefined;
};
export type ChangeNote = (
  client: pg.PoolClient,
  change: PlannedChange | ProposedVoid,
  eventId: string,
) => Promise<void>;
/** A void that is proposed with a change. */
type ProposedVoid = { do: 'void'; names: string; began: Date; proposal: string };

/**
 * Applies the changes of a plan, one after the other, each in separate transactions and only on the state
 * it was made on.
 */
export const applyChanges = async (
  changes: readonly PlannedChange[],
  options: ApplyOptions,
): Promise<AppliedChange[]> => {
  await announceNames(changes, options);
  const applied: AppliedChange[] = [];
  /** How often this import has moved an event: each move raises its version. */
  const moves = new Map<string, number>();
  for (const change of changes) {
    try {
      const done = await applyChange(change, options, moves);
      applied.push({ change, outcome: done ? 'done' : 'moved' });
    } catch (error) {
      if (!(error instanceof ImpossibleResult)) throw error;
      applied.push({ change, outcome: 'impossible' });
    }
  }
  return applied;
};

/** Teams and competitions of new events, before the events. */
const announceNames = async (changes: readonly PlannedChange[], options: ApplyOptions): Promise<void> => {
  const { events, teams, competitions } = options;
  const added = changes.filter((change) => change.do === 'add');
  for (const id of new Set(added.map(({ competitionId }) => competitionId))) {
    const of = competitions.get(id);
    if (of === undefined) continue;
    await events.upsertCompetition({
      id,
      name: of.name,
      country: of.country,
    });
  }
  const ids = new Set(added.flatMap(({ homeId, awayId }) => [homeId, awayId]));
  const wanted = [...ids].map((id) => teams.get(id)).filter((team) => team !== undefined);
  await events.upsertTeams(
    wanted.map(({ id, name, short, flag, colours }) => ({
      id,
      name,
      short,
      colours,
      flag,
    })),
  );
};

const applyChange = async (
  change: PlannedChange,
  options: ApplyOptions,
  moves: Map<string, number>,
): Promise<boolean> => {
  const { events, pool, feed, who, operator: id, source = feed, evidence, note } = options;
  if (change.do === 'add') return add(change, options);
  if (change.do === 'link') {
    await transaction(pool, async (client) => {
      await queries.saveLink(client, { feed, ref: change.ref, eventId: change.eventId });
      await note?.(client, change, change.eventId);
    });
    return true;
  }
  const event = await events.fresh(change.eventId);
  if (event === undefined) return false;
  if (change.do === 'begun') {
    const { to: began, names } = change;
    await stopBegun(events, {
      eventId: event.id,
      feed,
      began,
      isTyped: source === COMMAND_LINE,
      within: (client) => note?.(client, change, event.id),
      proposer:
        id === undefined
          ? undefined
          : {
              id,
              note: async (client, proposal) =>
                note?.(client, { do: 'void', names, began, proposal }, event.id),
            },
    });
    return true;
  }
  if (change.do === 'result' && !isOpen(event)) {
    const told = { ft: change.ft, ht: change.ht, source, evidence };
    await events.rulings.recordResult(change.eventId, told, (client) => note?.(client, change, event.id));
    return true;
  }
  const before = moves.get(event.id) ?? 0;
  const move = { ...moveOf(change, event, { source, evidence }), atVersion: change.version + before };
  const isMoved = await events.moveEvent(event, move, who, (client) => note?.(client, change, event.id));
  if (isMoved) moves.set(event.id, before + 1);
  return isMoved;
};

/** Whether the event itself is still open. A match in play belongs to the feed that plays it. */
const isOpen = ({ state }: BoardEvent): boolean => state === 'scheduled';

type Move = { do: 'call_off'; to: 'postponed' } | Exclude<PlannedChange, { do: 'add' | 'link' | 'begun' }>;
type From = { source: string; evidence?: string | undefined };
const moveOf = (change: Move, event: BoardEvent, { source, evidence }: From): EventMove => {
  const before: EventMove = {
    kickOff: event.kickOff,
    state: event.state,
    clockMinute: 0,
    score: event.score,
    ht: event.ht,
    redCards: event.redCards,
    incidents: [],
    isSuspended: false,
    results: [],
  };
  if (change.do === 'kick_off') return { ...before, state: 'scheduled', kickOff: change.to };
  if (change.do === 'call_off') return { ...before, state: change.to };
  if (change.do === 'prices') return { ...before, means: change.to.means, basis: change.to.basis };
  const { ft, ht } = change;
  const told = { ft, ht, source, evidence };
  return { ...before, state: 'finished', score: ft, ht, results: [told] };
};

const add = async (change: PlannedChange & { do: 'add' }, options: ApplyOptions): Promise<boolean> => {
  const { events, pool, feed, who, note } = options;
  const { instead, prices } = change;
  if (instead !== undefined) {
    const event = await events.fresh(instead.eventId);
    if (event === undefined) return false;
    const postponed = moveOf({ do: 'call_off', to: 'postponed' }, event, { source: feed });
    if (!(await events.moveEvent(event, { ...postponed, atVersion: instead.version }, who))) return false;
  }
  const day = change.kickOff.toISOString().slice(0, 10);
  const feedRef = instead === undefined ? change.ref : `${change.ref}|${day}`;
  const [event] = await events.addEvents(
    [
      {
        feed,
        feedRef,
        competitionId: change.competitionId,
        homeId: change.homeId,
        awayId: change.awayId,
        neutral: change.neutral,
        kickOff: change.kickOff,
        replay: false,
        means: prices?.means,
        basis: prices?.basis,
        stage: change.stage,
      },
    ],
    who,
    (client, [id = '']) => note?.(client, change, id),
  );
  const eventId = event?.id ?? (await events.known(feed, [feedRef])).get(feedRef)?.id;
  if (eventId === undefined) return false;
  await queries.saveLink(pool, { feed, ref: change.ref, eventId });
  return true;
};
