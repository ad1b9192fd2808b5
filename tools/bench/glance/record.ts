import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

/** Multiples by `glance: part`. */
export type Multiples = Readonly<Record<string, number>>;

const AcceptanceShape = Type.Object({
  at: Type.String(),
  commit: Type.String(),
  reason: Type.String(),
  multiples: Type.Record(Type.String(), Type.Number()),
});

/** Multiples that were accepted: at which commit they were measured, and why they are what they are. */
export type Acceptance = Static<typeof AcceptanceShape>;

/** By how much a figure may be worse than its record: as much as runs of the same code never differ. */
const tolerance = 0.15;

/** The cheaper of two measurements of each figure. */
export const cheaper = (one: Multiples, other: Multiples): Multiples =>
  Object.fromEntries(
    Object.entries(one).map(([name, multiple]) => [name, Math.min(multiple, other[name] ?? multiple)]),
  );

/** A figure with its record. Without one it has no `change`. */
type Comparison = {
  name: string;
  record: number | undefined;
  now: number | undefined;
  /** As a share of the record; above 0 it is worse. */
  change: number | undefined;
  isWorse: boolean;
};

/** Compares what was measured with the record: a figure that is missing on either side is worse. */
export const compare = (record: Multiples, measured: Multiples): Comparison[] =>
  [...new Set([...Object.keys(record), ...Object.keys(measured)])].map((name) => {
    const [before, now] = [record[name], measured[name]];
    const change = before === undefined || now === undefined ? undefined : now / before - 1;
    // A figure that is no number is not within anything.
    return { name, record: before, now, change, isWorse: change === undefined || !(change <= tolerance) };
  });

const percent = (change: number): string => `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(0)} %`;

/** A comparison as one line. */
export const lineOf = ({ name, record, now, change }: Comparison): string => {
  if (now === undefined) return `${name}: record ${record}, not measured now`;
  if (change === undefined) return `${name}: no record, now ${now}`;
  return `${name}: record ${record}, now ${now}, ${percent(change)}`;
};

/** The largest change of figures that have one, as a line. */
export const largest = (all: readonly Comparison[]): string => {
  const [first] = all.toSorted((a, b) => (b.change ?? 0) - (a.change ?? 0));
  return first ? lineOf(first) : 'no figures';
};

/** Reads the record, oldest acceptance first. @throws Error when it has another shape */
export const parseRecord = (text: string): Acceptance[] =>
  Value.Parse(Type.Array(AcceptanceShape), JSON.parse(text));
