import { BUILDER, type BuilderPart, partsText, readParts } from '@touchline/football/builder-parts';
import { marketList, marketOf } from '@touchline/football/markets';
import type { Score } from '@touchline/football/score';

/** Markets whose legs, struck in play, count the goals after the bet. */
export const marketsFromBet: readonly string[] = marketList.flatMap((record) =>
  record.countsFromBet === true ? [record.name] : [],
);

/** Whether parts of a market count from the score at which they were struck. */
export const countsFromBet = (market: string): boolean => marketOf(market)?.countsFromBet === true;

/** A builder as its row has it: `selection` is its parts, `since` the score from which handicaps among them count, '' for none. */
type StoredBuilder = { market: string; selection: string; since: string };

/** Whether a stored leg is a builder. */
export const isBuilder = ({ market }: Pick<StoredBuilder, 'market'>): boolean => market === BUILDER;

/**
 * The parts of a stored builder, in the order of its prices.
 * @throws Error for a text that no builder has
 */
export const storedParts = ({ selection, since }: Omit<StoredBuilder, 'market'>): BuilderPart[] => {
  const parts = readParts(selection);
  if (parts === undefined) throw new Error(`"${selection}" is no builder`);
  const score = readSince(since);
  return parts.map((part) =>
    score !== undefined && countsFromBet(part.market) ? { ...part, since: score } : part,
  );
};

/**
 * A leg on the wire as its row has it.
 * @param leg of a bet; one with `parts` is a builder
 */
export const storedLeg = (
  leg: WireLeg,
): { market: string; line: string; selection: string; since: string } => {
  const { market, selection, line = '', since, parts } = leg;
  if (parts === undefined) return { market, line, selection, since: sinceText(since) };
  const from = parts.find((part) => part.since !== undefined)?.since;
  const picks = parts.map(({ since: _since, ...part }) => part);
  return { market, line, selection: partsText(picks), since: sinceText(from) };
};

type WireLeg = {
  market: string;
  selection: string;
  line?: string | undefined;
  since?: Score | undefined;
  parts?: readonly BuilderPart[] | undefined;
};

const sinceText = (since: Score | undefined): string => (since ? `${since.home}-${since.away}` : '');

/** A score as rows have it, "1-0"; undefined for ''. */
export const readSince = (text: string): Score | undefined => {
  const [, home, away] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  return home === undefined || away === undefined ? undefined : { home: Number(home), away: Number(away) };
};
