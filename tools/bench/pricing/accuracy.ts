import { scoreGrid } from '@touchline/football/grid';
import { gridSourceOf } from './compare.ts';
import type { Forecast } from './forecasts.ts';
import { mean, rpsOf } from './judge.ts';
import { answerOf, chancesIn, questions, type Question } from './questions.ts';
import type { BenchMatch, MatchOdds } from './record.ts';

const DAY_MS = 86_400_000;
/** Weight of a usual match in the frequencies, in matches, so that an answer not seen yet is not impossible. */
const USUAL_MATCHES = 5;
const usualGrid = scoreGrid({ homeMean: 1.5, awayMean: 1.15 }, 0);

/** Mean log loss and ranked probability score of what base rates, our model and closing prices said of a question. */
export type Accuracy = {
  question: string;
  matches: number;
  logLoss: { base: number; ours: number; closing?: number | undefined };
  /** Only where answers have an order. */
  rps?: { base: number; ours: number; closing?: number | undefined } | undefined;
};

/** The chances of one match, in the order of `questions`. */
export type Said = Pick<Forecast, 'match' | 'known'> & {
  answers: number[];
  base: number[][];
  ours: number[][];
  closing?: number[][] | undefined;
};

/**
 * Forecasts of matches with a half-time score: by our grid, by how often each answer came in the competition until the day
 * before, and by the grid of the closing prices where there are odds.
 * @param forecasts by kick-off within a competition; those without a half-time score teach the frequencies only
 */
export const saidOf = (forecasts: readonly Forecast[]): Said[] => {
  const frequencies = new Map<string, number[][]>();
  const days = Map.groupBy(forecasts, ({ match }) => `${match.competition} ${Math.floor(match.at / DAY_MS)}`);
  return [...days.values()].flatMap((day) => {
    const said = day.flatMap(({ match, means, rho, known: results }): Said[] => {
      const answers = questions.map((question) => answerOf(question, scoresOf(match)));
      const known = answers.filter((answer) => answer !== undefined);
      if (known.length < answers.length) return [];
      const counts = frequencies.get(match.competition) ?? usual;
      const ours = scoreGrid(means, rho);
      return [
        {
          match,
          known: results,
          answers: known,
          base: counts.map((each) => sharesOf(each)),
          ours: questions.map((question) => chancesIn(ours, question)),
          closing: match.odds && closingOf(match.odds),
        },
      ];
    });
    for (const { match } of day) {
      const counts = frequencies.get(match.competition) ?? usual.map((each) => [...each]);
      frequencies.set(match.competition, counts);
      for (const [index, question] of questions.entries()) {
        const answer = answerOf(question, scoresOf(match));
        const ofQuestion = counts[index];
        if (answer !== undefined && ofQuestion !== undefined) {
          ofQuestion[answer] = (ofQuestion[answer] ?? 0) + 1;
        }
      }
    }
    return said;
  });
};

/** Judges the forecasts, question by question. Closing prices are judged where all matches have them. */
export const accuracyOf = (said: readonly Said[]): Accuracy[] =>
  questions.map(({ name, isOrdered }, index) => {
    const judgeBy = (by: (of: Said) => number[][] | undefined) => {
      const losses = said.map((each) => {
        const [chances = [], answer = 0] = [by(each)?.[index], each.answers[index]];
        return { logLoss: -Math.log(chances[answer] ?? 0), rps: rpsOf(chances, answer) };
      });
      return { logLoss: mean(losses.map((each) => each.logLoss)), rps: mean(losses.map((each) => each.rps)) };
    };
    const [base, ours] = [judgeBy((each) => each.base), judgeBy((each) => each.ours)];
    const hasOdds = said.every(({ closing }) => closing !== undefined);
    const closing = hasOdds ? judgeBy((each) => each.closing) : undefined;
    return {
      question: name,
      matches: said.length,
      logLoss: { base: base.logLoss, ours: ours.logLoss, closing: closing?.logLoss },
      rps: isOrdered ? { base: base.rps, ours: ours.rps, closing: closing?.rps } : undefined,
    };
  });

/** The forecast chances of one answer, and whether it came. */
export const casesOf = (
  said: readonly Said[],
  name: Question['name'],
  answers: readonly number[],
): { chance: number; came: boolean }[] => {
  const index = questions.findIndex((question) => question.name === name);
  return said.flatMap((each) =>
    answers.map((answer) => ({
      chance: each.ours[index]?.[answer] ?? 0,
      came: each.answers[index] === answer,
    })),
  );
};

const usual = questions.map((question) => chancesIn(usualGrid, question).map((p) => p * USUAL_MATCHES));

const sharesOf = (counts: readonly number[]): number[] => {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / all);
};

const scoresOf = ({ ht, homeGoals, awayGoals }: BenchMatch) => ({
  ht,
  ft: { home: homeGoals, away: awayGoals },
});

const closingOf = (odds: MatchOdds): number[][] => {
  const { means, rho } = gridSourceOf(odds);
  const grid = scoreGrid(means, rho);
  return questions.map((question) => chancesIn(grid, question));
};
