import type { Restriction } from '@touchline/contract/shapes/play';

/** Whether the time of a restriction is over, by this device's clock. @param nowMs milliseconds since 1970 */
export const isPast = (restriction: Restriction, nowMs: number): boolean =>
  restriction.until !== undefined && Date.parse(restriction.until) <= nowMs;

/**
 * The restriction while it is in force. A time-out ends on its own; an exclusion when the server says so, since the member has
 * to ask for it.
 */
export const inForce = (restriction: Restriction | undefined, nowMs: number): Restriction | undefined =>
  restriction?.kind === 'time_out' && isPast(restriction, nowMs) ? undefined : restriction;
