import { useSearch } from '@tanstack/react-router';
import { type ComponentType, use } from 'react';
import { limits } from '@touchline/contract/limits';
import { allTexts } from './i18n.tsx';
import { withQueries } from './with-queries.ts';
import { type PageSearch, searchOf } from '@touchline/kit/search';

/** A page whose code did not arrive in time. */
export class PageTimeout extends Error {
  override readonly name = 'PageTimeout';
}

const inTime = <T,>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PageTimeout()), limits.requestTimeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** What a page waits for in addition to its code: all texts, unless those loaded before the first page are enough for it. */
type Options = {
  texts?: 'all' | 'first';
  /** Asks for its data while its code is on the way. */
  ask?: () => void;
};

/**
 * A route component whose code is fetched when it is first needed. It gets the query string of its address as
 * properties. Waiting longer than 60 s, or failing, ends in the error view.
 */
export const lazyPage = (
  load: () => Promise<ComponentType<PageSearch>>,
  { texts = 'all', ask }: Options = {},
) => {
  let page: ComponentType<PageSearch> | undefined;
  let loading: Promise<ComponentType<PageSearch>> | undefined;

  const fetchPage = (): Promise<ComponentType<PageSearch>> => {
    if (loading === undefined) ask?.();
    loading ??= inTime(Promise.all([load(), withQueries(), texts === 'all' && allTexts()])).then(
      ([Loaded, Queries]) => {
        page = (search) => (
          <Queries>
            <Loaded {...search} />
          </Queries>
        );
        return page;
      },
    );
    return loading;
  };

  const LazyPage = () => {
    // The search of this page's own match: while it is being left the address is already the next page's.
    const search = searchOf(useSearch({ strict: false }));
    const Page = page ?? use(fetchPage());
    return <Page {...search} />;
  };

  return Object.assign(LazyPage, {
    // The router waits for this before it shows the page; what fails is thrown where the page is rendered.
    preload: async (): Promise<void> => {
      await fetchPage().catch(() => undefined);
    },
  });
};
