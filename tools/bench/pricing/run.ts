import { usualDynamics, type Dynamics } from '@touchline/football/strengths-dynamics';
import { printTable, progress } from '../lib/report.ts';
import { compare, fromClosing, type Compared } from './compare.ts';
import { type Forecast, walkForward } from './forecasts.ts';
import { reportAccuracy, reportDraws, reportInPlay } from './report-accuracy.ts';
import {
  type BenchMatch,
  earlierRecord,
  internationalRecord,
  nationsRecord,
  shippedRecord,
} from './record.ts';
import { reportBlind, reportInformed } from './report-blind.ts';
import { measureSpeed, type Speed } from './speed.ts';

/** The seasons on which the dynamics were chosen; nothing is reported of them but this choice. */
const CHOICE = ['2012-13', '2013-14', '2014-15', '2015-16'];
/** More than this below the closing price over all matches would be a leak. */
const LEAK = 0.002;
/** The first shipped season only teaches. */
const FIRST_SHIPPED = '2022-23';
const FIT_SEASONS = ['2010-11', '2011-12', '2012-13', '2013-14', '2014-15'];

/**
 * How good prices from results alone are, walking forward through the record: 1X2 and every other market compared with base rates
 * and closing odds on the same matches, calibration, prices in play, the return of blind bets at our own prices, and the figures
 * by which the dynamics were chosen; and how long pricing, fitting and inverting take.
 */
export const pricing = async (): Promise<object> => {
  const [earlier, shipped, nations] = await Promise.all([earlierRecord(), shippedRecord(), nationsRecord()]);
  progress('forecast of each match from the days before it');
  const forecasts = byCountry(earlier).flatMap((matches) => walkForward(matches));
  const withOdds = forecasts.filter(({ match }) => match.odds !== undefined);
  const ofShipped = byCountry(shipped).flatMap((matches) => walkForward(matches));
  const later = ofShipped.filter(({ match }) => match.season >= FIRST_SHIPPED);

  const odds = reportGroups('1X2, English seasons with closing odds', withOdds);
  const goalsAlone = reportGroups(
    '1X2, English seasons with closing odds, from goals alone',
    byCountry(earlier.map((match) => ({ ...match, shots: undefined })))
      .flatMap((matches) => walkForward(matches))
      .filter(({ match }) => match.odds !== undefined),
  );
  const leagues = reportGroups('1X2, leagues as shipped', later);
  const alone = reportGroups(
    '1X2, World Cups learning from each other alone',
    walkForward(nations.matches, nations),
  );
  const international = await internationalRecord(nations.matches);
  const ofNations = walkForward(international.matches, nations);
  const cups = reportGroups(
    '1X2, World Cups learning from all results of national teams since 2010',
    ofNations
      .filter(({ match }) => international.atCups.has(match))
      .map((forecast) => ({ ...forecast, match: { ...forecast.match, competition: 'world-cup' } })),
  );
  const all = odds.find(({ name }) => name === 'all')?.compared.gap?.rps ?? Number.NaN;
  if (!(all > -LEAK)) throw new Error(`an RPS gap of ${all} to the closing price: results must have leaked`);

  const clubs = [...forecasts, ...ofShipped];
  const { accuracy, calibration } = reportAccuracy(clubs);
  const draws = reportDraws('clubs', clubs);
  const drawsOfNations = reportDraws('national teams', ofNations);
  const inPlay = reportInPlay(ofNations);
  const blind = reportBlind('blind bets, clubs', [...withOdds, ...ofShipped]);
  const blindMarket = reportBlind(
    'blind bets, English seasons with odds, prices from the closing market',
    withOdds.map(fromClosing),
  );
  const informed = reportInformed(withOdds);
  const blindNations = reportBlind(
    'blind bets, national teams',
    ofNations.filter(({ match }) => match.goals !== undefined),
  );
  progress('the dynamics halved and doubled');
  const choice = reportChoice(earlier);
  const league = earlier.filter(
    (match) => match.competition === 'en.1' && FIT_SEASONS.includes(match.season),
  );
  const speed = reportSpeed(measureSpeed(league));
  return {
    bench: 'pricing',
    odds,
    goalsAlone,
    leagues,
    alone,
    cups,
    accuracy,
    calibration,
    draws,
    drawsOfNations,
    inPlay,
    blind,
    blindMarket,
    blindNations,
    informed,
    choice,
    speed,
  };
};

