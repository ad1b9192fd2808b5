import { fewestBets, fewMarket, multipleMarket } from './match-totals.ts';

/** Bets on one selection that end alike, before small rows are put together. Amounts in minor units. */
export type TotalsRow = {
  market: string;
  line: string;
  selection: string;
  since: string;
  /** Null for builders: what one pays does not follow from its odds alone, so that its row is of no use alone. */
  outcome: string | null;
  bets: number;
  stake: bigint;
  potential: bigint;
  paid: bigint;
};

/** Sums of bets of one leg on a market. */
export type TotalsMarket = { market: string; bets: number; stake: bigint; promised: bigint; paid: bigint };

type WrittenRow = { bets: number; stake: string; potential: string; paid: string; outcome: string | null };
type WrittenSelection = WrittenRow & Pick<TotalsRow, 'market' | 'line' | 'selection' | 'since'>;
type WrittenMarket = { market: string; bets: number; stake: string; promised: string; paid: string };

/**
 * The rows of an entry `match_totals`: selections with enough bets alone, the others together by how they ended; and where
 * that leaves few bets under an outcome, those of such outcomes in one row.
 * @param fewest bets of a separate row; more than usual where an entry would be too long
 */
export const rowsToWrite = (
  all: readonly TotalsRow[],
  fewest: number = fewestBets,
): { rows: WrittenSelection[]; others: WrittenRow[] } => {
  const rows: WrittenSelection[] = [];
  const small = new Map<string, Sum>();
  const mixed = new Map<null, Sum>();
  for (const row of all) {
    const { outcome } = row;
    if (outcome === null) {
      addTo(mixed, null, row);
    } else if (row.bets >= fewest) {
      const { market, line, selection, since } = row;
      rows.push({ ...written(row), line, market, outcome, selection, since });
    } else {
      addTo(small, outcome, row);
    }
  }
  const others: WrittenRow[] = [];
  for (const [outcome, sum] of small) {
    if (sum.bets >= fewestBets) others.push({ ...written(sum), outcome });
    else addTo(mixed, null, sum);
  }
  for (const [outcome, sum] of mixed) others.push({ ...written(sum), outcome });
  return {
    rows: rows.sort((a, b) => compare(nameOf(a), nameOf(b))),
    others: others.sort((a, b) => compare(a.outcome ?? '', b.outcome ?? '')),
  };
};

/** The markets of an entry: those with few bets together, and last the bets of several legs. */
export const marketsToWrite = (
  singles: readonly TotalsMarket[],
  multiple: Omit<TotalsMarket, 'market'>,
): WrittenMarket[] => {
  const markets = new Map<string, Omit<TotalsMarket, 'market'>>();
  for (const one of [...singles, { ...multiple, market: multipleMarket }]) {
    if (one.bets === 0 && one.stake === 0n && one.paid === 0n) continue;
    const market = one.bets >= fewestBets || one.market === multipleMarket ? one.market : fewMarket;
    const before = markets.get(market) ?? { bets: 0, stake: 0n, promised: 0n, paid: 0n };
    markets.set(market, {
      bets: before.bets + one.bets,
      stake: before.stake + one.stake,
      promised: before.promised + one.promised,
      paid: before.paid + one.paid,
    });
  }
  return [...markets]
    .map(([market, { bets, stake, promised, paid }]) => ({
      market,
      bets,
      stake: String(stake),
      promised: String(promised),
      paid: String(paid),
    }))
    .sort((a, b) => compare(a.market, b.market));
};

type Sum = { bets: number; stake: bigint; potential: bigint; paid: bigint };

const addTo = <K>(sums: Map<K, Sum>, key: K, { bets, stake, potential, paid }: Sum): void => {
  const before = sums.get(key) ?? { bets: 0, stake: 0n, potential: 0n, paid: 0n };
  sums.set(key, {
    bets: before.bets + bets,
    stake: before.stake + stake,
    potential: before.potential + potential,
    paid: before.paid + paid,
  });
};

const written = ({ bets, stake, potential, paid }: Sum) => ({
  bets,
  stake: String(stake),
  potential: String(potential),
  paid: String(paid),
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const nameOf = ({ market, line, selection, since, outcome }: WrittenSelection): string =>
  [market, line, selection, since, outcome].join('\u0000');
