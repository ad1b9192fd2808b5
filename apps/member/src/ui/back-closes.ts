import { historySteps } from './history-steps.ts';

/** Keys in the state of a history entry: how many sheets are open there, and which page it belongs to. */
const depthKey = 'sheets';
const pageKey = 'page';

/** What a history entry is: a page, or the sheets that are open on it. A page without an id has had no sheet. */
type Place = { page: string | undefined; depth: number };

/** An open sheet and its entry in the history. `close` returns whether the sheet has closed. */
type Level = Place & { close: () => boolean };

type Entry = { state: unknown; address: string };

/** A step back over entries of closed sheets, which the browser makes some milliseconds after it was asked to. */
type StepBack = Place & {
  /** What the entry becomes that the step leads to. */
  arrival: Entry;
  /** The pages opened since, which belong after that entry. */
  opened: Entry[];
  /** Whether the browser shows the last of them already: it was opened by its address. */
  isShown: boolean;
  giveUp: ReturnType<typeof setTimeout>;
};

/** After this long a step back counts as one that the browser does not make, milliseconds. */
const stepMs = 10_000;
/** The same where an address was opened in the meantime, which may replace the step. */
const replacedStepMs = 1_500;

const stateNow = (): Record<string, unknown> => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
};

const placeNow = (): Place => {
  const { [pageKey]: page, [depthKey]: depth } = stateNow();
  return {
    page: typeof page === 'string' ? page : undefined,
    depth: typeof depth === 'number' ? depth : 0,
  };
};

// The router wraps the methods of this `history` and would take an entry of a sheet for a page.
const push = ({ state, address }: Entry): void =>
  History.prototype.pushState.call(history, state, '', address);
const replace = ({ state, address }: Entry): void =>
  History.prototype.replaceState.call(history, state, '', address);

/**
 * Gives the page of this entry an id, unless it has one; and to a page that was opened by its address what the router gives to
 * its own pages, since it would replace a state without it.
 * @returns the id
 */
const markPage = (): string => {
  const { page, depth } = placeNow();
  if (page !== undefined) return page;
  const made = Math.random().toString(36).slice(2);
  const state = {
    __TSR_index: 0,
    __TSR_key: made,
    key: made,
    ...stateNow(),
    [pageKey]: made,
    [depthKey]: depth,
  };
  replace({ state, address: location.href });
  return made;
};

/**
 * The open sheets, each with an entry in the history, so that the browser's back and the gesture of the system close a sheet
 * instead of leaving the page. A sheet that closes otherwise removes its entry; the page keeps the address and the state it has
 * by then.
 */
