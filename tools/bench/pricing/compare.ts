import { chancesOf } from '@touchline/football/invert-chances';
import { invertPrices } from '@touchline/football/invert';
import { removeMargin } from '@touchline/football/margin';
import type { Forecast } from './forecasts.ts';
import { judge, mean, type Accuracy, type ResultChances } from './judge.ts';
import type { MatchOdds } from './record.ts';

/** Any line does: only the result is looked at. */
const ANY_LINE_QUARTERS = 10;

/** What base rates, our model and, where there are odds, closing prices said of the same matches. */
export type Compared = {
  matches: number;
  base: Accuracy;
  ours: Accuracy;
  closing?: Accuracy;
  /** RPS behind the closing price, and its standard error. */
  gap?: { rps: number; error: number };
};

/** Judges the same matches by all. */
export const compare = (forecasts: readonly Forecast[]): Compared => {
  const cases = (chancesOf: (forecast: Forecast) => ResultChances) =>
    forecasts.map((forecast) => ({ chances: chancesOf(forecast), result: forecast.match.result }));
  const ours = cases(ourChances);
  const compared = {
    matches: forecasts.length,
    base: judge(cases(({ base }) => base.results)),
    ours: judge(ours),
  };
  if (!forecasts.every(({ match }) => match.odds !== undefined)) return compared;
  const closing = cases(({ match }) => closingChances(match.odds));
  const gaps = ours.map((our, index) => judge([our]).rps - judge(closing.slice(index, index + 1)).rps);
  const rps = mean(gaps);
  const error = Math.sqrt(mean(gaps.map((gap) => (gap - rps) ** 2)) / gaps.length);
  return { ...compared, closing: judge(closing), gap: { rps, error } };
};

/** What our grid says of the result. */
export const ourChances = ({ means, rho }: Forecast): ResultChances => {
  const { home, draw, away } = chancesOf(means, rho, ANY_LINE_QUARTERS);
  return [home, draw, away];
};

/** Closing odds without their margin, taken out by the power. */
const closingChances = (odds: MatchOdds | undefined): ResultChances => {
  const implied = (odds?.closing ?? []).map((milli) => 1000 / milli);
  const [home = Number.NaN, draw = Number.NaN, away = Number.NaN] = removeMargin(implied, 'power');
  return [home, draw, away];
};

/** The forecast with expected goals and ρ from closing prices in place of those from results. */
export const fromClosing = (forecast: Forecast): Forecast => {
  const { odds } = forecast.match;
  if (odds === undefined) return forecast;
  return { ...forecast, ...gridSourceOf(odds) };
};

/** The expected goals and ρ whose grid gives the closing result and the average of 2.5 goals. */
export const gridSourceOf = ({ closing, goals }: MatchOdds): Pick<Forecast, 'means' | 'rho'> => {
  const { means, rho } = invertPrices({ '1x2': closing, overUnder: { line: '2.5', ...goals } });
  return { means, rho };
};
