import { useSearch } from '@tanstack/react-router';
import { pageOf } from './search.ts';
import { type PageSearch, searchOf } from '@touchline/kit/search';

/** The query string of the current page. */
export const usePageSearch = (): PageSearch => searchOf(useSearch({ strict: false }));

/** The page of its list. */
export const usePageNumber = (): number => pageOf(usePageSearch());
