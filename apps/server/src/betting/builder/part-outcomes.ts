import { builderFactor } from '@touchline/money/builder-factor';
import type { Factor, LegOutcome } from '@touchline/money/factor';
import { marketsFromBet } from './stored-parts.ts';

/**
 * The outcomes of a builder's parts as SQL, "win,,push": empty while a part is open. Each part is looked up among the grades as a leg
 * of its own market is, so that rulings, voids and times of voids count for it alike.
 * @param of.leg alias of the row of the leg
 * @param of.grade a select of the outcome under which a part ended, by names of the part's `market`, `line`, `selection` and `since`
 */
export const partOutcomes = ({
  leg,
  grade,
}: {
  leg: string;
  grade: (part: { market: string; line: string; selection: string; since: string }) => string;
}): string => `(
    select string_agg(coalesce((${grade({
      market: 'p.market',
      line: 'p.line',
      selection: 'p.selection',
      since: 'p.since',
    })}), ''), ',' order by p.n)
    from (
      select t.n, split_part(t.part, ':', 1) as market, split_part(t.part, ':', 2) as selection,
        split_part(t.part, ':', 3) as line,
        case when split_part(t.part, ':', 1) in (${marketsFromBet.map((market) => `'${market}'`).join(', ')}) then ${leg}.since
          else '' end as since
      from string_to_table(${leg}.selection, ';') with ordinality as t (part, n)
    ) p)`;

const outcomes = new Map<string, LegOutcome>(
  (['win', 'half-win', 'push', 'half-lose', 'lose', 'void'] as const).map((each) => [each, each]),
);

/** Reads an outcome; undefined for any other text. */
export const readOutcome = (text: string | null | undefined): LegOutcome | undefined =>
  outcomes.get(text ?? '');

/**
 * How a builder has ended, and its parts, which are undefined while they are open.
 * @param text the outcomes of its parts as `partOutcomes` has them; null where none was looked up, because it is new
 */
export const builderEnd = (
  text: string | null,
  subsets: readonly number[],
): { end: { factor: Factor; outcome: LegOutcome } | undefined; parts: (LegOutcome | undefined)[] } => {
  const found = text?.split(',') ?? [];
  const parts = Array.from({ length: Math.log2(subsets.length) }, (_, i) => readOutcome(found[i]));
  return { end: builderFactor(parts, subsets), parts };
};
