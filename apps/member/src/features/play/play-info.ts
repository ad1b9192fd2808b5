import type { CallInput } from '@touchline/contract/routes';
import type { PlayInfo } from '@touchline/contract/shapes/play';
import { call } from '../../lib/call.ts';
import { queryClient, refreshUser, useCall } from '../../lib/query.ts';

/** Limits, restriction, reality check and net position as last answered. */
export const usePlayInfo = () => useCall('playInfo', {});

type PlayChange =
  | 'playLimitSave'
  | 'playLimitConfirm'
  | 'playLimitCancel'
  | 'playTimeOut'
  | 'playExclude'
  | 'playReturn'
  | 'realitySave'
  | 'realitySeen';

/** Shows what the server has just answered, and fetches the member again: a restriction is part of both. */
const showPlayInfo = (info: PlayInfo): void => {
  queryClient.setQueryData(['playInfo', {}], info);
  void refreshUser().catch(() => undefined);
};

/** Changes something of safer play and shows the result. Failures reject; the caller shows them in its place. */
export const changePlay = async <N extends PlayChange>(name: N, input: CallInput<N>): Promise<void> => {
  // Each of these answers with all of it; the type of a call in general does not say so.
  const answer: unknown = await call(name, input, { mask: false, quiet: true });
  if (isPlayInfo(answer)) showPlayInfo(answer);
};

const isPlayInfo = (answer: unknown): answer is PlayInfo =>
  typeof answer === 'object' && answer !== null && 'limits' in answer && 'reality' in answer;
