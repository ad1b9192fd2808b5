import { useRef, type PointerEvent } from 'react';

/** A drag this far down closes, in pixels. */
const farPx = 96;
/** A flick this fast closes however short it is, in pixels a millisecond. */
const fastPxPerMs = 0.6;
/** What moves less is a tap. */
const slopPx = 6;

type Drag = { pointer: number; fromY: number; y: number; at: number; speed: number; isMoving: boolean };

const pull = (target: HTMLElement, px: number): void => {
  target.dataset.dragged = '';
  target.style.setProperty('--dragged', `${px}px`);
};

const letGo = (target: HTMLElement): void => {
  delete target.dataset.dragged;
  target.style.removeProperty('--dragged');
};

/**
 * Handlers for the top of a panel: the panel follows a finger that drags it down, and closes beyond a distance or a speed;
 * otherwise it springs back.
 * @param panelOf the panel that moves, by its property `--dragged`; `data-dragged` is on it meanwhile
 */
export const useDragDown = (panelOf: () => HTMLElement | null, onClose: () => void) => {
  const drag = useRef<Drag>(undefined);

  const end = (closes: (drag: Drag) => boolean) => (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    const panel = panelOf();
    if (current?.pointer !== event.pointerId) return;
    drag.current = undefined;
    if (panel === null || !current.isMoving) return;
    letGo(panel);
    if (closes(current)) onClose();
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !event.isPrimary) return;
      drag.current = {
        pointer: event.pointerId,
        fromY: event.clientY,
        y: event.clientY,
        at: event.timeStamp,
        speed: 0,
        isMoving: false,
      };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = drag;
      const panel = panelOf();
      if (current?.pointer !== event.pointerId || panel === null) return;
      const px = event.clientY - current.fromY;
      if (!current.isMoving && px < slopPx) return;
      // Only a drag is captured, so that a tap still reaches the button beneath.
      if (!current.isMoving) event.currentTarget.setPointerCapture(event.pointerId);
      const elapsedMs = event.timeStamp - current.at;
      const speed = elapsedMs > 0 ? (event.clientY - current.y) / elapsedMs : current.speed;
      drag.current = { ...current, y: event.clientY, at: event.timeStamp, speed, isMoving: true };
      pull(panel, Math.max(0, px));
    },
    onPointerUp: end(({ y, fromY, speed }) => y - fromY > farPx || speed > fastPxPerMs),
    onPointerCancel: end(() => false),
  };
};
