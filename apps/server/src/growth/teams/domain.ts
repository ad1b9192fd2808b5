import { TeamLevel } from '@touchline/contract/shapes/team';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** A leader's share of each generation, millionths of the house's average margin of a stake. */
export type CommissionRates = readonly [number, number, number];

/** The conditions of a team level. */
export type Level = {
  level: number;
  people: number;
  recharged: number;
  rechargeEachMinor: bigint;
  sessions: number;
  rates: CommissionRates;
};

/** A leader's figures: `recharged[i]` counts members who recharged as much as level i + 1 asks of each. */
export type LeaderFigures = { people: number; recharged: readonly number[]; sessions: number };

const noRates: CommissionRates = [0, 0, 0];

/** Percent with up to four decimals in millionths: "3.5" → 35000. */
export const parsePercent = (text: string): number => {
  const [whole = '', decimals = ''] = text.split('.');
  return Number(whole + decimals.padEnd(4, '0'));
};

/** Millionths as percent without trailing zeros: 35000 → "3.5". */
export const formatPercent = (micro: number): string => (micro / 10_000).toFixed(4).replace(/\.?0+$/, '');

/** Levels in the form of the settings; see TEAM_LEVELS. @throws Error for a malformed text */
export const readLevels = (text: string): TeamLevel[] =>
  Value.Parse(
    Type.Array(TeamLevel, { minItems: 3, maxItems: 3 }),
    text.split(';').map((one, i) => {
      const [asked = '', rates = ''] = one.split(':');
      const [people, recharged, rechargeEach, sessions] = asked.split(',');
      return {
        level: i + 1,
        conditions: {
          people: Number(people),
          recharged: Number(recharged),
          sessions: Number(sessions),
          rechargeEach,
        },
        rates: rates.split(','),
      };
    }),
  );

/** Levels in minor units, in order. @throws Error when an amount does not fit the currency */
export const toLevels = (levels: readonly TeamLevel[], scale: number): Level[] =>
  levels.map(({ level, conditions, rates }) => {
    const rechargeEachMinor = parseAmount(conditions.rechargeEach, scale);
    if (rechargeEachMinor === undefined) throw new Error(`"${conditions.rechargeEach}" is no amount`);
    const [first = '0', second = '0', third = '0'] = rates;
    return {
      level,
      people: conditions.people,
      recharged: conditions.recharged,
      rechargeEachMinor,
      sessions: conditions.sessions,
      rates: [parsePercent(first), parsePercent(second), parsePercent(third)],
    };
  });

/** All generations together get at most half of the house's average margin. */
const mostMicro = 500_000;

/**
 * What is wrong with proposed rules: the place of the first mistake, as the wire names it; undefined when
 * they are valid. Levels are 1, 2 and 3; no figure falls from one to the next; the rates of the last are half
 * at most, so that a bet never earns its leaders more than it earns the house.
 */
export const wrongIn = (levels: readonly TeamLevel[], scale: number): string | undefined => {
  for (const [i, { level, conditions }] of levels.entries()) {
    if (level !== i + 1) return `levels.${i}.level`;
    if (parseAmount(conditions.rechargeEach, scale) === undefined)
      return `levels.${i}.conditions.rechargeEach`;
  }
  const counted = toLevels(levels, scale);
  for (const [i, level] of counted.entries()) {
    const before = counted[i - 1];
    if (before !== undefined) {
      if (level.people < before.people) return `levels.${i}.conditions.people`;
      if (level.recharged < before.recharged) return `levels.${i}.conditions.recharged`;
      if (level.rechargeEachMinor < before.rechargeEachMinor) return `levels.${i}.conditions.rechargeEach`;
      if (level.sessions < before.sessions) return `levels.${i}.conditions.sessions`;
      if (level.rates.some((rate, n) => rate < (before.rates[n] ?? 0))) return `levels.${i}.rates`;
    }
    if (level.rates.reduce((sum, rate) => sum + rate, 0) > mostMicro) return `levels.${i}.rates`;
  }
  return undefined;
};

const isMet = (level: Level, { people, recharged, sessions }: LeaderFigures): boolean =>
  people >= level.people &&
  (recharged[level.level - 1] ?? 0) >= level.recharged &&
  sessions >= level.sessions;

/** The highest level whose conditions are met; 0 when not even the first one's are. */
export const levelOf = (levels: readonly Level[], figures: LeaderFigures): number =>
  levels.reduce((reached, level) => (isMet(level, figures) ? level.level : reached), 0);

/** The rates of a level; zero without one. */
export const ratesOf = (levels: readonly Level[], level: number): CommissionRates =>
  levels.find((one) => one.level === level)?.rates ?? noRates;

/**
 * A line of commission: stake × m / (1 + m) × rate, m being the margin shown with the market, rounded down
 * once.
 * @param theoretical Σ stake in minor units × millionths kept of it on average (`keptMicro`)
 * @param rateMicro millionths
 * @returns minor units
 */
export const commissionOf = (theoretical: bigint, rateMicro: number): bigint =>
  (theoretical * BigInt(rateMicro)) / 1_000_000_000_000n;

/**
 * The average amount that the house keeps of stakes, in the wallet's currency with six more decimals: exact,
 * without trailing zeros.
 */
export const formatTheoretical = (theoretical: bigint, scale: number): string =>
  formatAmount(theoretical, scale + 6).replace(/(\.\d{2}\d*?)0+$/, '$1');

/** A mobile number as a leader sees it: "+49 ••• ••12"; empty when there is none. */
export const maskPhone = (areaCode: string | null, mobile: string | null): string =>
  areaCode === null || mobile === null ? '' : `+${areaCode} ••• ••${mobile.slice(-2)}`;

/** An account as a leader sees it when it has no nickname: "an•••". */
export const maskAccount = (account: string): string => `${Array.from(account).slice(0, 2).join('')}•••`;

/**
 * The site's link by which a member invites: `host` is the host of the call, that of the calls or of the
 * pages.
 */
export const inviteLink = ({ protocol, host }: { protocol: string; host: string }, code: string): string =>
  `${protocol}://${host.replace(/^api\./, '')}/?icode=${encodeURIComponent(code)}#/pages/login/signup`;
