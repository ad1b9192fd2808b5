/** Key in the state of a history entry: how many sheets are open there. */
const depthKey = 'sheets';
/** The router numbers its entries under this key. */
const routerKey = '__TSR_index';

/** An open sheet and its entry in the history. `close` returns whether the sheet has closed. */
type Level = { close: () => boolean; depth: number; index: unknown };

const stateNow = (): Record<string, unknown> => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
};

const depthNow = (): number => {
  const depth = stateNow()[depthKey];
  return typeof depth === 'number' ? depth : 0;
};

// The router wraps the methods of this `history` and would take an entry of a sheet for a page.
const push = (depth: number): void =>
  History.prototype.pushState.call(history, { ...stateNow(), [depthKey]: depth }, '');
const replace = (state: object, address: string): void =>
  History.prototype.replaceState.call(history, state, '', address);

type Place = { index: number; depth: number };

const placeNow = (): Place => ({ index: Number(stateNow()[routerKey] ?? 0), depth: depthNow() });

/** Whether one entry comes after another. */
const isAfter = (place: Place, other: Place): boolean =>
  place.index === other.index ? place.depth > other.depth : place.index > other.index;

/**
 * The open sheets, each with an entry in the history, so that the browser's back and the gesture of the system close a sheet
 * instead of leaving the page. A sheet that closes otherwise removes its entry; the page keeps the address and the state it has
 * by then.
 */
const createLevels = () => {
  const levels: Level[] = [];
  /** Set while this goes back by itself: what to do on arrival. */
  let onArrival: (() => void) | undefined;
  /** The last entry known: pages that the router opened since come after it. */
  let last = placeNow();

  const topDepth = (): number => levels.at(-1)?.depth ?? 0;

  /** Goes back over entries that belong to no open sheet. */
  const settle = (): void => {
    const surplus = depthNow() - topDepth();
    if (surplus <= 0 || onArrival !== undefined) return;
    const address = location.href;
    const state = { ...stateNow(), [depthKey]: topDepth() };
    onArrival = () => replace(state, address);
    history.go(-surplus);
  };

  const onPop = (event: PopStateEvent): void => {
    const place = placeNow();
    const isForward = isAfter(place, last);
    last = place;
    if (onArrival !== undefined) {
      event.stopImmediatePropagation();
      onArrival();
      onArrival = undefined;
      // A sheet that was opened on the way has no entry yet.
      for (const level of levels) {
        if (level.depth <= depthNow()) continue;
        level.depth = depthNow() + 1;
        push(level.depth);
      }
      return;
    }
    const { depth } = place;
    const left = levels.filter((level) => level.depth > depth);
    if (left.length === 0) {
      // The sheet of this entry has closed: its page is behind it, and what was opened from the sheet comes after it.
      if (depth > topDepth()) setTimeout(isForward ? () => history.go(1) : settle);
      return;
    }
    const isSamePage = left[0]?.index === stateNow()[routerKey];
    if (isSamePage) event.stopImmediatePropagation();
    for (const level of left.toReversed()) {
      levels.splice(levels.indexOf(level), 1);
      if (level.close() || !isSamePage) continue;
      // A sheet that is busy stays, and so does its entry.
      level.depth = depth + 1;
      levels.push(level);
      push(level.depth);
      return;
    }
  };
  // Listens before the router, which must only see pages.
  addEventListener('popstate', onPop, { capture: true });

  return (close: () => boolean): (() => void) => {
    const isOnTheWay = onArrival !== undefined;
    const level: Level = { close, depth: topDepth() + 1, index: stateNow()[routerKey] };
    levels.push(level);
    // An entry that a closed sheet left is taken over.
    if (!isOnTheWay && depthNow() < level.depth) push(level.depth);
    last = placeNow();
    return () => {
      const at = levels.indexOf(level);
      if (at < 0) return;
      levels.splice(at, 1);
      // Where a page was opened from the sheet, the entry lies behind it and is skipped on the way back.
      if (level.index === stateNow()[routerKey]) setTimeout(settle);
    };
  };
};

let enter: ReturnType<typeof createLevels> | undefined;

/**
 * Lets the browser's back close a sheet that opens now.
 * @param close closes it, and answers whether it did: a sheet that is busy stays
 * @returns a function to call when the sheet has closed in any way
 */
export const backCloses = (close: () => boolean): (() => void) => {
  enter ??= createLevels();
  return enter(close);
};
