import { resolve } from 'node:path';
import { parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { BUILDER } from '@touchline/football/builder-parts';
import { isMarketName } from '@touchline/football/markets';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { railSettings, railTable } from '../../payments/providers/table.ts';
import {
  backupProblems,
  backupSettings,
  databaseProblems,
  databaseSettings,
  storageProblems,
  traceSettings,
  uploadSettings,
} from './operations.ts';
import { basisProblems, basisSettings, between, nothing, ofSchema, type Problem } from './basis.ts';
import { cashierProblems, cashierSettings, chainProblems, chainProperties } from './payments.ts';
import { correctionProblems, correctionSettings, exposureProblems, exposureSettings } from './betting.ts';
import { rewardProblems, rewardSettings, teamSettings } from './growth.ts';
import {
  inboxSettings,
  languageProblems,
  languageSettings,
  outboxProblems,
  outboxSettings,
} from './messaging.ts';
import { securityProblems, securitySettings, withSecrets } from './security.ts';

/** An amount of play money. */
const amount = '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?$';

/** Where members turn to: what they can open safely, or nothing. */
const supportPattern =
  '^(|https?://[^\\s]+|mailto:[^\\s@]+@[^\\s@]+|tel:\\+?[0-9.() -]{3,30}|[^\\s@:/]+@[^\\s@:/]+\\.[^\\s@:/]+|\\+?[0-9][0-9.() -]{2,30})$';

/** The settings of the server by name, with units in the names. Each rail brings those of its provider. */
const OwnSettings = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'address to listen on' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
  DATA_DIR: Type.String({ default: '.data', description: 'folder of the embedded database and the keys' }),
  ...databaseSettings,
  TRANSACTION_GUARD: Type.Union([Type.Literal('log'), Type.Literal('throw')], {
    default: 'log',
    description: 'the handling of a transaction that asks for another connection',
  }),
  MODE: Type.Union([Type.Literal('play'), Type.Literal('real')], { default: 'play' }),
  SITE_NAME: Type.String({
    pattern: '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]{1,60}$',
    default: 'Touchline',
  }),
  SITE_TIME_ZONE: Type.String({ default: 'UTC' }),
  SITE_CALLING_CODE: Type.String({ pattern: '^[1-9][0-9]{0,3}$', default: '44' }),
  SITE_SUPPORT: Type.Optional(
    Type.String({
      pattern: supportPattern,
      description: 'a mail address, a phone number, or an address with https:, http:, mailto: or tel:',
    }),
  ),
  PUBLIC_PAGES: Type.Boolean({
    default: true,
    description: 'matches, help, rules and public figures can be read without an account',
  }),
  ...languageSettings,
  MIN_AGE: Type.Integer({ minimum: 18, maximum: 30, default: 18 }),
  COUNTRIES_REFUSED: Type.String({ default: '', description: 'ISO codes, comma separated' }),
  REPLAY: Type.Boolean({ default: true, description: 'play the recorded tournament' }),
  REPLAY_SPEED: Type.Number({
    minimum: 1,
    maximum: 600,
    default: 6,
    description: 'match minutes per real minute',
  }),
  REPLAY_SEED: Type.String({ default: 'touchline' }),
  STAKE_MIN: Type.String({
    pattern: amount,
    default: '1.00',
  }),
  STAKE_MAX: Type.String({
    pattern: amount,
    default: '1000.00',
  }),
  PAYOUT_MAX: Type.String({
    pattern: amount,
    default: '50000.00',
    description: 'largest potential return of one bet',
  }),
  MARGINS: Type.String({
    pattern:
      '^([a-z0-9_]+:([12]?[0-9]{1,3}|3000)(:(odds_ratio|power))?(,[a-z0-9_]+:([12]?[0-9]{1,3}|3000)(:(odds_ratio|power))?)*)?$',
    default: '',
    description:
      'margins that differ from those of the house, in hundredths of a percent, and how they are spread: 1x2:450,ht_ft:1500:power; of builders the highest total of those of their parts: builder:1200',
  }),
  CASH_OUT_FEE_BP: Type.Integer({
    minimum: 0,
    maximum: 5_000,
    default: 500,
    description: 'fee of a cash-out, hundredths of a percent of the fair value',
  }),
  EXPOSURE_CAP_SITE: Type.String({
    pattern: amount,
    default: '50000000.00',
    description:
      'the most the house may lose in all, by the worst result of each match; 0: no cap, as with the next',
  }),
  EXPOSURE_CAP_COMPETITION: Type.String({ pattern: amount, default: '10000000.00' }),
  EXPOSURE_CAP_EVENT: Type.String({ pattern: amount, default: '1000000.00' }),
  EXPOSURE_CAP_MARKET: Type.String({
    pattern: amount,
    default: '500000.00',
    description: 'of one match, at one line',
  }),
  EXPOSURE_CAP_SELECTION: Type.String({ pattern: amount, default: '250000.00' }),
  EXPOSURE_CAP_MEMBER: Type.String({
    pattern: amount,
    default: '100000.00',
    description: 'the most one member may win on one match',
  }),
  ...basisSettings,
  LIVE_DELAY_MS: Type.Integer({
    minimum: 0,
    maximum: 30_000,
    default: 5_000,
    description: 'how long a bet on a match in play, or its sale, waits, on the clock of the match',
  }),
  FEED_SILENCE_MS: Type.Integer({
    minimum: 5_000,
    default: 15_000,
    description: 'betting on a match in play stops when its feed says nothing for this long',
  }),
  FEED_API_KEY: Type.Optional(
    Type.String({ description: 'key of API-Football; without it nothing is asked' }),
  ),
  FEED_API_URL: Type.String({ pattern: '^https?://', default: 'https://v3.football.api-sports.io/' }),
  FEED_API_LEAGUES: Type.String({
    pattern: '^([0-9]+:[0-9]{4}(,[0-9]+:[0-9]{4})*)?$',
    default: '',
    description: 'leagues with their seasons, by the numbers of the service: 39:2025,78:2025',
  }),
  FEED_API_BOOKMAKER: Type.Integer({ minimum: 1, default: 4, description: 'the house whose odds count' }),
  FEED_API_LIVE_SECONDS: Type.Integer({ minimum: 5, maximum: 60, default: 10 }),
  FEED_API_SURVEY_MINUTES: Type.Integer({ minimum: 15, maximum: 1_440, default: 180 }),
  FEED_API_ADDS: Type.Boolean({ default: false, description: 'adds fixtures without a person' }),
  PLAY_GRANT: Type.String({
    pattern: amount,
    default: '1000.00',
    description: 'play money a new member receives, once',
  }),
  ...cashierSettings,
  ...correctionSettings,
  PLACING_LANES: Type.Integer({ minimum: 1, maximum: 16, default: 2 }),
  PLACING_BATCH: Type.Integer({ minimum: 1, maximum: 2_000, default: 500 }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 10,
    default: 1_200,
    description: 'calls of one member, or of one address, per minute',
  }),
  SIGNIN_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'sign-ins and sign-ups of one address',
  }),
  FILE_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 100,
    default: 6_000,
    description: 'files of the apps, looks at the health and unknown paths of one address per minute',
  }),
  LIVE_STREAMS_MEMBER: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 6,
    description: 'live streams of one member in one process; a further one ends the oldest',
  }),
  LIVE_STREAMS_ADDRESS: Type.Integer({
    minimum: 1,
    default: 300,
    description: 'live streams of one address in one process; a further one is refused',
  }),
  LIVE_STREAMS: Type.Integer({
    minimum: 1,
    default: 10_000,
    description: 'live streams in one process; a further one is refused',
  }),
  ...exposureSettings,
  ...securitySettings,
  ...uploadSettings,
  ...backupSettings,
  ...inboxSettings,
  ...outboxSettings,
  ...rewardSettings,
  ...teamSettings,
  ...chainProperties,
  ...traceSettings,
  LOG_CALLS: Type.Enum(['failed', 'refused', 'all'], {
    default: 'failed',
    description: 'which calls have a line in the log, at any LOG_LEVEL',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'warn' }),
});
export type Config = Static<typeof OwnSettings>;

