import { type PointerEvent, useRef } from 'react';
import { limits } from '@touchline/contract/limits';

/** Handlers for an element that does something when a finger rests on it: 350 ms, within 10 pixels. */
export const useLongPress = (onLongPress: () => void) => {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  const end = (): void => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  return {
    onPointerDown: ({ clientX: x, clientY: y, isPrimary }: PointerEvent): void => {
      end();
      if (!isPrimary) return;
      press.current = { x, y, timer: setTimeout(onLongPress, limits.longPressMs) };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
      const start = press.current;
      if (start === undefined) return;
      if (Math.hypot(clientX - start.x, clientY - start.y) > limits.longPressTolerancePx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    // The browser's own menu of a long press would lie over ours.
    onContextMenu: (event: { preventDefault: () => void }): void => event.preventDefault(),
  };
};
