import { dayMs, hourMs, minuteMs } from '@touchline/contract/durations';
import type { Output } from '@touchline/contract/routes';
import { ago, sampleTime } from './common.ts';

// The page of the house after two months, and as it is before anything has happened.

type HousePage = Output<'housePage'>;
type Margin = HousePage['figures']['margins'][number];
type Band = HousePage['figures']['calibration'][number];

const monthsAgo = (count: number): string => {
  const now = sampleTime;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 15)).toISOString().slice(0, 7);
};
const vkey = 'touchline.example/log+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';

const margin = (
  month: string,
  market: string,
  figures: readonly [number, number, number, number],
): Margin => {
  const [bets, stake, promised, kept] = figures;
  return {
    month,
    market,
    bets,
    stake: stake.toFixed(2),
    promised: promised.toFixed(2),
    kept: kept.toFixed(2),
  };
};

/** The interval of a share by Wilson, at 95 %. */
const interval = (came: number, selections: number): { low: number; high: number } => {
  const [z, share] = [1.96, came / selections];
  const middle = share + (z * z) / (2 * selections);
  const reach = z * Math.sqrt((share * (1 - share)) / selections + (z * z) / (4 * selections ** 2));
  const whole = 1 + (z * z) / selections;
  return { low: Math.max(0, (middle - reach) / whole), high: Math.min(1, (middle + reach) / whole) };
};

const bands = (counts: readonly (readonly [selections: number, came: number])[]): Band[] =>
  counts.map(([selections, came], at) => {
    const edges = { from: at / 10, to: (at + 1) / 10 };
    if (selections === 0) return { ...edges, selections, came };
    const meanChance = (at + 0.47) / 10;
    return {
      ...edges,
      selections,
      came,
      meanChance,
      share: came / selections,
      ...interval(came, selections),
    };
  });

const times = { bets: 6_413, matches: 64, p50UpToMs: 30_000, p95UpToMs: 5 * minuteMs };
const paid = { paid: 212, p50UpToMs: 2 * hourMs, p95UpToMs: dayMs };

/** A house that has had some matches and payments. */
export const house = (): HousePage => ({
  log: {
    origin: 'touchline.example/log',
    vkey,
    epoch: 1,
    size: 48_212,
    firstAt: ago(58 * dayMs),
    checkpointAt: ago(2_000),
    needed: 1,
    witnesses: [
      { name: 'witness.club-aurora.example', since: ago(41 * dayMs), size: 48_210, ok: true },
      { name: 'regulator.example/touchline', since: ago(12 * dayMs), size: 48_180, ok: true },
      { name: 'members.example', ok: false },
    ],
  },
  asOf: { size: 47_906, at: ago(23 * minuteMs) },
  figures: {
    currency: 'PLAY',
    owed: {
      at: ago(7 * hourMs),
      index: 46_118,
      totals: [{ currency: 'PLAY', available: '184220.40', held: '6310.00', openBets: '28904.15' }],
      reserves: [
        {
          kind: 'issued',
          currency: 'PLAY',
          amount: '190530.40',
          given: '180000.00',
          paidIn: '22400.00',
          lost: '11869.60',
        },
      ],
    },
    months: [monthsAgo(1), monthsAgo(0)],
    margins: [
      margin(monthsAgo(1), '1x2', [1_804, 21_640, 1_030.4, 1_212.1]),
      margin(monthsAgo(1), 'over_under', [1_102, 12_080.5, 592.1, 310.25]),
      margin(monthsAgo(1), 'multiple', [612, 5_204, 702.3, 1_904.4]),
      margin(monthsAgo(0), '1x2', [1_211, 14_002, 667.1, 402.7]),
      margin(monthsAgo(0), 'over_under', [702, 8_014, 385.2, 690.4]),
      margin(monthsAgo(0), 'asian_handicap', [404, 6_120, 240.1, -388.9]),
      margin(monthsAgo(0), 'btts', [311, 2_804, 141, -92.35]),
      margin(monthsAgo(0), 'correct_score', [249, 1_204, 142, 801.5]),
      margin(monthsAgo(0), 'few', [18, 204, 8.2, -131.9]),
    ],
    calibration: bands([
      [1_412, 71],
      [868, 121],
      [710, 181],
      [602, 214],
      [411, 176],
      [318, 181],
      [205, 142],
      [96, 72],
      [31, 27],
      [4, 4],
    ]),
    payouts: {
      ...times,
      months: [
        { month: monthsAgo(1), ...times, matches: 40, bets: 3_518, p95UpToMs: 10 * minuteMs },
        { month: monthsAgo(0), ...times, matches: 24, bets: 2_895 },
      ],
    },
    withdrawals: {
      ...paid,
      months: [
        { month: monthsAgo(1), ...paid, paid: 120 },
        { month: monthsAgo(0), ...paid, paid: 92, p50UpToMs: hourMs },
      ],
    },
    corrections: { results: 1, bets: 84, balances: 2 },
    voids: { matches: 1, markets: 3 },
    refused: [
      { reason: 'price', count: 412 },
      { reason: 'suspended', count: 187 },
      { reason: 'balance', count: 64 },
      { reason: 'play', count: 31 },
      { reason: 'live_delay', count: 22 },
    ],
    play: { day: ago(dayMs).slice(0, 10), withLimits: 120 },
    days: 57,
    lastDay: ago(dayMs).slice(0, 10),
  },
});

