import { startTransition, useEffect, useState } from 'react';
import { isFreshVisit } from './page.tsx';
import { whenIdle } from '../../lib/when-idle.ts';

/**
 * How many items of a list to show: at the start of a visit those in sight, all once the browser has shown them; where one
 * may be coming back, all at once, so that the way leads to where one was.
 * @param few as many as a screen holds
 */
export const useSoonAll = (few: number): number => {
  const [count, setCount] = useState(() => (isFreshVisit() ? few : Infinity));
  useEffect(() => whenIdle(() => startTransition(() => setCount(Infinity))), []);
  return count;
};
