import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/query.ts';
import { useUser } from '../../lib/user.ts';
import { canPush } from './push.ts';

/** The key that a browser needs for pushes; undefined where browser or site cannot, and for a visitor. */
export const usePushKey = (): string | undefined => {
  const isMember = useUser() !== undefined;
  return useQuery({ ...callQuery('pushInfo', {}), enabled: isMember && canPush() }).data?.publicKey;
};