/** A house after its first match. */
export const youngHouse = (): HousePage => {
  const { log, figures } = house();
  return {
    log: { ...log, size: 214, firstAt: ago(3 * hourMs), witnesses: [], needed: 0 },
    asOf: { size: 198, at: ago(9 * minuteMs) },
    figures: {
      ...figures,
      owed: undefined,
      margins: [
        margin(monthsAgo(0), '1x2', [14, 140, 6.7, -22.4]),
        margin(monthsAgo(0), 'correct_score', [2, 10, 1.2, 10]),
      ],
      calibration: bands([
        [12, 1],
        [4, 0],
        [6, 2],
        [3, 1],
        [2, 2],
        [2, 1],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ]),
      payouts: { bets: 16, matches: 1, p50UpToMs: 10_000, p95UpToMs: 30_000, months: [] },
      withdrawals: { paid: 0, months: [] },
      corrections: { results: 0, bets: 0, balances: 0 },
      voids: { matches: 0, markets: 0 },
      refused: [],
      play: undefined,
      days: 0,
      lastDay: undefined,
    },
  };
};

/** A house that has just opened. */
export const newHouse = (): HousePage => {
  const { log, figures } = youngHouse();
  return {
    log: { ...log, size: 0, firstAt: undefined, checkpointAt: undefined },
    asOf: { size: 0 },
    figures: {
      ...figures,
      currency: undefined,
      months: [],
      margins: [],
      calibration: bands(Array.from({ length: 10 }, () => [0, 0] as const)),
      payouts: { bets: 0, matches: 0, months: [] },
    },
  };
};

/** A house that has less than it owes, in two currencies, and whose witness has found something. */
export const shortHouse = (): HousePage => {
  const { log, asOf, figures } = house();
  return {
    log: {
      ...log,
      epoch: 2,
      witnesses: [{ name: 'witness.club-aurora.example', since: ago(4 * dayMs), size: 40_012, ok: false }],
    },
    asOf,
    figures: {
      ...figures,
      owed: {
        at: ago(7 * hourMs),
        index: 46_118,
        totals: [
          { currency: 'USDT', available: '184220.40', held: '6310.00', openBets: '28904.15' },
          { currency: 'EUR', available: '12030.00', held: '0.00', openBets: '810.00' },
        ],
        reserves: [
          {
            kind: 'address',
            currency: 'USDT',
            network: 'usdt-trc20',
            address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
            amount: '121040.112200',
            block: '70114203',
          },
          {
            kind: 'address',
            currency: 'USDT',
            network: 'usdt-erc20',
            address: '0x52908400098527886E0F7030069857D2E4169EE7',
          },
          {
            kind: 'statement',
            currency: 'EUR',
            name: 'Bank of the North',
            amount: '14000.00',
            day: ago(3 * dayMs).slice(0, 10),
            fileHash: 'a'.repeat(64),
          },
        ],
      },
    },
  };
};
