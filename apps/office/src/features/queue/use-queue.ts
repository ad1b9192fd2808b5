import { useNavigate, useSearch } from '@tanstack/react-router';
import { type PageSearch, searchOf } from '@touchline/kit/search';

/** The item after `key` in a queue, at its end the one before; undefined when there is no other. */
export const nextOf = <Row>(
  rows: readonly Row[],
  key: string,
  keyOf: (row: Row) => string,
): Row | undefined => {
  const at = rows.findIndex((row) => keyOf(row) === key);
  if (at === -1) return rows.find((row) => keyOf(row) !== key);
  return rows[at + 1] ?? rows[at - 1];
};

type Of = { member: string; id: string };

/**
 * A queue whose open item is in the address, as `member` and `id`.
 * @returns what is open, how to close it, and how to continue to the next when it is done with
 */
export const useQueue = <Row>(rows: readonly Row[] | undefined, ofRow: (row: Row) => Of) => {
  const navigate = useNavigate();
  const search = searchOf(useSearch({ strict: false }));
  const { member, id, ...rest } = search;
  const go = (next: PageSearch): void => void navigate({ to: '.', search: next, replace: true });
  const linkOf = (row: Row): PageSearch => ({ ...rest, ...ofRow(row) });
  return {
    open: member === undefined || id === undefined ? undefined : { member, id },
    linkOf,
    close: () => go(rest),
    goOn: () => {
      const next = id === undefined ? undefined : nextOf(rows ?? [], id, (row) => ofRow(row).id);
      go(next === undefined ? rest : linkOf(next));
    },
    /** Another filter: from its first page, with nothing open. */
    filter: (change: PageSearch) => {
      const { page: _, ...filters } = rest;
      go({ ...filters, ...change });
    },
    search,
  };
};
