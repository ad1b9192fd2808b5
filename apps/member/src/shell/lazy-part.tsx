import { type ComponentType, lazy } from 'react';
import { allTexts } from './i18n.tsx';
import { withQueries } from './with-queries.ts';

/**
 * A part of a page whose code and texts are fetched when it is first shown; put it into a `Suspense`. `preload` fetches
 * them ahead.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const fetchPart = async (): Promise<{ default: ComponentType<P> }> => {
    const [Part, Queries] = await Promise.all([load(), withQueries(), allTexts()]);
    const PartWithQueries = (props: P) => (
      <Queries>
        <Part {...props} />
      </Queries>
    );
    return { default: PartWithQueries };
  };
  return Object.assign(lazy(fetchPart), {
    // What fails is thrown where the part is shown.
    preload: (): void => void fetchPart().catch(() => undefined),
  });
};
