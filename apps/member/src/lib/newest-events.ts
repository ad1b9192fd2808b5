import type { Event, Market } from '@touchline/contract/shapes/football';
import type { LiveMessages } from '@touchline/contract/shapes/live';

type Progress = LiveMessages['event'];
/** What answers have of a match; a list has its main market alone. */
type Shown = Event & { markets?: readonly Market[] };

/** The newest matches and prices that this page received, from any server. */
export type NewestEvents = {
  /** Takes note of a message. @returns whether nothing newer is known */
  note: (progress: Progress) => boolean;
  notePrices: (message: LiveMessages['price']) => void;
  /** An answer in which nothing about a match is older than what is known; the same object where nothing was. */
  renew: (answer: unknown) => unknown;
};

type Versioned = Pick<Event, 'version'>;

/** Whether the one is newer than the other. Without a version, as from a server of an earlier release, the order is unknown. */
export const isNewer = ({ version: one }: Versioned, { version: other }: Versioned): boolean =>
  one !== undefined && other !== undefined && one > other;

/** Matches that are remembered; the one heard of first makes room. */
const most = 500;

const keyOf = ({ market, line = '' }: Market): string => `${market} ${line}`;

const isShown = (value: object): value is Shown =>
  'marketCount' in value && 'version' in value && typeof value.version === 'number' && 'kickOff' in value;

/** What moves in play, of a message or of a match as an answer has it. */
const progressOf = ({ id, version, state, live, kickOff, minute, score, redCards }: Progress): Progress => ({
  id,
  ...(version !== undefined && { version }),
  state,
  live,
  kickOff,
  ...(minute !== undefined && { minute }),
  ...(score !== undefined && { score }),
  ...(redCards !== undefined && { redCards }),
});

/** A match with what moves in play taken from a newer version; what that leaves out is gone. */
export const withProgress = <T extends Event>(event: T, progress: Progress): T => {
  const { version, state, live, kickOff, minute, score, redCards } = progress;
  const next = { ...event, state, live, kickOff };
  if (version !== undefined) next.version = version;
  if (minute === undefined) delete next.minute;
  else next.minute = minute;
  if (score === undefined) delete next.score;
  else next.score = score;
  if (redCards === undefined) delete next.redCards;
  else next.redCards = redCards;
  return next;
};

/** Remembers the newest version of each match and market. Versions only grow, so that no clock is needed to compare them. */
export const createNewestEvents = (): NewestEvents => {
  const events = new Map<string, Progress>();
  const markets = new Map<string, Map<string, Market>>();

  const note = (progress: Progress): boolean => {
    const known = events.get(progress.id);
    if (known !== undefined && isNewer(known, progress)) return false;
    events.set(progress.id, progressOf(progress));
    for (const id of events.keys()) {
      if (events.size <= most) break;
      events.delete(id);
      markets.delete(id);
    }
    return true;
  };
  const newestMarket = (event: string, market: Market): Market => {
    const of = markets.get(event) ?? new Map<string, Market>();
    markets.set(event, of);
    const known = of.get(keyOf(market));
    if (known !== undefined && known.version > market.version) return known;
    of.set(keyOf(market), market);
    return market;
  };
  const renewShown = (event: Shown): Shown => {
    const known = events.get(event.id);
    const next = note(event) || known === undefined ? event : withProgress(event, known);
    const list = event.markets?.map((market) => newestMarket(event.id, market));
    const main = event.main && newestMarket(event.id, event.main);
    const isSame =
      main === event.main && list?.every((market, at) => market === event.markets?.[at]) !== false;
    if (isSame) return next;
    return { ...next, ...(main && { main }), ...(list && { markets: list }) };
  };
  const renew = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const list = value.map(renew);
      return list.every((item, at) => item === value[at]) ? value : list;
    }
    if (isShown(value)) return renewShown(value);
    const fields = Object.entries(value);
    const renewed = fields.map(([name, field]): [string, unknown] => [name, renew(field)]);
    return renewed.every(([, field], at) => field === fields[at]?.[1]) ? value : Object.fromEntries(renewed);
  };
  return {
    note,
    notePrices: ({ event, markets: list }) => {
      for (const market of list) newestMarket(event, market);
    },
    renew,
  };
};
