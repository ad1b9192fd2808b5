import type { Event, EventDetail, Market } from '@touchline/contract/shapes/football';
import type { LiveMessages } from '@touchline/contract/shapes/live';
import type { Home } from '@touchline/contract/shapes/site';
import { isNewer, withProgress } from '../../lib/newest-events.ts';
import { mapKept } from './patch.ts';

type EventMessage = LiveMessages['event'];
type PriceMessage = LiveMessages['price'];

/** Whether a match is over, whichever way. */
export function isOver(state: Event['state']): boolean {
  return state === 'finished' || state === 'abandoned' || state === 'cancelled' || state === 'postponed';
}

/** Whether a match is being played, its half time included. */
export function isInPlay(state: Event['state']): boolean {
  return state === 'live' || state === 'half_time';
}

/** A match after a message about it; any other match, and one of a newer version, comes back as it is, so that nothing renders again. */
export function patchEvent<T extends Event>(event: T, message: EventMessage): T {
  return event.id !== message.id || isNewer(event, message) ? event : withProgress(event, message);
}

/** What several messages say of prices, one for each match: of each market the newest version. */
export function newestPrices(messages: readonly PriceMessage[]): ReadonlyMap<string, PriceMessage> {
  const byEvent = new Map<string, PriceMessage>();
  for (const { event, markets } of messages) {
    const known = byEvent.get(event)?.markets ?? [];
    const newer = markets.filter(
      (market) => !known.some((k) => isSame(k, market) && k.version > market.version),
    );
    const rest = known.filter((market) => !newer.some((fresh) => isSame(fresh, market)));
    byEvent.set(event, { event, markets: [...rest, ...newer] });
  }
  return byEvent;
}

/** A match of a list after new prices: only the main market of a card moves. */
export function patchMain<T extends Event>(event: T, message: PriceMessage): T {
  const { main } = event;
  if (event.id !== message.event || main === undefined) return event;
  const fresh = message.markets.find((market) => isSame(market, main) && market.version >= main.version);
  return fresh === undefined ? event : { ...event, main: fresh };
}

/** A match after new prices: known markets in their place, new ones at the end, older versions not at all. */
export function patchMarkets(detail: EventDetail, message: PriceMessage): EventDetail {
  if (detail.id !== message.event) return detail;
  const markets = detail.markets.map((market) => {
    const fresh = message.markets.find((candidate) => isSame(candidate, market));
    return fresh !== undefined && fresh.version >= market.version ? fresh : market;
  });
  const added = message.markets.filter((market) => !markets.some((known) => isSame(known, market)));
  return { ...patchMain(detail, message), markets: [...markets, ...added] };
}

/** The home page after new prices. */
export function patchHomePrices(home: Home, change: (event: Event) => Event): Home {
  const [live, next] = [mapKept(home.live, change), mapKept(home.next, change)];
  return live === home.live && next === home.next ? home : { ...home, live, next };
}

/** The home page after a message: a match that kicks off moves from "next" to "live", one that ends leaves. */
export function patchHome(home: Home, message: EventMessage): Home {
  const known = [...home.live, ...home.next].find((event) => event.id === message.id);
  if (known === undefined) return home;
  const event = patchEvent(known, message);
  const others = (list: Event[]) => list.filter((candidate) => candidate.id !== event.id);
  const replaced = (list: Event[]) =>
    list.map((candidate) => (candidate.id === event.id ? event : candidate));
  if (isOver(event.state)) return { ...home, live: others(home.live), next: others(home.next) };
  const isLive = event.live || event.state === 'live' || event.state === 'half_time';
  if (!isLive) return { ...home, live: replaced(home.live), next: replaced(home.next) };
  const wasLive = home.live.some((candidate) => candidate.id === event.id);
  return { ...home, live: wasLive ? replaced(home.live) : [...home.live, event], next: others(home.next) };
}

function isSame(a: Market, b: Market): boolean {
  return a.market === b.market && a.line === b.line;
}
