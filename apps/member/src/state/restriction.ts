import type { Restriction } from '@touchline/contract/shapes/play';
import { asFields, asText } from './parse.ts';

const kinds = ['time_out', 'excluded'] as const satisfies readonly Restriction['kind'][];

/** Reads a stored time-out or exclusion, as a field to put into a member; nothing where there is none. */
export const parseRestriction = (stored: unknown): { restriction?: Restriction } => {
  const fields = asFields(stored);
  const kind = kinds.find((known) => known === fields.kind);
  const until = asText(fields.until);
  if (kind === undefined) return {};
  const since = asText(fields.since) ?? '';
  return { restriction: { kind, since, ...(until === undefined ? {} : { until }) } };
};

/** The restriction while it is in force. @param nowMs milliseconds since 1970 */
export const inForce = (restriction: Restriction | undefined, nowMs: number): Restriction | undefined =>
  restriction?.until !== undefined && Date.parse(restriction.until) <= nowMs ? undefined : restriction;
