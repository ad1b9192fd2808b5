import { isTabPath } from '../features/frame/tabs.ts';

type Place = { pathname: string; state: { __TSR_index: number } };

/** How a page comes in: over the one before it, off the one behind it, or in its place. */
export type Slide = 'push' | 'pop';

/** Which way to slide between two places of the history; false between tabs and for the first page. */
export const slideBetween = (from: Place | undefined, to: Place): Slide[] | false => {
  if (!from || from.pathname === to.pathname) return false;
  if (isTabPath(from.pathname) && isTabPath(to.pathname)) return false;
  const { __TSR_index: before } = from.state;
  const { __TSR_index: after } = to.state;
  if (after === before) return false;
  return [after > before ? 'push' : 'pop'];
};

/** Ignores the error that a browser reports when a page is left while it still slides in. */
export const allowSkippedSlides = (): void => {
  addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason;
    const isSkipped = reason instanceof DOMException && reason.name === 'AbortError';
    if (isSkipped && reason.message.startsWith('Transition was skipped')) event.preventDefault();
  });
};
