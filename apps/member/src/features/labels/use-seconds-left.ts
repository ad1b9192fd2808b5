import { useEffect, useState } from 'react';

/** Whole seconds left of a span that begins when it is first given; 0 without one. */
export const useSecondsLeft = (spanMs: number): number => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (spanMs === 0) return undefined;
    const endsAt = Date.now() + spanMs;
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [spanMs]);
  return spanMs === 0 ? 0 : left;
};
