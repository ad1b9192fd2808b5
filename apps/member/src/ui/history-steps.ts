type Listener = (event: PopStateEvent) => void;

/**
 * Steps in the history, heard before the router hears them. Browsers call the listeners of a window in the order they were
 * added, whether they capture or not; so this one is added before the router's, for code that is loaded later.
 */
const createSteps = () => {
  let first: Listener | undefined;
  return {
    /** Begins to listen. */
    start: (): void => addEventListener('popstate', (event) => first?.(event)),
    /** @param listener may keep a step from the router by `stopImmediatePropagation` */
    hearFirst: (listener: Listener): void => {
      first = listener;
    },
  };
};

export const historySteps = createSteps();
