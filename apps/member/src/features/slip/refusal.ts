import type { CallError } from '@touchline/client/errors';
import { asFields, asList, asText } from '@touchline/client/values';
import type { Refused, RefusedLeg } from './ticket.ts';

const marketStates = ['open', 'suspended', 'closed', 'settled', 'void'] as const;

const readLeg = (value: unknown): RefusedLeg[] => {
  const fields = asFields(value);
  const [event, market, selection] = [asText(fields.event), asText(fields.market), asText(fields.selection)];
  if (event === undefined || market === undefined || selection === undefined) return [];
  const line = asText(fields.line);
  const state = marketStates.find((known) => known === fields.state);
  return [
    {
      event,
      market,
      selection,
      ...(line === undefined ? {} : { line }),
      odds: asText(fields.odds) ?? null,
      ...(state === undefined ? {} : { state }),
    },
  ];
};

/** What the book said no with, as the slip keeps it. */
export const readRefusal = (error: Pick<CallError, 'reason' | 'details'>, text: string): Refused => {
  const { min, max, legs } = error.details;
  return {
    reason: error.reason,
    text,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    legs: asList(legs).flatMap(readLeg),
  };
};
