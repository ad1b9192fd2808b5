import { minuteMs } from '@touchline/contract/durations';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import type { Score } from '@touchline/football/score';
import type { Fixture } from '../../catalogue/index.ts';
import type { FeedStatus } from '../snapshot.ts';
import type { PlannedChange, Doubt, DoubtReason, PricedMeans } from './plan.ts';
import { compareResult } from './plan-result.ts';

/** A match of a snapshot with its names explained. */
export type MappedMatch = {
  /** Its place in a file. */
  row?: number | undefined;
  ref: string;
  /** In the feed's spelling, for people. */
  names: string;
  competitionId: string;
  homeId: string;
  awayId: string;
  neutral: boolean;
  stage?: string | undefined;
  kickOff: Date;
  /** False when only the day is known: `kickOff` is its start. */
  isTimeKnown: boolean;
  feedStatus: FeedStatus;
  prices?: PricedMeans | undefined;
};

/** The records about the match. */
export type MatchRecords = {
  feed: string;
  /** The source of its results, when it is not the feed: a source does not confirm itself. */
  source?: string | undefined;
  now: Date;
  /** The event linked to this feed's reference. */
  linked?: Fixture | undefined;
  /** A person has said that it is none of the known events. */
  isNew: boolean;
  /** Events of these two teams in this competition, whichever is at home. */
  ofPair: readonly Fixture[];
  /** Events that began before their kick-off, as a person has yet to decide. */
  begun: ReadonlySet<string>;
};

