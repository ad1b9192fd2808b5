import { expect, test } from 'vitest';
import { FT_MOST, ftScores, HT_MOST, htScores, LEAD_MOST } from './exposure-cells.ts';
import { graderOf } from './grade.ts';
import { marketNames, markets } from './markets.ts';
import type { Outcome } from './market.ts';
import { type Score, isWithin, winnerIndex } from './score.ts';

type Grader = (score: Score) => Outcome;

/** Every leg of a period there can be: market, selection, line, and for handicaps the lead at the bet. */
function gradersOf(period: 'ht' | 'ft'): Grader[] {
  return marketNames.flatMap((name) => {
    const { period: own, selections, lines, countsFromBet } = markets[name];
    if (own !== period) return [];
    return selections.flatMap((selection) =>
      (lines.length === 0 ? [undefined] : lines).flatMap((line) =>
        leads(countsFromBet === true).map((since) => {
          const grader = graderOf({ market: name, selection, line, since });
          if (grader.period === 'both') throw new Error(`${name} is of one period`);
          return grader.of;
        }),
      ),
    );
  });
}

/** Only the lead counts, so one score represents each. */
function leads(all: boolean): Score[] {
  if (!all) return [{ home: 0, away: 0 }];
  return Array.from({ length: 2 * LEAD_MOST + 1 }, (_, index) => index - LEAD_MOST).map((lead) => ({
    home: Math.max(0, lead),
    away: Math.max(0, -lead),
  }));
}

/** All scores that a period's legs distinguish, numbered. */
function classesOf(period: 'ht' | 'ft'): (score: Score) => string {
  const graders = gradersOf(period);
  const known = new Map<string, string>();
  const cache = new Map<string, string>();
  return (score) => {
    const key = `${score.home}-${score.away}`;
    const found = cache.get(key);
    if (found !== undefined) return found;
    const pattern = graders.map((grader) => grader(score)).join(' ') + winnerIndex(score);
    const name = known.get(pattern) ?? String(known.size);
    known.set(pattern, name);
    cache.set(key, name);
    return name;
  };
}

test('every pair of scores, however high, ends every leg as some pair within the cells does', () => {
  const [ofHalf, ofFull] = [classesOf('ht'), classesOf('ft')];
  const within = new Set<string>();
  for (const ft of ftScores) {
    for (const ht of htScores) if (isWithin(ht, ft)) within.add(`${ofHalf(ht)} ${ofFull(ft)}`);
  }
  const beyond = FT_MOST + 8;
  for (let home = 0; home <= beyond; home++) {
    for (let away = 0; away <= beyond; away++) {
      const full = ofFull({ home, away });
      const missing = new Set<string>();
      for (let htHome = 0; htHome <= home; htHome++) {
        for (let htAway = 0; htAway <= away; htAway++) {
          const half = ofHalf({ home: htHome, away: htAway });
          if (!within.has(`${half} ${full}`)) missing.add(`${htHome}-${htAway}`);
        }
      }
      expect([...missing], `${home}-${away}`).toEqual([]);
    }
  }
});

test('the bound is no larger than it must be', () => {
  // 10-1 at half time, lost by nine: struck at leads of five both handicaps of three are decided only there.
  expect(HT_MOST).toBe(3 + LEAD_MOST + 1 + 1);
  expect(FT_MOST).toBe(2 * HT_MOST);
});

test('a market of both halves depends on the two winners alone', () => {
  const scores = htScores.filter(({ home, away }) => home + away < 6);
  for (const name of marketNames) {
    const market = markets[name];
    if (market.period !== 'both') continue;
    for (const selection of market.selections) {
      const grader = graderOf({ market: name, selection });
      if (grader.period !== 'both') throw new Error(`${name} is of both periods`);
      const outcomes = new Map<string, Outcome>();
      for (const ht of scores) {
        for (const ft of scores) {
          const winners = `${winnerIndex(ht)}${winnerIndex(ft)}`;
          const outcome = grader.of(ht, ft);
          expect(outcomes.get(winners) ?? outcome).toBe(outcome);
          outcomes.set(winners, outcome);
        }
      }
    }
  }
});
