import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { PageSearch } from '@touchline/kit/search';
import { useMemo } from 'react';
import { usePageSearch } from '../../lib/search.ts';
import type { Column } from '../../ui/table/data-table.tsx';

/** How wide the window is: 0 a tablet, 1 a small laptop, 2 more. */
type Room = 0 | 1 | 2;

/** A column, and from which width on there is room for it. */
export type Sized<Row> = Column<Row> & { from?: Room };

const atOnce = { getInitialValueInEffect: false };

/** How much room the window has. */
export const useWidth = (): Room => {
  const isSmall = useMediaQuery('(width < 75rem)', false, atOnce);
  const isTablet = useMediaQuery('(width < 60rem)', false, atOnce);
  return isTablet ? 0 : isSmall ? 1 : 2;
};

/** Whether a list next to its open detail has little room. On a tablet it lies below. */
export const useIsTight = (isOpen: boolean): boolean => useWidth() === 1 && isOpen;

/** The columns there is room for. */
export const useRoom = <Row>(columns: readonly Sized<Row>[], room: Room): readonly Column<Row>[] =>
  useMemo(() => columns.filter(({ from = 0 }) => from <= room), [columns, room]);

/** Changes parts of the address; an empty text takes one away. */
export const useGo = (): ((change: PageSearch) => void) => {
  const navigate = useNavigate();
  const search = usePageSearch();
  return (change) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '');
    void navigate({ to: '.', search: Object.fromEntries(next), replace: true });
  };
};
