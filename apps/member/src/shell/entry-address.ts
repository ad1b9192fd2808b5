import { straightQuery, straightRoute } from '@touchline/kit/straight-route';
import type { Config } from '../state/config.ts';

type Entry = {
  /** The address without a query before the hash, as the router needs it. */
  address: string;
  /** Invitation and agent codes the link carried. */
  codes: Partial<Pick<Config, 'icode' | 'acode'>>;
};

/**
 * Takes the address the app was opened with apart, however a link was bent on its way. Parameters before the hash
 * (`?icode=77#/pages/login/signup`) move behind it, where the router reads them; one of the same name behind the hash wins.
 */
export const readEntry = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Entry => {
  const { path, query: inner } = straightRoute(hash);
  const query = straightQuery(search);
  for (const [name, value] of inner) query.set(name, value);
  const icode = query.get('icode') ?? '';
  const acode = query.get('acode') ?? '';
  const text = query.toString();
  return {
    address: `${pathname}#${path}${text === '' ? '' : `?${text}`}`,
    // What the address does not have stays as an earlier one left it.
    codes: { ...(icode !== '' && { icode }), ...(acode !== '' && { acode }) },
  };
};
