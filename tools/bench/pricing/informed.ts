import { removeMargin } from '@touchline/football/margin';
import { scoreGrid } from '@touchline/football/grid';
import { priceEvent } from '@touchline/football/price';
import type { Forecast } from './forecasts.ts';
import { answerOf, questions } from './questions.ts';
import type { MatchOdds } from './record.ts';
import type { Bet } from './returns.ts';

const LINE = '2.5';

/**
 * The bets of a member who knows the closing prices before the match: every selection of 1X2 and of 2.5 goals whose price at
 * ours is above the fair odds of the market.
 */
export const informedBets = ({ match, means, rho }: Forecast): Bet[] => {
  const { odds } = match;
  if (odds === undefined) return [];
  const fair = fairChances(odds);
  const ft = { home: match.homeGoals, away: match.awayGoals };
  return priceEvent(scoreGrid(means, rho), { markets: ['1x2', 'over_under'] })
    .filter(({ line }) => line === undefined || line === LINE)
    .flatMap(({ market, selections }) => {
      const question = questions.find(({ name }) => name === (market === '1x2' ? '1X2' : 'over 2.5'));
      const answer = question && answerOf(question, { ft });
      return selections.flatMap(({ oddsMilli, decided }, index): Bet[] => {
        const chance = fair[market === '1x2' ? '1x2' : 'goals'][index] ?? 0;
        if (decided || chance * oddsMilli <= 1000) return [];
        const name = market === '1x2' ? '1x2' : `over_under ${LINE}`;
        return [{ name, oddsMilli, chance, outcome: answer === index ? 'win' : 'lose' }];
      });
    });
};

/** Chances of the market without its margin. */
const fairChances = ({ closing, goals }: MatchOdds) => {
  const fairOf = (odds: readonly number[]) =>
    removeMargin(
      odds.map((milli) => 1000 / milli),
      'power',
    );
  return { '1x2': fairOf(closing), goals: fairOf([goals.over, goals.under]) };
};
