import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { limits } from '@touchline/contract/limits';
import type { CallOptions } from './call.ts';

type Options<Page> = {
  queryKey: QueryKey;
  /** Rows of a page. */
  limit?: number;
  /** Makes the call of one page with the given options. */
  fetchPage: (which: { page: number; limit: number }, options: CallOptions) => Promise<Page>;
};

/** A list that is fetched page after page, without mask and toast, since pages show skeleton and error. */
export const usePages = <Page extends { page: number; total: number }>({
  queryKey,
  limit = limits.listLimitDefault,
  fetchPage,
}: Options<Page>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ page: pageParam, limit }, { mask: false, quiet: true, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * limit < total ? page + 1 : undefined),
  });