/** Divisions of one country learn together, so that promoted teams bring their record. */
const byCountry = (matches: readonly BenchMatch[]): BenchMatch[][] => [
  ...Map.groupBy(matches, ({ competition }) => competition.slice(0, 2)).values(),
];

/** A figure of the table; a dash where there is none. */
const orDash = (figure: number | undefined): string => figure?.toFixed(4) ?? '–';

const reportGroups = (
  title: string,
  forecasts: readonly Forecast[],
): { name: string; compared: Compared }[] => {
  const nameOf = ({ match }: Forecast) => `${match.competition} ${match.season}`;
  const groups = [
    ...Map.groupBy(forecasts, nameOf),
    ...Map.groupBy(forecasts, ({ match }) => `${match.competition} all`),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows = [...groups, ['all', forecasts] as const].map(([name, of]) => ({
    name,
    compared: compare(of),
  }));
  console.log(`\n${title}:`);
  printTable(
    ['', 'matches', 'LL base', 'LL ours', 'LL closing', 'RPS base', 'RPS ours', 'RPS closing', 'behind', '±'],
    rows.map(({ name, compared: { matches, base, ours, closing, gap } }) => [
      name,
      matches,
      orDash(base.logLoss),
      orDash(ours.logLoss),
      orDash(closing?.logLoss),
      orDash(base.rps),
      orDash(ours.rps),
      orDash(closing?.rps),
      orDash(gap?.rps),
      orDash(gap?.error),
    ]),
  );
  return rows;
};

/** Log loss of the choice seasons with the dynamics as they are, and with each halved and doubled. */
const reportChoice = (earlier: readonly BenchMatch[]): { name: string; logLoss: number; rps: number }[] => {
  const { perDay, perBreak, start, newcomers } = usualDynamics;
  const scaled = <Part extends Record<string, number>>(part: Part, by: number): Part =>
    Object.assign(
      {},
      part,
      Object.fromEntries(Object.entries(part).map(([key, value]) => [key, value * by])),
    );
  const scales = [0.5, 2];
  const variants: [string, Dynamics][] = [
    ['as chosen', usualDynamics],
    ...scales.flatMap((by): [string, Dynamics][] => [
      [`drift a day × ${by}`, { ...usualDynamics, perDay: scaled(perDay, by) }],
      [`drift a break × ${by}`, { ...usualDynamics, perBreak: scaled(perBreak, by) }],
      [`spread of teams × ${by}`, { ...usualDynamics, start: scaled(start, by) }],
      [
        `newcomers' gap × ${by}`,
        { ...usualDynamics, newcomers: { ...newcomers, mean: newcomers.mean * by } },
      ],
    ]),
  ];
  const rows = variants.map(([name, dynamics]) => {
    const forecasts = byCountry(earlier.filter(({ season }) => season <= '2015-16'))
      .flatMap((matches) => walkForward(matches, { dynamics }))
      .filter(({ match }) => CHOICE.includes(match.season) && isTaught(match));
    return { name, matches: forecasts.length, ...compare(forecasts).ours };
  });
  console.log(
    `\nwhat the dynamics were chosen on, ${CHOICE[0]} to ${CHOICE.at(-1)}, ${rows[0]?.matches} matches:`,
  );
  printTable(
    ['', 'log loss', 'RPS'],
    rows.map(({ name, logLoss, rps }) => [name, logLoss.toFixed(5), rps.toFixed(5)]),
  );
  return rows;
};

/** The first season of a record only teaches. */
const isTaught = ({ competition, season }: BenchMatch): boolean =>
  season > ({ es: '2012-13', it: '2013-14', fr: '2014-15' }[competition.slice(0, 2)] ?? '');

const reportSpeed = (speed: Speed): Speed => {
  console.log('\nmilliseconds of processor time, warm:');
  printTable(
    ['', 'ms', 'aim'],
    [
      ['price an event with all markets', speed.price.toFixed(2), 2],
      ['price it again in play', speed.priceLive.toFixed(2), 2],
      [`fit a league of ${speed.fitMatches} matches`, speed.fit.toFixed(1), 1000],
      ['invert market prices', speed.invert.toFixed(2), '–'],
    ],
  );
  return speed;
};
