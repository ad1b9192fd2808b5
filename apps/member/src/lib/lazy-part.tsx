import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, useEffect } from 'react';
import { showToast } from './toasts.ts';
import { firstPageShown } from './first-page.ts';
import { allTexts, translate } from './i18n.tsx';
import { whenIdle } from './when-seen.ts';
import { withQueries } from './with-queries.ts';

// The page works without the part; a message appears once.
const PartFailed = () => {
  useEffect(() => {
    showToast(translate('shell.pageFailed'));
  }, []);
  return null;
};

type Options = {
  /** It is out of sight at first: it loads when the first page is shown and the browser has nothing else to do. */
  late?: boolean;
};

const idle = (): Promise<void> => new Promise((done) => void whenIdle(done));

/**
 * A part of a page whose code and texts are fetched when it is first shown; put it into a `Suspense`. `preload` fetches
 * them ahead. A part that cannot be fetched leaves the page as it is, and is tried again when it is next shown.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  { late = false }: Options = {},
) => {
  const fetchPart = async (): Promise<{ default: ComponentType<P> }> => {
    if (late) await firstPageShown.then(idle);
    const [Part, Queries] = await Promise.all([load(), withQueries(), allTexts()]);
    const PartWithQueries = (props: P) => (
      <Queries>
        <Part {...props} />
      </Queries>
    );
    return { default: PartWithQueries };
  };
  let current = lazy(fetchPart);
  const tryAgain = (): void => {
    current = lazy(fetchPart);
  };
  const LazyPart = (props: P) => {
    const Part = current;
    return (
      <CatchBoundary getResetKey={() => ''} onCatch={tryAgain} errorComponent={PartFailed}>
        <Part {...props} />
      </CatchBoundary>
    );
  };
  return Object.assign(LazyPart, {
    // A failure is shown where the part is.
    preload: (): void => void fetchPart().catch(() => undefined),
  });
};
