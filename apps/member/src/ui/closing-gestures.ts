import { backCloses } from './back-closes.ts';

/**
 * Lets back and a drag down close a sheet that opens now. In a separate file, which the first open sheet fetches.
 * @param close closes it, and answers whether it did: a sheet that is busy stays
 * @returns a function to call when the sheet has closed in any way
 */
export const followGestures = (sheet: HTMLElement, top: HTMLElement, close: () => boolean): (() => void) => {
  const leave = backCloses(close);
  const endDrag = dragsDown(sheet, top, close);
  return () => {
    leave();
    endDrag();
  };
};

/** A drag this far down closes, in pixels. */
const farPx = 96;
/** A flick this fast closes however short it is, in pixels a millisecond. */
const fastPxPerMs = 0.6;
/** Smaller moves are taps, in pixels. */
const slopPx = 6;

type Drag = { pointer: number; fromY: number; y: number; at: number; speed: number; isMoving: boolean };

/**
 * Lets a finger drag a panel down by its top: the panel follows by its property `--dragged`, with `data-dragged` in the meantime, and
 * closes beyond a distance or a speed; otherwise it springs back.
 * @returns a function that ends it
 */
const dragsDown = (panel: HTMLElement, top: HTMLElement, close: () => void): (() => void) => {
  let drag: Drag | undefined;

  const onDown = ({ button, isPrimary, pointerId, clientY, timeStamp }: PointerEvent): void => {
    if (button !== 0 || !isPrimary) return;
    drag = { pointer: pointerId, fromY: clientY, y: clientY, at: timeStamp, speed: 0, isMoving: false };
  };

  const onMove = ({ pointerId, clientY, timeStamp }: PointerEvent): void => {
    if (drag?.pointer !== pointerId) return;
    const px = clientY - drag.fromY;
    if (!drag.isMoving) {
      if (px < slopPx) return;
      // Only a drag is captured, so that a tap still reaches the button below.
      top.setPointerCapture(pointerId);
    }
    const elapsedMs = timeStamp - drag.at;
    const speed = elapsedMs > 0 ? (clientY - drag.y) / elapsedMs : drag.speed;
    drag = { ...drag, y: clientY, at: timeStamp, speed, isMoving: true };
    panel.dataset.dragged = '';
    panel.style.setProperty('--dragged', `${Math.max(0, px)}px`);
  };

  const onEnd = ({ type, pointerId }: PointerEvent): void => {
    if (drag?.pointer !== pointerId) return;
    const { isMoving, y, fromY, speed } = drag;
    drag = undefined;
    if (!isMoving) return;
    delete panel.dataset.dragged;
    panel.style.removeProperty('--dragged');
    if (type === 'pointerup' && (y - fromY > farPx || speed > fastPxPerMs)) close();
  };

  const end = new AbortController();
  const { signal } = end;
  top.addEventListener('pointerdown', onDown, { signal });
  top.addEventListener('pointermove', onMove, { signal });
  top.addEventListener('pointerup', onEnd, { signal });
  top.addEventListener('pointercancel', onEnd, { signal });
  return () => end.abort();
};
