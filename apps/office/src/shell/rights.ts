import type { RouteName } from '@touchline/contract/paths';
import type { Session } from '../state/session.ts';

/** A call of the office. Pages and buttons are shown to operators who may make their call. */
export type Right = Extract<RouteName, `office${string}`>;

/** Whether the operator who has signed in may make a call. The server tells which, by the contract. */
export const opens = (session: Pick<Session, 'calls'> | undefined, right: Right): boolean =>
  session?.calls.includes(right) === true;
