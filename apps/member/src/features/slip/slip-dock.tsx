import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';

// A page shows its matches first; until the slip is there a tap on a price is kept in its store.
const SlipParts = lazyPart(async () => (await import('./slip-parts.tsx')).SlipParts, { late: true });

/** The slip of a page: a bar above the tab bar while something is picked, the sheet when it is open. `barHidden` while something else is there. */
export const SlipDock = ({ barHidden = false }: { barHidden?: boolean }) => (
  <Suspense>
    <SlipParts barHidden={barHidden} />
  </Suspense>
);
