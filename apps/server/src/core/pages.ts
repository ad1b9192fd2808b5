import { limits } from '@touchline/contract/limits';

type PageInput = { page?: number | undefined; limit?: number | undefined };
type Page = { page: number; limit: number };

/** The rows of a page as a database reads them. */
export const sliceOf = ({ page, limit }: Page): { limit: number; offset: number } => ({
  limit,
  offset: (page - 1) * limit,
});

/** The page that a call asks for, with the defaults, and its slice. */
export const pageOf = ({
  page = 1,
  limit = limits.listLimitDefault,
}: PageInput): { page: Page; slice: { limit: number; offset: number } } => ({
  page: { page, limit },
  slice: sliceOf({ page, limit }),
});

/** A page of a list in memory, as a call answers it. */
export const pageOfList = <T>(
  all: readonly T[],
  input: PageInput,
): { list: T[]; total: number; page: number; limit: number } => {
  const { page, slice } = pageOf(input);
  return { list: all.slice(slice.offset, slice.offset + slice.limit), total: all.length, ...page };
};