/** Every setting that is read from the environment. */
const Settings = Type.Object({ ...OwnSettings.properties, ...railSettings });

/** The schema of each setting: its default, its bounds, its purpose. */
export const settingSchemas = Settings.properties;

/** Settings that are wrong, each with the reason. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  /** The same problems as codes, for the office. */
  readonly coded: readonly Problem[];
  constructor(wrong: readonly (string | Problem)[]) {
    const coded = wrong.map((one) =>
      typeof one === 'string' ? { text: one, code: 'environment' as const } : one,
    );
    const problems = coded.map(({ text }) => text);
    super(`The settings are not usable:\n${problems.map((p) => `  ${p}`).join('\n')}`);
    this.problems = problems;
    this.coded = coded;
  }
}

/**
 * Reads all settings at once.
 * @param environment unknown names are ignored, empty values count as absent; secrets may be in files that it names
 * @throws ConfigError naming every setting that is wrong
 */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const { env, problems: secretProblems } = withSecrets(environment);
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(Settings.properties)) {
    const text = env[name];
    if (text !== undefined && text !== '') given[name] = text;
  }
  const value = Value.Default(Settings, Value.Convert(Settings, given));
  const problems: (string | Problem)[] = [
    ...secretProblems,
    ...Value.Errors(Settings, value).map(ofSchema),
    ...zoneProblems(env['SITE_TIME_ZONE']),
    ...(env['MODE'] === 'real' ? missingForReal() : []),
    ...silenceProblems(value),
    ...(Value.Check(OwnSettings, value)
      ? [
          stakeProblems,
          basisProblems,
          cashierProblems,
          correctionProblems,
          rewardProblems,
          languageProblems,
        ].flatMap((check) => check(value))
      : []),
    ...marginProblems(env['MARGINS']),
    ...databaseProblems(env),
    ...storageProblems(env),
    ...backupProblems(env),
    ...chainProblems(env),
    ...railTable.flatMap((rail) => rail.problems(env)),
    ...outboxProblems(env),
    ...exposureProblems(env),
    ...(Value.Check(OwnSettings, value) ? securityProblems(value) : []),
  ];
  if (problems.length > 0 || !Value.Check(OwnSettings, value)) throw new ConfigError(problems);
  return { ...value, DATA_DIR: resolve(value.DATA_DIR) };
};

