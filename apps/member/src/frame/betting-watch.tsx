import { Suspense } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { bettingStore } from '../state/betting.ts';
import { useStore } from '../state/use-store.ts';

const Note = lazyPart(async () => (await import('../features/betting/stopped-note.tsx')).StoppedNote);

/** Says on every page that the house takes no bets, while it takes none. */
export const BettingWatch = () => {
  const { stoppedAt } = useStore(bettingStore);
  return (
    stoppedAt !== undefined && (
      <Suspense>
        <Note since={stoppedAt} />
      </Suspense>
    )
  );
};
