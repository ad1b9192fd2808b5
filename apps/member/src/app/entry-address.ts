import type { AppConfig } from '../lib/config.ts';

type Entry = {
  /** The address without a query before the hash, as the router needs it. */
  address: string;
  /** Invitation and agent codes the link carried. */
  codes: Partial<Pick<AppConfig, 'icode' | 'acode'>>;
};

/** Whether an address may have been bent on its way: then `straightEntry` reads it. Few have such signs, also of those that were not. */
export const isBent = ({ search, hash }: Pick<Location, 'search' | 'hash'>): boolean =>
  !/^(\?[\w=&-]*)?(#(\/([a-z]+(\/[a-z]+)*)?)?(\?[\w=&-]*)?)?$/.test(`${search}${hash}`);

/**
 * Takes the address the app was opened with apart. Parameters before the hash (`?icode=77#/pages/login/signup`)
 * move behind it, where the router reads them; one of the same name behind the hash wins.
 */
export const readEntry = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Entry => {
  const route = hash.startsWith('#') ? hash.slice(1) : hash;
  const [path = '', inner = ''] = route.split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  for (const [name, value] of new URLSearchParams(inner)) query.set(name, value);
  const icode = query.get('icode') ?? '';
  const acode = query.get('acode') ?? '';
  const text = query.toString();
  return {
    address: `${pathname}#${path === '' ? '/' : path}${text === '' ? '' : `?${text}`}`,
    // What the address does not have stays as an earlier one left it.
    codes: { ...(icode !== '' && { icode }), ...(acode !== '' && { acode }) },
  };
};
