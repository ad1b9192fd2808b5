import { straightQuery, straightRoute } from '@touchline/kit/straight-route';

/** Query and hash of a link as they were meant, however it was bent on its way. */
export const straightEntry = ({ search, hash }: Pick<Location, 'search' | 'hash'>) => {
  const { path, query } = straightRoute(hash);
  return { search: straightQuery(search).toString(), hash: `#${path}?${query.toString()}` };
};