/** Real money needs settings and checks this version does not have; it says so instead of starting without them. */
const missingForReal = (): string[] => [
  'MODE=real needs a licence holder and number, allowed countries, a support contact and identity checks;',
  '  this version offers play money only, and a replay of known results must never take real money',
];

/** With a longer interval the feed would look silent between two answers. */
const silenceProblems = (value: unknown): string[] => {
  if (!Value.Check(OwnSettings, value)) return [];
  const { FEED_API_KEY: key, FEED_API_LIVE_SECONDS: seconds, FEED_SILENCE_MS: silenceMs } = value;
  return key === undefined || seconds * 1_400 <= silenceMs
    ? []
    : [`FEED_API_LIVE_SECONDS ${seconds} is too seldom for FEED_SILENCE_MS ${silenceMs}: betting would stop`];
};

/** Refuses limits that no stake could meet. */
const stakeProblems = ({ STAKE_MIN, STAKE_MAX, PAYOUT_MAX }: Config): Problem[] => {
  const { scale } = currencies.PLAY;
  const [min = 0n, max = 0n, most = 0n] = [STAKE_MIN, STAKE_MAX, PAYOUT_MAX].map((text) =>
    parseAmount(text, scale),
  );
  return [
    ...(min === 0n ? nothing('STAKE_MIN') : []),
    ...(max < min ? between('STAKE_MAX', 'below', 'STAKE_MIN') : []),
    ...(most <= min ? between('PAYOUT_MAX', 'not_above', 'STAKE_MIN') : []),
  ];
};

/** Refuses unknown markets, and markets named twice. */
const marginProblems = (text = ''): string[] => {
  const names = text.split(',').flatMap((one) => one.split(':')[0] || []);
  return names.flatMap((name, i) => {
    if (!isMarketName(name) && name !== BUILDER) return [`MARGINS: there is no market "${name}"`];
    return names.indexOf(name) < i ? [`MARGINS: "${name}" is listed twice`] : [];
  });
};

/** Names only: PostgreSQL reads the sign of an offset such as +02:00 the other way round. */
const zoneProblems = (name = ''): string[] =>
  name === '' || name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name)
    ? []
    : [`SITE_TIME_ZONE "${name}" is no time zone such as Europe/Berlin`];

/**
 * Reads something again only when its source values have changed.
 * @returns what `read` made of these values, kept until it is called with others
 */
export const remember = <A extends readonly (string | number)[], T>(
  read: (...from: A) => T,
): ((...from: A) => T) => {
  let last: { from: A; value: T } | undefined;
  return (...from) => {
    const known = last;
    if (known !== undefined && from.every((value, i) => value === known.from[i])) return known.value;
    const value = read(...from);
    last = { from, value };
    return value;
  };
};

/** Copies the values of `next` into a config that modules hold, all in one turn. */
export const takeOver = (config: Config, next: Config): void => {
  const kept = new Set<string>(Object.keys(next));
  for (const name of Object.keys(config)) if (!kept.has(name)) Reflect.deleteProperty(config, name);
  Object.assign(config, next);
};
