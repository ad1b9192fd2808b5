import type { BasisLevel } from '@touchline/football/basis';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Row } from '../../core/database/rows.ts';

const BestPrice = Type.Object({
  market: Type.String(),
  /** '' for a market without lines. */
  line: Type.String(),
  /** In thousandths, in the order of the market's selections. */
  oddsMilli: Type.Array(Type.Integer()),
  /** The bookmaker of each. */
  sources: Type.Array(Type.String()),
});
/** The best known bookmaker prices of a market. */
export type BestPrice = Static<typeof BestPrice>;

/** What goal means rest on. */
export type BasisOrigin =
  /** Market prices, with the houses that offered them, and the best known ones of all. */
  | { kind: 'market'; source: string; best?: readonly BestPrice[] | undefined }
  /** A trader's own numbers. */
  | { kind: 'trader' }
  /**
   * Results: `results` counts those of the team that has fewer, `shots` those with shots of the team that has fewer; undefined where no
   * count is stored, or none has shots.
   */
  | { kind: 'results'; results?: number | undefined; shots?: number | undefined };

/** What the goal means of an event rest on, and since when. */
export type DatedBasis = BasisOrigin & { at?: Date | undefined };

/** Columns of an event. */
export type BasisRow = Row<
  'event',
  'basis' | 'basis_source' | 'basis_results' | 'basis_shots' | 'basis_at'
> & {
  /** As JSON. */
  best_prices: unknown;
};

const Kind = Type.Enum(['market', 'trader', 'results']);

/** The basis as stored; undefined for an event without prices, or one from before bases were recorded. */
export const readBasis = (row: BasisRow): DatedBasis | undefined => {
  if (row.basis === null) return undefined;
  const at = row.basis_at ?? undefined;
  const kind = Value.Parse(Kind, row.basis);
  if (kind === 'market') {
    const best = row.best_prices === null ? undefined : Value.Parse(Type.Array(BestPrice), row.best_prices);
    return { kind, source: row.basis_source ?? '', best, at };
  }
  if (kind === 'trader') return { kind, at };
  return { kind, results: row.basis_results ?? undefined, shots: row.basis_shots ?? undefined, at };
};

/** The columns of a basis, without its time. */
export const basisColumns = (
  basis: BasisOrigin | undefined,
): Pick<BasisRow, 'basis' | 'basis_source' | 'basis_results' | 'basis_shots'> & {
  best_prices: string | null;
} => ({
  basis: basis?.kind ?? null,
  basis_source: basis?.kind === 'market' ? basis.source : null,
  basis_results: basis?.kind === 'results' ? (basis.results ?? null) : null,
  basis_shots: basis?.kind === 'results' ? (basis.shots ?? null) : null,
  best_prices: basis?.kind === 'market' && basis.best !== undefined ? JSON.stringify(basis.best) : null,
});

/** Whether two bases are equal apart from their time. */
export const isSameBasis = (a: BasisOrigin | undefined, b: BasisOrigin | undefined): boolean => {
  const [of, other] = [basisColumns(a), basisColumns(b)];
  return (
    of.basis === other.basis &&
    of.basis_source === other.basis_source &&
    of.basis_results === other.basis_results &&
    of.basis_shots === other.basis_shots
  );
};

/**
 * The level of a basis. A count that was not recorded is taken as enough: the next rating of the teams counts.
 * @param fewBelow results of each team below which there are few
 */
export const basisLevelOf = (basis: BasisOrigin | undefined, fewBelow: number): BasisLevel | undefined => {
  if (basis?.kind !== 'results') return basis?.kind;
  return (basis.results ?? fewBelow) < fewBelow ? 'few_results' : 'results';
};
