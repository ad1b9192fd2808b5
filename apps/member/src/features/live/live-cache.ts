import { replaceEqualDeep, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Recharge, Withdrawal } from '@touchline/contract/shapes/cashier';
import type { Event, EventDetail } from '@touchline/contract/shapes/football';
import type { LiveMessages } from '@touchline/contract/shapes/live';
import type { Output } from '@touchline/contract/routes';
import type { Home } from '@touchline/contract/shapes/site';
import type { Live } from '@touchline/client/live';
import { isNewer, type NewestEvents } from '../../lib/newest-events.ts';
import { askAgain, mapKept, mapPages, patch } from './patch.ts';
import { onNotice } from './inbox-patch.ts';
import { patchByEvent, patchPages, recordTabs, type BetPage, type RecordTab } from './bet-patch.ts';
import {
  newestPrices,
  patchEvent,
  patchHome,
  patchHomePrices,
  patchMain,
  patchMarkets,
} from './event-patch.ts';

/** Takes one thing after the other, and hands them over together. */
type Gathering<T> = {
  take: (item: T) => void;
  /** Forgets what waits. */
  stop: () => void;
};

/**
 * Gathers what comes within `ms` of the first, so that a burst is one change of the page and not a hundred.
 * @param hand called with all of it, oldest first
 */
export const gather = <T>(ms: number, hand: (items: readonly T[]) => void): Gathering<T> => {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    take: (item) => {
      waiting.push(item);
      timer ??= setTimeout(() => {
        const items = waiting;
        [waiting, timer] = [[], undefined];
        hand(items);
      }, ms);
    },
    stop: () => {
      clearTimeout(timer);
      [waiting, timer] = [[], undefined];
    },
  };
};

type ItemPage<T> = { list: T[]; total: number };
type ItemPages<T> = { pages: ItemPage<T>[]; pageParams: unknown[] };

/**
 * Loaded pages of a list, newest first, after one item changed: replaced in place, or put on top when it is new.
 * An item further down than is loaded comes with its page.
 */
export function withItem<T extends { id: string }, P extends ItemPages<T>>(
  data: P,
  item: T,
  begunAt: (item: T) => string,
): P {
  const isKnown = data.pages.some(({ list }) => list.some(({ id }) => id === item.id));
  const isOlder =
    data.pages.some(({ list }) => list.some((known) => begunAt(known) > begunAt(item))) && !isKnown;
  if (isOlder) return data;
  return {
    ...data,
    pages: data.pages.map((page, at) => {
      if (isKnown) return { ...page, list: page.list.map((known) => (known.id === item.id ? item : known)) };
      return at === 0
        ? { ...page, total: page.total + 1, list: [item, ...page.list] }
        : { ...page, total: page.total + 1 };
    }),
  };
}

type EventPages = InfiniteData<{ list: Event[] }>;
type BetPages = InfiniteData<BetPage>;

/** Prices are shown in steps of this number of milliseconds: sooner than an eye follows, and a burst renders once. */
const priceStepMs = 100;

/** Offers for open bets are fetched again at most once in this number of milliseconds, since matches change all the time. */
const offerStepMs = 1_500;

/**
 * While home has no match, it is fetched again this number of milliseconds after one is announced: once for hundreds of them, and when
 * each server knows them.
 */
const newMatchStepMs = 2_000;

/** Keys of the endless lists; single answers have the key of their call. */
export const eventPagesKey = (filters: Readonly<Record<string, string>>): QueryKey => ['eventPages', filters];
export const betPagesKey = (tab: RecordTab): QueryKey => ['betPages', { tab }];
export const rechargePagesKey: QueryKey = ['rechargePages'];
export const withdrawPagesKey: QueryKey = ['withdrawPages'];

/** Answers that messages keep in step. */
const keptInStep: ReadonlySet<unknown> = new Set([
  'home',
  'eventDetail',
  'eventPages',
  'betPages',
  'orderList',
  'cashOutOffers',
  'moneyPages',
  'turnoverList',
  'turnoverPages',
  'playInfo',
  'rechargePages',
  'rechargeList',
  'withdrawPages',
  'noticePages',
]);

/**
 * Fetches again what the page shows of the answers that messages keep in step. The stream opens after the first answers, so
 * that the messages in between are missed. An answer that is still on its way is waited for.
 */
export const catchUp = (client: QueryClient): Promise<void> =>
  client.invalidateQueries(
    { predicate: ({ queryKey: [name] }) => keptInStep.has(name) },
    { cancelRefetch: false },
  );

/**
 * Keeps every cached list and match in step with the stream, without fetching: pages render what the cache says.
 * @param newest receives each message, so that no older answer replaces it
 * @returns the way to stop
 */
