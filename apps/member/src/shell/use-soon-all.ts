import { startTransition, useEffect, useState } from 'react';
import { isFirstPage } from './page.tsx';
import { whenIdle } from './when-idle.ts';

/**
 * How many items of a list to show: on the first page of a visit those in sight, all once the browser has shown them; on
 * later pages all at once, so that the way back leads to where one was.
 * @param few as many as a screen holds
 */
export const useSoonAll = (few: number): number => {
  const [count, setCount] = useState(() => (isFirstPage() ? few : Infinity));
  useEffect(() => whenIdle(() => startTransition(() => setCount(Infinity))), []);
  return count;
};
