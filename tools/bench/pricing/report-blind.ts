import { printTable, progress } from '../lib/report.ts';
import { betsAtHalfTime, betsBefore, betsWhileItRuns } from './blind.ts';
import { FEWEST_RESULTS, isPriced, type Forecast } from './forecasts.ts';
import { informedBets } from './informed.ts';
import { byChance, Returns, type Return } from './returns.ts';
import { halvesOf, isFitted, seasonsOf } from './seasons.ts';

/** A return this many standard errors above zero is marked. */
const TOO_GOOD = 2;
const EVERY = 1000;

/** A class with its return on the seasons that models may be fitted on, and on those they are judged on. */
type BlindReturn = { name: string; fitted?: Return | undefined; judged?: Return | undefined };

/**
 * Bets one unit on everything at our own offered prices, before kick-off, at half time and, where goals have minutes, in the halves,
 * and reports what each class of bets returns; a class that returns more than its stakes by two standard errors is marked.
 */
export const reportBlind = (title: string, forecasts: readonly Forecast[]): BlindReturn[] => {
  const fitted = new Returns();
  const judged = new Returns();
  const priced = forecasts.filter(isPriced);
  for (const [index, { match, means, rho }] of priced.entries()) {
    if (index % EVERY === 0) progress(`${title}: match ${index} of ${priced.length}`);
    const result = { ht: match.ht, ft: { home: match.homeGoals, away: match.awayGoals } };
    const returns = isFitted(match.season) ? fitted : judged;
    const of = { means, rho, result };
    returns.add([...betsBefore(of), ...betsAtHalfTime(of), ...betsWhileItRuns(of, match.goals)]);
  }
  const rows = [...new Set([...judged.names(), ...fitted.names()])].map((name): BlindReturn => {
    return { name, fitted: fitted.of(name), judged: judged.of(name) };
  });
  console.log(`\n${title}; returns in % at our own prices, teams with ${FEWEST_RESULTS} results or more:`);
  for (const { half, of } of halvesOf(priced)) console.log(`  ${half}: ${seasonsOf(of)}`);
  printTable(
    ['', 'fitted bets', 'return', '±', 'of fair', 'judged bets', 'return', '±', 'of fair', ''],
    rows.map(({ name, fitted: first, judged: second }) => [
      name,
      ...cells(first),
      ...cells(second),
      isTooGood(second) ? `above +${TOO_GOOD}` : '',
    ]),
  );
  const marked = rows.filter(({ judged: second }) => isTooGood(second));
  console.log(
    `${marked.length} of ${rows.length} classes above +${TOO_GOOD} standard errors on the judged seasons; by chance ${byChance(
      rows.flatMap(({ judged: second }) => second ?? []),
      TOO_GOOD,
    ).toFixed(2)}`,
  );
  return rows;
};

/**
 * Reports what a bettor wins who bets wherever our price is above the fair odds of the closing market, in all seasons with
 * odds: what prices by results alone cost against better knowledge.
 */
export const reportInformed = (forecasts: readonly Forecast[]): ({ name: string } & Return)[] => {
  const returns = new Returns();
  const priced = forecasts.filter(isPriced);
  for (const forecast of priced) returns.add(informedBets(forecast));
  const rows = returns.names().flatMap((name) => {
    const of = returns.of(name);
    return of === undefined ? [] : [{ name, ...of }];
  });
  console.log(`\nbets where our price beats the closing market, ${priced.length} English matches with odds:`);
  printTable(
    ['', 'matches with a bet', 'bets', 'return', '±'],
    rows.map(({ name, matches, bets, profit, error }) => [
      name,
      matches,
      bets,
      (100 * profit).toFixed(1),
      (100 * error).toFixed(1),
    ]),
  );
  return rows;
};

const isTooGood = (of: Return | undefined): boolean => of !== undefined && of.profit > TOO_GOOD * of.error;

const cells = (of: Return | undefined): (string | number)[] =>
  of === undefined
    ? ['–', '–', '–', '–']
    : [of.bets, (100 * of.profit).toFixed(1), (100 * of.error).toFixed(1), of.observed.toFixed(3)];