export const followLive = (
  live: Live,
  client: QueryClient,
  newest: Pick<NewestEvents, 'note' | 'notePrices' | 'renew'>,
): (() => void) => {
  client.setQueryDefaults(['eventDetail'], {
    structuralSharing: (known, answer) => {
      const renewed = newest.renew(answer);
      return replaceEqualDeep(
        known,
        isDetail(answer) && isDetail(renewed) ? withHistory(answer, renewed) : renewed,
      );
    },
  });
  const prices = gather<LiveMessages['price']>(priceStepMs, (messages) => onPrices(client, messages));
  const moved = gather<string>(offerStepMs, (events) => onMoved(client, new Set(events)));
  const onEmptyHome = gather<string>(newMatchStepMs, () => refetchEmptyHome(client));
  const stops = [
    prices.stop,
    moved.stop,
    onEmptyHome.stop,
    live.subscribe('event', (message) => {
      // A server that lags behind repeats what is over.
      if (!newest.note(message)) return;
      moved.take(message.id);
      onEmptyHome.take(message.id);
      onEvent(client, message);
    }),
    live.subscribe('price', (message) => {
      newest.notePrices(message);
      moved.take(message.event);
      prices.take(message);
    }),
    live.subscribe('bet', (bet) => onBet(client, bet)),
    // Each move of the balance is an entry of the wallet.
    live.subscribe('balance', () => {
      void client.invalidateQueries({ queryKey: ['moneyPages'] });
      void client.invalidateQueries({ queryKey: ['turnoverList'] });
      void client.invalidateQueries({ queryKey: ['turnoverPages'] });
      void client.invalidateQueries({ queryKey: ['playInfo'] });
    }),
    live.subscribe('recharge', (recharge) => showRecharge(client, recharge)),
    live.subscribe('withdrawal', (withdrawal) => showWithdrawal(client, withdrawal)),
    live.subscribe('notice', (message) => onNotice(client, message)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

const isDetail = (value: unknown): value is EventDetail =>
  typeof value === 'object' && value !== null && 'markets' in value && 'kickOff' in value;

/** The history of an answer goes as far as its server knew; what the page knows beyond that follows from the scores. */
function withHistory(answer: EventDetail, renewed: EventDetail): EventDetail {
  if (!isNewer(renewed, answer)) return renewed;
  const news = incidentsOf(answer, renewed, new Date().toISOString());
  return news.length === 0 ? renewed : { ...renewed, history: [...(answer.history ?? []), ...news] };
}

function onEvent(client: QueryClient, message: LiveMessages['event']): void {
  const now = new Date().toISOString();
  patch<Home>(client, ['home'], (home) => patchHome(home, message));
  patch<EventDetail>(client, ['eventDetail'], (detail) => patchDetail(detail, message, now));
  patch<EventPages>(client, ['eventPages'], (data) => mapPages(data, (event) => patchEvent(event, message)));
  for (const tab of recordTabs) {
    patch<BetPages>(client, betPagesKey(tab), (data) => mapPages(data, (bet) => patchByEvent(bet, message)));
  }
  patch<BetPage>(client, ['orderList'], (data) => {
    const list = mapKept(data.list, (bet) => patchByEvent(bet, message));
    return list === data.list ? data : { ...data, list };
  });
  // A match that kicks off is new to lists of live ones.
  if (message.live) refetchListsWithout(client, message.id);
  // The confirmed result is part of the full answer only.
  if (message.state === 'finished') {
    void client.invalidateQueries({ queryKey: ['eventDetail', { id: message.id }] });
    void client.invalidateQueries({ queryKey: ['home'] });
  }
}

/** A home without matches shows that new ones appear automatically. */
function refetchEmptyHome(client: QueryClient): void {
  const home = client.getQueryData<Home>(['home', {}]);
  if (home?.live.length === 0 && home.next.length === 0) {
    void client.invalidateQueries({ queryKey: ['home'] });
  }
}

/** Fetches the offers for open bets again, where a page shows them and one of their matches has changed. */
function onMoved(client: QueryClient, events: ReadonlySet<string>): void {
  const offers = client.getQueryData<Output<'cashOutOffers'>>(['cashOutOffers', {}]);
  if (offers?.list.some((offer) => offer.events.some((event) => events.has(event)))) {
    void client.invalidateQueries({ queryKey: ['cashOutOffers'] });
  }
}

function onPrices(client: QueryClient, messages: readonly LiveMessages['price'][]): void {
  const newest = newestPrices(messages);
  const moved = (event: Event): Event => {
    const message = newest.get(event.id);
    return message === undefined ? event : patchMain(event, message);
  };
  patch<Home>(client, ['home'], (home) => patchHomePrices(home, moved));
  patch<EventDetail>(client, ['eventDetail'], (detail) => {
    const message = newest.get(detail.id);
    return message === undefined ? detail : patchMarkets(detail, message);
  });
  patch<EventPages>(client, ['eventPages'], (data) => mapPages(data, moved));
}

function onBet(client: QueryClient, bet: Bet): void {
  for (const tab of recordTabs) {
    patch<BetPages>(client, betPagesKey(tab), (data) => ({
      ...data,
      pages: patchPages(data.pages, bet, tab),
    }));
  }
  askAgain(client, ['betPages']);
  void client.invalidateQueries({ queryKey: ['orderList'] });
  void client.invalidateQueries({ queryKey: ['cashOutOffers'] });
}

/** Shows a bet the member has just placed, before the stream sends it. */
export const showBet = onBet;

/** Shows a recharge as it now is, in the list and on its own page. */
export function showRecharge(client: QueryClient, recharge: Recharge): void {
  patch<ItemPages<Recharge>>(client, rechargePagesKey, (data) =>
    withItem(data, recharge, ({ createdAt }) => createdAt),
  );
  patch<ItemPage<Recharge>>(client, ['rechargeList', { id: recharge.id }], (data) => ({
    ...data,
    list: [recharge],
  }));
  askAgain(client, rechargePagesKey);
  askAgain(client, ['rechargeList', { id: recharge.id }]);
}

/** Shows a withdrawal as it now is. What else can be withdrawn has changed with it, which is asked for again. */
export function showWithdrawal(client: QueryClient, withdrawal: Withdrawal): void {
  patch<ItemPages<Withdrawal>>(client, withdrawPagesKey, (data) =>
    withItem(data, withdrawal, ({ requestedAt }) => requestedAt),
  );
  void client.invalidateQueries({ queryKey: withdrawPagesKey });
}

function refetchListsWithout(client: QueryClient, id: string): void {
  void client.invalidateQueries({
    queryKey: ['eventPages', { state: 'live' }],
    predicate: ({ queryKey }) =>
      !client
        .getQueryData<EventPages>(queryKey)
        ?.pages.some((page) => page.list.some((event) => event.id === id)),
  });
}

type Incident = NonNullable<EventDetail['history']>[number];
type Goals = Incident['score'];

const none: Goals = { home: 0, away: 0 };

/** A match with its markets after a message about it; what the message implies joins its history. */
export function patchDetail(detail: EventDetail, message: LiveMessages['event'], now: string): EventDetail {
  if (detail.id !== message.id || isNewer(detail, message)) return detail;
  const news = incidentsOf(detail, message, now);
  const next = patchEvent(detail, message);
  return news.length === 0 ? next : { ...next, history: [...(detail.history ?? []), ...news] };
}

/**
 * What happened between the match as known and a message about it, so that its history moves without asking
 * the server again. The history of an answer may be ahead of its score. A cancelled goal, one after it at the same score, or a
 * missed start is not derived here: the next full answer has it.
 * @param now time of the message
 */
function incidentsOf(
  { state, score: known, history = [] }: Event & Pick<EventDetail, 'history'>,
  message: LiveMessages['event'],
  now: string,
): Incident[] {
  const [ft, last] = [known?.ft ?? none, history.at(-1)?.score ?? none];
  const was = { home: Math.max(ft.home, last.home), away: Math.max(ft.away, last.away) };
  const score = message.score?.ft ?? ft;
  const minute = message.minute === undefined ? {} : { minute: message.minute };
  return [
    ...goals(was, score).map((goal) => ({ kind: 'goal' as const, ...minute, at: now, ...goal })),
    ...turns(state, message.state)
      .filter((kind) => !history.some((one) => one.kind === kind))
      .map((kind) => ({ kind, at: now, score })),
  ];
}

/** The goals that lead from one score to the next; the order of two at once is not known, home comes first. */
function goals(was: Goals, now: Goals): { side: 'home' | 'away'; score: Goals }[] {
  const scored: ReturnType<typeof goals> = [];
  for (let home = was.home + 1; home <= now.home; home += 1) {
    scored.push({ side: 'home', score: { home, away: was.away } });
  }
  for (let away = was.away + 1; away <= now.away; away += 1) {
    scored.push({ side: 'away', score: { home: now.home, away } });
  }
  return scored;
}

function turns(was: Event['state'], now: Event['state']): Exclude<Incident['kind'], 'goal'>[] {
  if (was === now) return [];
  if (was === 'scheduled' && now === 'live') return ['kick_off'];
  if (now === 'half_time') return ['half_time'];
  if (was === 'half_time' && now === 'live') return ['second_half'];
  return now === 'finished' ? ['full_time'] : [];
}
