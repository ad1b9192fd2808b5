import { channelIds } from '@touchline/contract/kinds';
import { useCallback } from 'react';
import { useT } from '../../lib/i18n.ts';

/** Gives the name of a channel by its id; one that the site no longer has keeps its id. */
export const useChannelName = (): ((id: string) => string) => {
  const t = useT();
  return useCallback(
    (id) => {
      const known = channelIds.find((each) => each === id);
      return known === undefined ? id : t(`channel.${known}`);
    },
    [t],
  );
};