const createLevels = () => {
  const levels: Level[] = [];
  let step: StepBack | undefined;
  /** The last entry known. */
  let last = placeNow();

  const topDepth = (): number => levels.at(-1)?.depth ?? 0;

  const pushLevel = (depth: number): void => {
    push({ state: { ...stateNow(), [depthKey]: depth }, address: location.href });
    last = placeNow();
  };

  /** Goes back over entries that belong to no open sheet. */
  const settle = (): void => {
    const { page, depth } = placeNow();
    const surplus = depth - topDepth();
    if (surplus <= 0 || step !== undefined) return;
    step = {
      page,
      depth: topDepth(),
      arrival: { state: { ...stateNow(), [depthKey]: topDepth() }, address: location.href },
      opened: [],
      isShown: false,
      giveUp: setTimeout(endStep, stepMs),
    };
    history.go(-surplus);
  };

  const endStep = (): void => {
    if (step === undefined) return;
    const { opened, isShown, giveUp } = step;
    step = undefined;
    clearTimeout(giveUp);
    if (!isShown) for (const entry of opened) push(entry);
    // Sheets that were opened on the way have no entry yet.
    for (const level of levels) {
      if (level.page !== undefined) continue;
      level.page = markPage();
      level.depth = placeNow().depth + 1;
      pushLevel(level.depth);
    }
    last = placeNow();
    settle();
  };

  /** Looks where the browser is while a step back is under way. @returns whether the step led there */
  const isOfStep = (stepping: StepBack): boolean => {
    const { page, depth } = placeNow();
    if (page === stepping.page) {
      if (depth > stepping.depth) {
        // The browser counted from the page that was opened in the meantime.
        history.go(stepping.depth - depth);
        return true;
      }
      replace(stepping.arrival);
      stepping.isShown = false;
      endStep();
      return true;
    }
    stepping.isShown = true;
    if (history.state === null) {
      stepping.opened.push({ state: null, address: location.href });
      clearTimeout(stepping.giveUp);
      stepping.giveUp = setTimeout(endStep, replacedStepMs);
    } else {
      // The member went elsewhere in the history instead.
      endStep();
    }
    return false;
  };

  const onPop = (event: PopStateEvent): void => {
    const before = last;
    if (step !== undefined && isOfStep(step)) {
      event.stopImmediatePropagation();
      return;
    }
    const place = placeNow();
    last = place;
    const { page, depth } = place;
    const left = levels.filter((level) => level.page !== page || level.depth > depth);
    if (left.length === 0) {
      if (page !== undefined && page === before.page && depth !== before.depth) {
        // A step between entries of one page shows nothing.
        event.stopImmediatePropagation();
        setTimeout(() => history.go(depth < before.depth ? -1 : 1));
      } else if (depth > topDepth()) {
        // The sheet of this entry has closed: its page is behind it, and what was opened from the sheet comes after it.
        setTimeout(settle);
      }
      return;
    }
    const isSamePage = left[0]?.page === page;
    if (isSamePage) event.stopImmediatePropagation();
    for (const level of left.toReversed()) {
      levels.splice(levels.indexOf(level), 1);
      if (level.close() || !isSamePage) continue;
      // A sheet that is busy stays, and so does its entry.
      level.depth = depth + 1;
      levels.push(level);
      pushLevel(level.depth);
      return;
    }
  };
  // The router must only see pages.
  historySteps.hearFirst(onPop);

  const pushPage = history.pushState.bind(history);
  const replacePage = history.replaceState.bind(history);
  // A page that is opened while a step back is under way would be lost: the step leads away from it.
  history.pushState = (state: unknown, unused, url) => {
    step?.opened.push({ state, address: String(url ?? location.href) });
    if (step !== undefined && !step.isShown) return;
    pushPage(state, unused, url);
    last = placeNow();
  };
  history.replaceState = (state: unknown, unused, url) => {
    const address = String(url ?? location.href);
    if (step !== undefined && step.opened.length > 0) {
      step.opened.splice(-1, 1, { state, address });
      if (!step.isShown) return;
    }
    const { page, depth } = placeNow();
    const own = page === undefined ? {} : { [pageKey]: page, [depthKey]: depth };
    const kept = typeof state === 'object' ? { ...state, ...own } : state;
    if (step?.opened.length === 0) {
      step.arrival = { state: { ...kept, [depthKey]: step.depth }, address };
    }
    replacePage(kept, unused, url);
  };

  const enter = (close: () => boolean): (() => void) => {
    const level: Level = { close, depth: topDepth() + 1, page: undefined };
    levels.push(level);
    if (step === undefined) {
      level.page = markPage();
      // An entry that a closed sheet left is taken over.
      if (placeNow().depth < level.depth) pushLevel(level.depth);
    }
    return () => {
      const at = levels.indexOf(level);
      if (at < 0) return;
      levels.splice(at, 1);
      // Where a page was opened from the sheet, the entry lies behind it and is skipped on the way back.
      if (level.page !== undefined && level.page === placeNow().page) setTimeout(settle);
    };
  };
  return { enter, settle };
};

let shared: ReturnType<typeof createLevels> | undefined;
const levels = (): ReturnType<typeof createLevels> => (shared ??= createLevels());

/**
 * Lets the browser's back close a sheet that opens now.
 * @param close closes it, and answers whether it did: a sheet that is busy stays
 * @returns a function to call when the sheet has closed in any way
 */
export const backCloses = (close: () => boolean): (() => void) => levels().enter(close);

/** Goes back over the entries of sheets that were open when the page was loaded again. */
export const leaveSheetEntries = (): void => levels().settle();
