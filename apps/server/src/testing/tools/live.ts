import { createNodes } from '../../core/database/nodes.ts';
import { LiveHub } from '../../core/live/hub.ts';
import { openLiveRelay } from '../../core/live/relay.ts';

/** Publishes to the streams of the servers of a database, as another process of the site does. */
export const openPublisher = async (
  databaseUrl: string,
): Promise<{ publish: LiveHub['publish']; close: () => Promise<void> }> => {
  const relay = await openLiveRelay(createNodes(databaseUrl), (error) => {
    throw error;
  });
  const hub = new LiveHub({ secret: new Uint8Array(32), relay });
  return {
    publish: (kind, data, to) => hub.publish(kind, data, to),
    close: async () => {
      hub.close();
      await relay.close();
    },
  };
};
