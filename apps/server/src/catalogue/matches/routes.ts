import { searchFold } from '@touchline/kit/fold';
import { dayMs } from '@touchline/contract/durations';
import { limits } from '@touchline/contract/limits';
import type { Input, Output } from '@touchline/contract/routes';
import {
  Incident,
  MarketState,
  type EventDetail,
  type EventState,
  type Goals,
  type OpenCompetition,
} from '@touchline/contract/shapes/football';
import { parseLine } from '@touchline/football/line';
import { marketNames } from '@touchline/football/markets';
import { dayIn } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import { formatOdds } from '@touchline/money/odds';
import { Value } from 'typebox/value';
import { createBriefAnswers } from '../brief-answers.ts';
import type { Clock } from '../../core/clock.ts';
import type { Handlers } from '../../core/handler.ts';
import type { Queryable } from '../../core/database/database.ts';
import { Refused } from '../../core/refusal.ts';
import {
  type Board,
  type BoardEvent,
  type BoardMarket,
  isInPlay,
  toWireEvent,
  toWireMarket,
} from '../../pricing/index.ts';
import { operatorIdOf } from './actor.ts';
import * as queries from './list-queries.ts';
import { isDay } from './list.ts';
import { meant } from './meant.ts';
import { isId } from '../../core/ids.ts';

/** How many coming matches the home page shows. */
const HOME_NEXT = 10;
/** How long visitors get the same answer, milliseconds; the live stream sends changes in the meantime. */
const visitorsMs = 2_000;
/** How long everybody gets the same counts of competitions, milliseconds. */
const countsMs = 2_000;
const openStates = ['scheduled', 'live', 'half_time'] as const satisfies readonly EventState[];

/** The matches of the home page: those in play, and the next ones. @param timeZone the site's, in which days are meant */
export const homeMatches = (board: Board, timeZone: string): Pick<Output<'home'>, 'live' | 'next'> => {
  const shown = board.events().filter(({ withheld = false }) => !withheld);
  const open = inOrder(shown, timeZone);
  return {
    live: open.filter(({ state }) => isInPlay(state)).map(toWireEvent),
    next: open
      .filter(({ state }) => state === 'scheduled')
      .slice(0, HOME_NEXT)
      .map(toWireEvent),
  };
};

type EventCall = 'eventList' | 'eventDays' | 'competitionList' | 'eventDetail' | 'priceHistory';

/** What lists and pages of events are read from; days are meant in the time zone. */
type EventSource = { pool: Queryable; board: Board; timeZone: string };

/**
 * Handlers of the calls that show events, to members and visitors.
 * @param of.timeZone the site's, in which days are meant
 */
export const eventHandlers = ({
  clock,
  ...of
}: EventSource & { clock: Clock }): Pick<Handlers, EventCall> => {
  const lists = createBriefAnswers<Output<'eventList'>>(visitorsMs);
  const details = createBriefAnswers<Output<'eventDetail'>>(visitorsMs);
  const days = createBriefAnswers<Output<'eventDays'>>(visitorsMs);
  const histories = createBriefAnswers<Output<'priceHistory'>>(visitorsMs);
  const counts = createBriefAnswers<Output<'competitionList'>>(countsMs);
  return {
    eventList: (input, { lan, member }) =>
      member
        ? readList(of, input, lan)
        : lists.of(JSON.stringify({ ...input, lan }), () => readList(of, input, lan)),
    eventDays: (input, { member }) =>
      member ? readDays(of, input) : days.of(JSON.stringify(input), () => readDays(of, input)),
    competitionList: () =>
      counts.of('', async () => ({
        list: openCompetitions(of.board.events(), { now: clock.now(), timeZone: of.timeZone }),
      })),
    eventDetail: (input, { member }) =>
      member ? readDetail(of, input) : details.of(input.id, () => readDetail(of, input)),
    priceHistory: (input, { member }) =>
      member
        ? readPriceHistory(of, input)
        : histories.of(JSON.stringify(input), () => readPriceHistory(of, input)),
  };
};

