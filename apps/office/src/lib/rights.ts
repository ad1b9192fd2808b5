import type { RouteName } from '@touchline/contract/paths';
import type { OperatorSession } from './session.ts';

/** A call of the office. Pages and buttons are shown to operators who may make their call. */
export type Right = Extract<RouteName, `office${string}`>;

/** Whether the signed-in operator may make a call. The server sends the list, by the contract. */
export const opens = (session: Pick<OperatorSession, 'calls'> | undefined, right: Right): boolean =>
  session?.calls.includes(right) === true;
