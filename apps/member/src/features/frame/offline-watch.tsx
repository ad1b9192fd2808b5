import { Suspense } from 'react';
import { useConnected } from '../../lib/connection.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

const Note = lazyPart(async () => (await import('../offline/offline-note.tsx')).OfflineNote);

/** Fetched ahead: without a network it could not be. */
export const preloadOfflineNote = Note.preload;

/** Says on every page that there is no connection, while there is none. */
export const OfflineWatch = () => {
  const connected = useConnected();
  if (connected) return null;
  return (
    <Suspense>
      <Note />
    </Suspense>
  );
};
