import { asFields, asList, asText } from '@touchline/client/values';
import type { Part } from './selection.ts';

const readPart = (value: unknown): Part[] => {
  const fields = asFields(value);
  const [market, selection, line] = [asText(fields.market), asText(fields.selection), asText(fields.line)];
  if (market === undefined || selection === undefined) return [];
  return [line === undefined ? { market, selection } : { market, selection, line }];
};

/** Reads the selections of a builder; undefined where there are none, or one that cannot be read. */
export const readParts = (value: unknown): Part[] | undefined => {
  const parts = asList(value);
  const read = parts.flatMap(readPart);
  return read.length === 0 || read.length !== parts.length ? undefined : read;
};
