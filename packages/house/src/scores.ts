import type { Score } from '@touchline/football/score';
import { Malformed } from '@touchline/verify/malformed';

/** A score as entries write it, "2-1". @throws Malformed */
export const parseScore = (text: string): Score => {
  const [, home, away] = /^(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  if (home === undefined || away === undefined) throw new Malformed(`no score: ${text}`);
  return { home: Number(home), away: Number(away) };
};

export const scoreOrNone = (text: string | null): Score | undefined =>
  text === null ? undefined : parseScore(text);