const readList = async (
  { pool, board, timeZone }: EventSource,
  input: Input<'eventList'>,
  lan: Lan,
): Promise<Output<'eventList'>> => {
  const { day, state, competition, q = '', page = 1, limit = limits.listLimitDefault } = input;
  if (day !== undefined && !isDay(day)) throw new Refused('validation', { rules: { day: 'format' } });
  const { ids, total } = await queries.selectEventIds(
    pool,
    {
      states: statesOf(state),
      competition,
      day: day === undefined ? undefined : { date: day, timeZone },
      forMembers: { timeZone },
      of: searchFold(q.trim()) === '' ? undefined : await meant(pool, q, lan),
    },
    { page, limit },
  );
  const events = await board.lookup(ids);
  const list = ids.map((id) => events.get(id)).filter((event) => event !== undefined);
  return { list: list.map(toWireEvent), total, page, limit };
};

const readDays = async (
  { pool, timeZone }: EventSource,
  { from, to, state }: Input<'eventDays'>,
): Promise<Output<'eventDays'>> => {
  if (!isDay(from)) throw new Refused('validation', { rules: { from: 'format' } });
  if (!isDay(to)) throw new Refused('validation', { rules: { to: 'format' } });
  if (to < from || daysFrom(from, to) > limits.eventDaysMax)
    throw new Refused('validation', { rules: { to: 'range' } });
  return { list: await queries.selectEventDays(pool, { states: statesOf(state), from, to, timeZone }) };
};

const statesOf = (state: Input<'eventList'>['state']): readonly EventState[] | undefined =>
  state === 'open' ? openStates : state === undefined ? undefined : [state];

const readDetail = async (
  { pool, board }: EventSource,
  { id }: Input<'eventDetail'>,
): Promise<Output<'eventDetail'>> => {
  const event = isId(id) ? (await board.lookup([id])).get(id) : undefined;
  if (event === undefined) throw new Refused('not_found');
  const [incidents, result, voids] = await Promise.all([
    queries.selectIncidents(pool, id),
    queries.selectResult(pool, id),
    queries.selectVoids(pool, id),
  ]);
  return {
    ...toWireEvent(event),
    markets: [...event.markets.values()].toSorted(byMarketOrder).map(toWireMarket),
    result: result === undefined ? undefined : toWireResult(result),
    history: incidents.map(toWireIncident),
    voids: voids.length === 0 ? undefined : voids.map(toWireVoid),
  };
};

const readPriceHistory = async (
  { pool }: EventSource,
  { event, market, line = '' }: Input<'priceHistory'>,
): Promise<Output<'priceHistory'>> => {
  const found = isId(event)
    ? await queries.selectPriceHistory(pool, { eventId: event, market, line })
    : undefined;
  if (found === undefined) throw new Refused('not_found');
  const list = found.versions.toReversed().map((each) => ({
    at: each.at.toISOString(),
    version: each.version,
    state: Value.Parse(MarketState, each.state),
    odds: each.odds_milli.map((milli) => (milli === 0 ? null : formatOdds(milli))),
  }));
  return { selections: found.selections, list };
};

const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

const byKickOff = (a: BoardEvent, b: BoardEvent): number =>
  a.kickOff.getTime() - b.kickOff.getTime() || (a.id < b.id ? -1 : 1);

/** Day by day, within one by the order of competitions, then by kick-off: as `selectEventIds` has it for members. */
const inOrder = (events: readonly BoardEvent[], timeZone: string): BoardEvent[] => {
  const sorted = events.toSorted(byKickOff);
  if (sorted.every(({ place: cup }) => cup === undefined)) return sorted;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const last = Number.MAX_SAFE_INTEGER;
  return [...Map.groupBy(sorted, ({ kickOff }) => day.format(kickOff)).values()].flatMap((ofDay) =>
    ofDay.toSorted((a, b) => (a.place ?? last) - (b.place ?? last)),
  );
};

const place = ({ market }: BoardMarket): number => marketNames.findIndex((name) => name === market);

/** In the order of the market names, lines ascending. */
export const byMarketOrder = (a: BoardMarket, b: BoardMarket): number =>
  place(a) - place(b) || (parseLine(a.line) ?? 0) - (parseLine(b.line) ?? 0);