export type MatchPlan = {
  changes: PlannedChange[];
  doubts: Doubt[];
  /** Its result equals that of another source. */
  agrees?: boolean;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A match moved by more than this is another for bettors: the published rules void earlier bets. */
const FAR_MS = 48 * HOUR_MS;
/** Two sources mean the same match when their kick-offs are within this. */
const SAME_MATCH_MS = 3 * DAY_MS;
/** No match is over sooner after its kick-off. */
const SHORTEST_MATCH_MS = 100 * minuteMs;
/** Prices within this share of the recorded ones are the same. */
const PRICE_STEP = 0.005;

const calledOff: readonly Fixture['state'][] = ['postponed', 'cancelled', 'abandoned'];

/** The changes for one match, and the questions to a person. */
export const planMatch = (match: MappedMatch, around: MatchRecords): MatchPlan => {
  const { linked } = around;
  if (linked !== undefined) {
    return isOfOthers(match, linked)
      ? only(doubt(match, 'other_teams', 'the event it was linked with is of other teams', linked))
      : planKnown(match, linked, around);
  }
  const [found, ...more] = around.isNew ? [] : sameMatches(match, around);
  const count = String(more.length + 1);
  if (more.length > 0)
    return only(doubt(match, 'ambiguous', `${count} events within three days`, undefined, { count }));
  if (found === undefined) return planUnknown(match, around);
  const known = planKnown(match, found, around);
  return { ...known, changes: [{ do: 'link', ...of(match, found) }, ...known.changes] };
};

const isOfOthers = (match: MappedMatch, event: Fixture): boolean =>
  (['competitionId', 'homeId', 'awayId'] as const).some((of) => event[of] !== match[of]);

const isNear = (match: MappedMatch, { kickOff }: Fixture): boolean =>
  Math.abs(kickOff.getTime() - match.kickOff.getTime()) <= SAME_MATCH_MS;

/** Whether a feed's match is the event: its competition and teams, about its time. */
export const isSameMatch = (match: MappedMatch, event: Fixture): boolean =>
  !isOfOthers(match, event) && isNear(match, event);

const sameMatches = (match: MappedMatch, { ofPair }: MatchRecords): Fixture[] => {
  const near = ofPair.filter((event) => event.homeId === match.homeId && isNear(match, event));
  // A match that was called off may have been replaced by another.
  const on = near.filter(({ state }) => !calledOff.includes(state));
  if (on.length > 0) return on;
  return match.feedStatus.status === 'scheduled' ? near.filter(({ state }) => state !== 'cancelled') : near;
};

const planUnknown = (match: MappedMatch, { now, ofPair, isNew }: MatchRecords): MatchPlan => {
  const others = isNew ? [] : ofPair;
  const swapped = others.find(
    ({ homeId, kickOff }) =>
      homeId === match.awayId && Math.abs(kickOff.getTime() - match.kickOff.getTime()) <= DAY_MS,
  );
  if (swapped !== undefined) {
    return only(doubt(match, 'swapped', 'on record with home and away the other way round', swapped));
  }
  // Matches long over, or called off before they were known, are no news for bettors.
  if (match.feedStatus.status !== 'scheduled' || match.kickOff <= now) return { changes: [], doubts: [] };
  const pending = others.find(({ homeId, state }) => homeId === match.homeId && state === 'scheduled');
  if (pending !== undefined) {
    const on = pending.kickOff.toISOString().slice(0, 10);
    return only(
      doubt(
        match,
        'same_pair',
        `the same teams are expected on ${on}: link it, or say it is new`,
        pending,
        at(pending),
      ),
    );
  }
  return { changes: [toAdd(match)], doubts: [] };
};

const planKnown = (match: MappedMatch, event: Fixture, around: MatchRecords): MatchPlan => {
  const { feedStatus } = match;
  const began = beganAt(match, event, around);
  if (began !== undefined) return planBegun(match, event, { began, around });
  if (feedStatus.status === 'in_play') return { changes: [], doubts: [] };
  if (feedStatus.status === 'scheduled') return planScheduled(match, event, around);
  if (feedStatus.status === 'finished') return planResult(match, feedStatus, event, around);
  if (feedStatus.status === 'awarded') {
    return event.confirmed?.ft === undefined
      ? only(doubt(match, 'awarded', 'bets settle on the score of the pitch: enter it', event))
      : { changes: [], doubts: [] };
  }
  if (isOver(event) || event.state === feedStatus.status) return { changes: [], doubts: [] };
  return { changes: [{ do: 'call_off', ...of(match, event), to: feedStatus.status }], doubts: [] };
};

/**
 * The start of a match that its feed reports as begun before its kick-off; of several possible times the earliest, so that no bet
 * after the start is forgotten. A schedule of another feed that is a day old says nothing.
 */
const beganAt = (
  { kickOff, isTimeKnown, feedStatus: { status } }: MappedMatch,
  event: Fixture,
  { feed, now }: MatchRecords,
): Date | undefined => {
  const isOwn = event.feed === feed;
  if (status === 'in_play' || status === 'finished') {
    const leastMs = status === 'finished' ? SHORTEST_MATCH_MS : 0;
    const latest = now.getTime() - leastMs;
    const isOpen = event.state === 'scheduled' && event.kickOff > now;
    if (isOpen) return new Date(Math.min(kickOff.getTime(), latest));
    const isCorrected = isOwn && isTimeKnown && kickOff < event.kickOff;
    return isCorrected && isUnderWay(event) ? kickOff : undefined;
  }
  if (status !== 'scheduled' || event.state !== 'scheduled') return undefined;
  const moved = movedTo({ kickOff, isTimeKnown }, event);
  if (moved === undefined || moved >= event.kickOff || moved > now) return undefined;
  if (isOwn) return moved;
  return event.kickOff > now && now.getTime() - moved.getTime() < DAY_MS ? moved : undefined;
};

const isUnderWay = ({ state, confirmed }: Fixture): boolean =>
  ['scheduled', 'live', 'half_time'].includes(state) && confirmed?.ft === undefined;

const planBegun = (
  match: MappedMatch,
  event: Fixture,
  { began, around }: { began: Date; around: MatchRecords },
): MatchPlan => {
  const { feedStatus } = match;
  const rest =
    feedStatus.status === 'finished'
      ? planResult(match, feedStatus, event, around)
      : { changes: [], doubts: [] };
  if (around.begun.has(event.id)) {
    const detail = `it began at ${began.toISOString()}, before its kick-off: decide its void in the office`;
    const waits = doubt(match, 'begun', detail, event, { at: began.toISOString() });
    return { ...rest, doubts: [waits, ...rest.doubts] };
  }
  const begun: PlannedChange = { do: 'begun', ...of(match, event), from: event.kickOff, to: began };
  return { ...rest, changes: [begun, ...rest.changes] };
};

const planScheduled = (match: MappedMatch, event: Fixture, around: MatchRecords): MatchPlan => {
  const { feed, now } = around;
  if (event.state !== 'scheduled' && event.state !== 'postponed') return { changes: [], doubts: [] };
  const moved = movedTo(match, event);
  const isToCome = event.kickOff > now || (moved ?? event.kickOff) > now;
  if (moved !== undefined && event.feed !== feed && isToCome) {
    const values = { ...at(event), feed: event.feed };
    return only(doubt(match, 'kick_off', `${event.feed} tells ${values.at}`, event, values));
  }
  if ((moved ?? event.kickOff) <= now) {
    const isStale = now.getTime() - event.kickOff.getTime() > DAY_MS && event.confirmed === undefined;
    return isStale
      ? only(doubt(match, 'no_result', 'its day has passed', event))
      : { changes: [], doubts: [] };
  }
  const farMs = Math.abs((moved ?? event.kickOff).getTime() - event.kickOff.getTime());
  if (moved !== undefined && farMs > FAR_MS) {
    const instead = { eventId: event.id, version: event.version, kickOff: event.kickOff };
    return { changes: [{ ...toAdd(match), instead }], doubts: [] };
  }
  const changes: PlannedChange[] = [];
  if (moved !== undefined || event.state === 'postponed') {
    changes.push({ do: 'kick_off', ...of(match, event), from: event.kickOff, to: moved ?? event.kickOff });
  }
  const { prices } = match;
  if (prices !== undefined && mayReplace(prices, event) && isNews(prices, event)) {
    changes.push({ do: 'prices', ...of(match, event), from: event.means, to: prices });
  }
  return { changes, doubts: [] };
};

/** The new kick-off by the feed; a feed that knows the day only moves nothing within it. */
const movedTo = (
  { kickOff, isTimeKnown }: Pick<MappedMatch, 'kickOff' | 'isTimeKnown'>,
  event: Fixture,
): Date | undefined => {
  const laterMs = event.kickOff.getTime() - kickOff.getTime();
  if (!isTimeKnown && laterMs >= 0 && laterMs < DAY_MS) return undefined;
  return laterMs === 0 ? undefined : kickOff;
};

const planResult = (
  match: MappedMatch,
  told: { ft: Score; ht?: Score | undefined },
  event: Fixture,
  { feed, source = feed, now }: MatchRecords,
): MatchPlan => {
  if (now.getTime() - event.kickOff.getTime() < SHORTEST_MATCH_MS) {
    return only(doubt(match, 'too_early', `kick-off is ${event.kickOff.toISOString()}`, event, at(event)));
  }
  const apartMs = Math.abs(match.kickOff.getTime() - event.kickOff.getTime());
  if (apartMs > FAR_MS + DAY_MS) {
    return only(
      doubt(
        match,
        'other_day',
        `on record for ${event.kickOff.toISOString().slice(0, 10)}`,
        event,
        at(event),
      ),
    );
  }
  const verdict = compareResult(told, source, event);
  if (verdict.is === 'known') {
    return {
      changes: [],
      doubts: [],
      agrees: event.confirmed !== undefined && event.confirmed.source !== source,
    };
  }
  if (verdict.is === 'in_part') {
    return only(
      doubt(match, 'in_part', `${verdict.against.source} tells another half-time score, or none`, event),
    );
  }
  if (event.confirmed?.ft === undefined && calledOff.includes(event.state)) {
    return only(doubt(match, 'called_off', `on record as ${event.state}`, event, { state: event.state }));
  }
  const { as, against } = verdict;
  const result: PlannedChange = { do: 'result', ...of(match, event), ft: told.ft, ht: told.ht, as, against };
  return { changes: [result], doubts: [] };
};

const isOver = ({ state, confirmed }: Fixture): boolean =>
  confirmed?.ft !== undefined || ['finished', 'abandoned', 'cancelled'].includes(state);

/** Prices from results never replace those of a market or a trader. */
const mayReplace = ({ basis }: PricedMeans, event: Fixture): boolean =>
  basis.kind !== 'results' || event.basis === undefined || event.basis.kind === 'results';

/** Other prices, or the same ones that rest on something else by now. */
const isNews = ({ means, basis }: PricedMeans, event: Fixture): boolean =>
  differ(means, event.means) || basis.kind !== event.basis?.kind;

const differ = (a: GoalMeans, b: GoalMeans | undefined): boolean =>
  b === undefined ||
  Math.abs(a.homeMean / b.homeMean - 1) > PRICE_STEP ||
  Math.abs(a.awayMean / b.awayMean - 1) > PRICE_STEP;

const of = ({ ref, names }: MappedMatch, { id, version }: Fixture) => ({ ref, names, eventId: id, version });

const toAdd = (match: MappedMatch): PlannedChange & { do: 'add' } => ({
  do: 'add',
  ref: match.ref,
  names: match.names,
  competitionId: match.competitionId,
  homeId: match.homeId,
  awayId: match.awayId,
  neutral: match.neutral,
  stage: match.stage,
  kickOff: match.kickOff,
  prices: match.prices,
});

const at = ({ kickOff }: Fixture) => ({ at: kickOff.toISOString() });

const doubt = (
  match: MappedMatch,
  why: DoubtReason,
  detail: string,
  event?: Fixture,
  values: Doubt['values'] = {},
): Doubt => ({
  ref: match.ref,
  names: match.names,
  why,
  detail,
  values,
  eventId: event?.id,
});

const only = (...doubts: Doubt[]): MatchPlan => ({ changes: [], doubts });
