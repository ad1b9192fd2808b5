import type { BasisLevel } from '@touchline/football/basis';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Row } from '../../platform/rows.ts';

/** What goal means rest on. */
export type BasisOrigin =
  /** Market prices, with the houses that offered them. */
  | { kind: 'market'; source: string }
  /** A trader's own numbers. */
  | { kind: 'trader' }
  /** Results: `results` counts those of the team that has fewer; undefined where no count is on record. */
  | { kind: 'results'; results?: number | undefined };

/** What the goal means of an event rest on, and since when. */
export type PriceBasis = BasisOrigin & { at?: Date | undefined };

/** Columns of an event. */
export type BasisRow = Row<'event', 'basis' | 'basis_source' | 'basis_results' | 'basis_at'>;

const Kind = Type.Enum(['market', 'trader', 'results']);

/** The basis as stored; undefined for an event without prices, or one from before bases were recorded. */
export const readBasis = (row: BasisRow): PriceBasis | undefined => {
  if (row.basis === null) return undefined;
  const at = row.basis_at ?? undefined;
  const kind = Value.Parse(Kind, row.basis);
  if (kind === 'market') return { kind, source: row.basis_source ?? '', at };
  if (kind === 'trader') return { kind, at };
  return { kind, results: row.basis_results ?? undefined, at };
};

/** The columns of a basis, without its time. */
export const basisColumns = (
  basis: BasisOrigin | undefined,
): Pick<BasisRow, 'basis' | 'basis_source' | 'basis_results'> => ({
  basis: basis?.kind ?? null,
  basis_source: basis?.kind === 'market' ? basis.source : null,
  basis_results: basis?.kind === 'results' ? (basis.results ?? null) : null,
});

/** Whether two bases say the same, whatever their time. */
export const isSameBasis = (a: BasisOrigin | undefined, b: BasisOrigin | undefined): boolean => {
  const [of, other] = [basisColumns(a), basisColumns(b)];
  return (
    of.basis === other.basis &&
    of.basis_source === other.basis_source &&
    of.basis_results === other.basis_results
  );
};

/**
 * The level of a basis. A count that is not on record is taken for enough: the next rating of the teams counts.
 * @param fewBelow results of each team below which there are few
 */
export const basisLevelOf = (basis: BasisOrigin | undefined, fewBelow: number): BasisLevel | undefined => {
  if (basis?.kind !== 'results') return basis?.kind;
  return (basis.results ?? fewBelow) < fewBelow ? 'few_results' : 'results';
};
