import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Whether a table is wider than its box with all of its columns, so that those of less weight had better be left out.
 * @param columns that are measured; others are measured anew
 * @param rows whose cells may be wider than those before
 */
export const useFold = (columns: readonly unknown[], rows: readonly unknown[]) => {
  const box = useRef<HTMLElement>(null);
  const { ref, width } = useElementSize<HTMLElement>();
  const [measured, setMeasured] = useState<{ columns: readonly unknown[]; needs: number }>();
  const needs = measured?.columns === columns ? measured.needs : 0;
  const isFolded = needs > width && width > 0;
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = box.current ?? {};
    if (isFolded || width === 0 || rows.length === 0 || scrollWidth <= clientWidth) return;
    // The width is that of the box with its lines.
    setMeasured({ columns, needs: scrollWidth + width - clientWidth });
  }, [columns, rows, width, isFolded]);
  return { isFolded, ref: useMergedRef(ref, box) };
};
