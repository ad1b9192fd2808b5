import type { Restriction } from '@touchline/contract/shapes/play';

/** The restriction while it is in force. @param nowMs milliseconds since 1970 */
export const inForce = (restriction: Restriction | undefined, nowMs: number): Restriction | undefined =>
  restriction?.until !== undefined && Date.parse(restriction.until) <= nowMs ? undefined : restriction;
