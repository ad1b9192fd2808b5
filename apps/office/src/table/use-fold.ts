import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';

type Folded = { columns: string; width: number; count: number };

/**
 * How many columns of less weight a table has to do without, for the others to fit its box: one after another, until they do.
 * @param columns their names; other columns are measured again, and so is another width
 * @param rows whose cells may be wider than those before
 * @param most columns that can be left out
 */
export const useFold = (columns: string, rows: readonly unknown[], most: number) => {
  const box = useRef<HTMLElement>(null);
  const { ref, width } = useElementSize<HTMLElement>();
  const [folded, setFolded] = useState<Folded>();
  const count = folded?.columns === columns && folded.width === width ? folded.count : 0;
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = box.current ?? {};
    if (rows.length === 0 || scrollWidth <= clientWidth || count >= most) return;
    setFolded({ columns, width, count: count + 1 });
  }, [columns, rows, width, count, most]);
  return { count, ref: useMergedRef(ref, box) };
};
