import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useIsDesktop } from '../../lib/screen.ts';

// A page shows its matches first; until the slip is there a tap on a price is kept in its store.
const SlipParts = lazyPart(async () => (await import('./slip-parts.tsx')).SlipParts, { late: true });

/**
 * The slip of a page: a bar above the tab bar while something is picked, the sheet when it is open. `barHidden` while something
 * else is there. A desktop has its own.
 */
export const SlipDock = ({ barHidden = false }: { barHidden?: boolean }) =>
  useIsDesktop() ? null : (
    <Suspense>
      <SlipParts barHidden={barHidden} />
    </Suspense>
  );
