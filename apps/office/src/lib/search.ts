import { type PageSearch, stringifySearch as stringify } from '@touchline/kit/search';

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
