import { printTable, progress } from '../lib/report.ts';
import { accuracyOf, casesOf, saidOf, type Accuracy, type Said } from './accuracy.ts';
import { decilesOf, powerOf, slopeOf, type Decile } from './calibration.ts';
import { ourChances } from './compare.ts';
import { isPriced, type Forecast } from './forecasts.ts';
import { judgeInPlay, type InPlay } from './in-play.ts';
import { mean } from './judge.ts';
import { halvesOf, seasonsOf } from './seasons.ts';

/** Answers whose chances are checked for calibration: home wins, draws and away wins together; over; both score. */
const CALIBRATED = [
  { question: '1X2', answers: [0, 1, 2] },
  { question: 'over 2.5', answers: [0] },
  { question: 'both score', answers: [0] },
] as const;

export type AccuracyReport = { group: string; matches: number; seasons: string; of: Accuracy[] };
export type DrawReport = {
  half: string;
  matches: number;
  said: number;
  came: number;
  error: number;
  /** What all three chances should be raised to, and its standard error. */
  power: { power: number; error: number };
};
export type CalibrationReport = {
  question: string;
  half: string;
  slope: number;
  error: number;
  deciles: Decile[];
};

/** Log loss and RPS of each market, of base rates, and of the grid of closing prices where there are odds. */
export const reportAccuracy = (
  forecasts: readonly Forecast[],
): { accuracy: AccuracyReport[]; calibration: CalibrationReport[] } => {
  progress('each market beside base rates and closing prices');
  const said = saidOf(forecasts).filter(isPriced);
  const withOdds = said.filter(({ closing }) => closing !== undefined);
  const accuracy = [
    ...halvesOf(withOdds).map(({ half, of }) => printAccuracy(`English seasons with odds, ${half}`, of)),
    ...halvesOf(said).map(({ half, of }) => printAccuracy(`all with half-time scores, ${half}`, of)),
  ];
  return { accuracy, calibration: halvesOf(said).flatMap(({ half, of }) => printCalibration(half, of)) };
};

/** How many draws we expected, how many came, and whether 1X2 is too extreme, over all matches with or without a half-time score. */
export const reportDraws = (teams: string, forecasts: readonly Forecast[]): DrawReport[] => {
  const priced = forecasts.filter(isPriced);
  const rows = [...halvesOf(priced), { half: 'all', of: priced }].map(({ half, of }): DrawReport => {
    const cases = of.map((forecast) => ({ chances: ourChances(forecast), came: forecast.match.result }));
    const came = mean(cases.map((each) => (each.came === 1 ? 1 : 0)));
    return {
      half,
      matches: cases.length,
      said: mean(cases.map(({ chances }) => chances[1])),
      came,
      error: Math.sqrt((came * (1 - came)) / cases.length),
      power: powerOf(cases),
    };
  });
  console.log(`\ndraws of all matches of ${teams}, with and without half-time scores:`);
  printTable(
    ['', 'matches', 'said', 'came', '±', 'power of 1X2', '±'],
    rows.map(({ half, matches, said, came, error, power }) => [
      half,
      matches,
      said.toFixed(4),
      came.toFixed(4),
      error.toFixed(4),
      power.power.toFixed(3),
      power.error.toFixed(3),
    ]),
  );
  return rows;
};

const printAccuracy = (group: string, said: readonly Said[]): AccuracyReport => {
  const of = accuracyOf(said);
  const seasons = seasonsOf(said);
  console.log(`\n${group}, ${said.length} matches (${seasons}):`);
  printTable(
    ['', 'LL base', 'LL ours', 'LL closing', 'RPS base', 'RPS ours', 'RPS closing'],
    of.map(({ question, logLoss, rps }) => [
      question,
      ...[logLoss, rps].flatMap((by) => [by?.base, by?.ours, by?.closing].map(orDash)),
    ]),
  );
  return { group, matches: said.length, seasons, of };
};

/** A figure of the table; a dash where there is none. */
const orDash = (figure: number | undefined): string => figure?.toFixed(4) ?? '–';

/** Forecasts and answers by tenths of the chance, and the slope of the log odds. */
const printCalibration = (half: string, said: readonly Said[]): CalibrationReport[] =>
  CALIBRATED.map(({ question, answers }) => {
    const cases = casesOf(said, question, answers);
    const { slope, error } = slopeOf(cases);
    const deciles = decilesOf(cases);
    console.log(`\ncalibration of ${question}, ${half}: slope ${slope.toFixed(3)} ± ${error.toFixed(3)}`);
    printTable(
      ['', ...deciles.map((_, index) => String(index + 1))],
      [
        ['said', ...deciles.map(({ said: chance }) => chance.toFixed(3))],
        ['came', ...deciles.map(({ came }) => came.toFixed(3))],
      ],
    );
    return { question, half, slope, error, deciles };
  });

/** Log losses of the result by minute, next to those of equal teams, and how extreme our chances are. */
export const reportInPlay = (forecasts: readonly Forecast[]): { half: string; minutes: InPlay[] }[] => {
  progress('prices in play, minute by minute');
  const known = forecasts.filter(({ match }) => match.goals !== undefined);
  return [...halvesOf(known), { half: 'all', of: known }].map(({ half, of }) => {
    const minutes = judgeInPlay(of);
    console.log(`\n1X2 in play, national teams, log loss, ${half} (${seasonsOf(of)}):`);
    printTable(
      ['minute', 'matches', 'ours', 'equal teams', 'power', '±'],
      minutes.map(({ minute, matches, ours, equal, power, error }) => [
        String(minute),
        matches,
        ours.toFixed(4),
        equal.toFixed(4),
        power.toFixed(3),
        error.toFixed(3),
      ]),
    );
    return { half, minutes };
  });
};
