import { parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Problem } from './basis.ts';

const amount = '(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?';

/** Settings of check-in and VIP levels. */
export const rewardSettings = {
  CHECK_IN_SCALE: Type.String({
    pattern: `^(off|${amount}(,${amount}){6})$`,
    default: '1,1,2,2,3,3,5',
    description: 'what the seven days of a run of check-ins give; off: there is no check-in',
  }),
  VIP_LEVELS: Type.String({
    default: '',
    description:
      'JSON list of what differs from the levels of the house: [{"level":2,"turnover":"20000","withdrawFee":"0.75","withdrawMax":"120000","checkIn":130,"support":"priority"}]',
  }),
};

/**
 * A VIP level: its conditions and its benefits. Amounts in minor units, the fee in hundredths of a percent.
 */
export type VipTerms = {
  level: number;
  turnoverMinor: bigint;
  feeBp: number;
  maxMinor: bigint;
  /** Percent of the ordinary check-in reward. */
  checkInPercent: number;
  support: 'standard' | 'priority';
};

/**
 * The default levels. Fee and largest withdrawal are percents of everybody's, so that they follow the site's.
 */
const house = [
  { turnover: '0', fee: 100, max: 100, checkIn: 100, support: 'standard' },
  { turnover: '1000', fee: 90, max: 150, checkIn: 110, support: 'standard' },
  { turnover: '10000', fee: 80, max: 200, checkIn: 125, support: 'standard' },
  { turnover: '50000', fee: 60, max: 300, checkIn: 150, support: 'priority' },
  { turnover: '250000', fee: 40, max: 400, checkIn: 175, support: 'priority' },
  { turnover: '1000000', fee: 20, max: 600, checkIn: 200, support: 'priority' },
] as const;

const Amount = Type.String({ pattern: `^${amount}$` });
const Changes = Type.Array(
  Type.Object(
    {
      level: Type.Integer({ minimum: 1, maximum: house.length - 1 }),
      turnover: Type.Optional(Amount),
      withdrawFee: Type.Optional(Type.String({ pattern: '^[0-9]{1,2}(\\.[0-9]{1,2})?$' })),
      withdrawMax: Type.Optional(Amount),
      checkIn: Type.Optional(Type.Integer({ minimum: 100, maximum: 1_000 })),
      support: Type.Optional(Type.Enum(['standard', 'priority'])),
    },
    { additionalProperties: false },
  ),
);

type RewardSettings = { VIP_LEVELS: string; WITHDRAW_FEE_BP: number; WITHDRAW_MAX: string };

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text === '' ? '[]' : text);
  } catch {
    return undefined;
  }
};

/** @throws when the text is no amount */
const minor = (text: string, scale: number): bigint => {
  const read = parseAmount(text, scale);
  if (read === undefined) throw new Error(`"${text}" is no amount`);
  return read;
};

/**
 * The levels from 0, which is everybody's: its fee and largest withdrawal are the site's.
 * @param scale of the currency
 * @throws when VIP_LEVELS cannot be read; see vipProblems
 */
export const readVipLevels = (given: RewardSettings, scale: number): VipTerms[] => {
  const changes = Value.Parse(Changes, readJson(given.VIP_LEVELS));
  const siteMax = minor(given.WITHDRAW_MAX, scale);
  return house.map((of, level): VipTerms => {
    const to = changes.find((change) => change.level === level);
    return {
      level,
      turnoverMinor: minor(to?.turnover ?? of.turnover, scale),
      feeBp:
        to?.withdrawFee === undefined
          ? Math.floor((given.WITHDRAW_FEE_BP * of.fee) / 100)
          : Number(minor(to.withdrawFee, 2)),
      maxMinor:
        to?.withdrawMax === undefined ? (siteMax * BigInt(of.max)) / 100n : minor(to.withdrawMax, scale),
      checkInPercent: to?.checkIn ?? of.checkIn,
      support: to?.support ?? of.support,
    };
  });
};

/** Rewards of the seven days in minor units; none when there is no check-in. */
export const readCheckInScale = (text: string, scale: number): bigint[] =>
  text === 'off' ? [] : text.split(',').map((one) => minor(one, scale));

const notBetter: readonly { name: string; isWorse: (than: VipTerms, level: VipTerms) => boolean }[] = [
  { name: 'turnover', isWorse: (than, level) => level.turnoverMinor <= than.turnoverMinor },
  { name: 'withdrawFee', isWorse: (than, level) => level.feeBp > than.feeBp },
  { name: 'withdrawMax', isWorse: (than, level) => level.maxMinor < than.maxMinor },
  { name: 'checkIn', isWorse: (than, level) => level.checkInPercent < than.checkInPercent },
  { name: 'support', isWorse: (than, level) => than.support === 'priority' && level.support === 'standard' },
];

/**
 * Benefits in which levels, the lowest first, are worse than the one below; a level must also ask for more.
 */
export const worseThanBelow = (levels: readonly VipTerms[]): { level: number; name: string }[] =>
  levels.slice(1).flatMap((level, i) => {
    const than = levels[i];
    return notBetter.flatMap(({ name, isWorse }) =>
      than !== undefined && isWorse(than, level) ? [{ level: level.level, name }] : [],
    );
  });

/** Problems of the rewards: a level must ask for more than the one below, and be worse in nothing. */
export const rewardProblems = (given: RewardSettings & { CHECK_IN_SCALE: string }): Problem[] => {
  const { scale } = currencies.PLAY;
  const changes = readJson(given.VIP_LEVELS);
  if (!Value.Check(Changes, changes)) {
    return [
      {
        name: 'VIP_LEVELS',
        code: 'levels_form',
        text: 'VIP_LEVELS must be a JSON list such as [{"level":2,"turnover":"20000"}], of the levels 1 to 5 (0 is everybody)',
      },
    ];
  }
  const numbers = changes.map(({ level }) => level);
  const twice = numbers.filter((level, i) => numbers.indexOf(level) < i);
  const levels = readVipLevels(given, scale);
  return [
    ...twice.map((level): Problem => ({
      name: 'VIP_LEVELS',
      code: 'level_twice',
      values: { level: String(level) },
      text: `VIP_LEVELS: level ${level} is listed twice`,
    })),
    ...worseThanBelow(levels).map(({ level, name }): Problem => ({
      name: 'VIP_LEVELS',
      code: 'level_worse',
      values: { level: String(level), than: String(level - 1), field: name },
      text: `VIP_LEVELS: ${name} of level ${level} is worse than that of level ${level - 1}`,
    })),
    ...(readCheckInScale(given.CHECK_IN_SCALE, scale).includes(0n)
      ? [
          {
            name: 'CHECK_IN_SCALE',
            code: 'check_in_nothing' as const,
            text: 'CHECK_IN_SCALE: every day gives something; "off" closes the check-in',
          },
        ]
      : []),
  ];
};

const number = '[0-9]{1,9}';
const level = `${number},${number},${number}(\\.[0-9]{1,2})?,${number}:([0-9.]{1,7},){2}[0-9.]{1,7}`;

/** Settings of teams. */
export const teamSettings = {
  TEAM_LEVELS: Type.String({
    pattern: `^${level};${level};${level}$`,
    default: '0,0,0,0:8,3,1;0,5,100.00,50:9,3.5,1.25;0,20,100.00,500:10,4,1.5',
    description:
      'the first rules of teams, three levels: people, people who recharged, at least how much each, settled bets: percent of ' +
      'what the house keeps of a stake on average, for the three generations; later rules are published in the office',
  }),
};
