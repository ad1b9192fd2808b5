import { useSearch } from '@tanstack/react-router';
import { searchOf, stringifySearch as stringify, type PageSearch } from '@touchline/kit/search';

/** The query string of a page without its empty values: the value of a filter that is not set. */
export const stringifySearch = (search: Readonly<Record<string, unknown>>): string =>
  stringify(Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '')));

/** The page of a list that an address names, from 1. */
export const pageOf = ({ page }: PageSearch): number => {
  const number = Number(page ?? '1');
  return Number.isInteger(number) && number >= 1 && number <= 10_000 ? number : 1;
};

/** One of a few words that an address may name; undefined when it names none. */
export const choiceOf = <const C extends string>(
  value: string | undefined,
  choices: readonly C[],
): C | undefined => choices.find((choice) => choice === value);

/** The query string of the current page. */
export const usePageSearch = (): PageSearch => searchOf(useSearch({ strict: false }));

/** The page of its list. */
export const usePageNumber = (): number => pageOf(usePageSearch());