type ResultRow = NonNullable<Awaited<ReturnType<typeof queries.selectResult>>>;
const goals = (home: number | null, away: number | null): Goals | undefined =>
  home === null || away === null ? undefined : { home, away };

/** Who reports a result, for members: a person by what they name as the source, never by an id. */
const sourceOf = ({ source, evidence }: ResultRow): string =>
  operatorIdOf(source) === undefined ? source.replace(/^feed:/, '') : (evidence ?? 'house');

const toWireResult = (row: ResultRow): NonNullable<EventDetail['result']> => {
  const was = goals(row.was_ft_home, row.was_ft_away);
  return {
    ft: goals(row.ft_home, row.ft_away),
    ht: goals(row.ht_home, row.ht_away),
    source: sourceOf(row),
    confirmedAt: (row.confirmed_at ?? row.proposed_at).toISOString(),
    version: row.version,
    corrects: was && { ft: was, ht: goals(row.was_ht_home, row.was_ht_away) },
  };
};

type VoidRow = Awaited<ReturnType<typeof queries.selectVoids>>[number];
const toWireVoid = (row: VoidRow): NonNullable<EventDetail['voids']>[number] => ({
  market: row.market ?? undefined,
  line: row.line ?? undefined,
  struckFrom: row.struck_from?.toISOString(),
  struckUntil: row.struck_until?.toISOString(),
  reason: row.why,
  at: row.at.toISOString(),
});

type IncidentRow = Awaited<ReturnType<typeof queries.selectIncidents>>[number];
export const toWireIncident = (row: IncidentRow): Incident =>
  Value.Parse(Incident, {
    kind: row.kind,
    minute: row.minute ?? undefined,
    at: row.at.toISOString(),
    side: row.side ?? undefined,
    score: { home: row.home_goals, away: row.away_goals },
  });

/** The fields of an event that are counted. */
export type ListedEvent = Pick<BoardEvent, 'competition' | 'place' | 'withheld' | 'state' | 'kickOff'>;

/** A competition while its matches are counted. */
type Counted = OpenCompetition & { place: number; nextKickOffMs: number };

/**
 * The competitions with matches in play or scheduled that members see, each with how many there are. The order is that of the list
 * of matches: by the day of the next kick-off, then by the site's order of competitions, then by kick-off.
 * @param events of the board, in any order
 * @param timeZone the site's, in which days are meant
 */
export const openCompetitions = (
  events: readonly ListedEvent[],
  { now, timeZone }: { now: Date; timeZone: string },
): OpenCompetition[] => {
  const today = dayIn(now, timeZone);
  const counted = new Map<string, Counted>();
  for (const { competition, place, withheld = false, state, kickOff } of events) {
    if (withheld || !(state === 'scheduled' || isInPlay(state))) continue;
    let of = counted.get(competition.id);
    if (of === undefined) {
      of = {
        competition,
        inPlay: 0,
        today: 0,
        open: 0,
        place: place ?? Number.MAX_SAFE_INTEGER,
        nextKickOffMs: kickOff.getTime(),
      };
      counted.set(competition.id, of);
    }
    of.open += 1;
    if (isInPlay(state)) of.inPlay += 1;
    if (dayIn(kickOff, timeZone) === today) of.today += 1;
    of.nextKickOffMs = Math.min(of.nextKickOffMs, kickOff.getTime());
  }
  const dayOf = new Map(
    [...counted].map(([id, { nextKickOffMs }]) => [id, dayIn(new Date(nextKickOffMs), timeZone)]),
  );
  const byNext = (a: Counted, b: Counted): number =>
    (dayOf.get(a.competition.id) ?? '').localeCompare(dayOf.get(b.competition.id) ?? '') ||
    a.place - b.place ||
    a.nextKickOffMs - b.nextKickOffMs ||
    a.competition.id.localeCompare(b.competition.id);
  return [...counted.values()]
    .toSorted(byNext)
    .map(({ competition, inPlay, today: ofToday, open }) => ({ competition, inPlay, today: ofToday, open }));
};
