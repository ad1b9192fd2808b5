import { isOffered, offeredSettings, type SettingProblem } from '@touchline/contract/shapes/office-settings';
import { ConfigError, readConfig, type Config } from '../../core/config/config.ts';
import type { Problem } from '../../core/config/basis.ts';

/** New values by name: text as in the environment, or null for the environment's own value. */
export type SettingValues = Readonly<Record<string, string | null>>;

/** A change that is accepted, or is previewed as if it were. */
export type TimedChange = { id: string; number: number; settings: SettingValues; effectiveFrom: Date };

/** The result of changes: the config, the changes in it, and those that were left out because of a conflict. */
export type Folded = {
  config: Config;
  settings: SettingValues;
  spoilt: ReadonlyMap<string, readonly SettingProblem[]>;
};

/** The environment that results in this config. */
export const environmentOf = (config: Config): Record<string, string> =>
  Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Caps that are counted or not for as long as the server runs. */
const caps = [
  'EXPOSURE_CAP_SITE',
  'EXPOSURE_CAP_COMPETITION',
  'EXPOSURE_CAP_EVENT',
  'EXPOSURE_CAP_MARKET',
  'EXPOSURE_CAP_SELECTION',
  'EXPOSURE_CAP_MEMBER',
] as const;
const isNone = (cap: string): boolean => /^0(\.0+)?$/.test(cap);

const problemOf = ({ name = '', code, values = {} }: Omit<Problem, 'text'>): SettingProblem =>
  isOffered(name)
    ? { name, code, values: code === 'form' ? { ...values, kind: offeredSettings[name].kind } : values }
    : { code, values };

/** Reads the environment with these values instead of the ones it has. */
const merged = (
  base: Config,
  settings: SettingValues,
): { config: Config } | { problems: readonly SettingProblem[] } => {
  const given = Object.entries(settings).filter((one): one is [string, string] => one[1] !== null);
  // An empty text in the environment counts as absent, but a change must not remove a required value.
  const empty = given.filter(([name, text]) => text === '' && String(Reflect.get(base, name) ?? '') !== '');
  try {
    const config = readConfig({ ...environmentOf(base), ...Object.fromEntries(given) });
    const problems = [
      ...empty
        .filter(([name]) => String(Reflect.get(config, name) ?? '') !== '')
        .map(([name]) => problemOf({ name, code: 'empty' })),
      ...caps
        .filter((cap) => isNone(config[cap]) !== isNone(base[cap]))
        .map((cap) => problemOf({ name: cap, code: 'cap_fixed' })),
    ];
    return problems.length > 0 ? { problems } : { config };
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.coded.map(problemOf) };
    throw error;
  }
};

/** Orders changes by the time they take effect, then by their acceptance. */
const inOrder = (a: TimedChange, b: TimedChange): number =>
  a.effectiveFrom.getTime() - b.effectiveFrom.getTime() || a.number - b.number;

/** The base of settings: the environment, the changes in force, and the accepted ones that are scheduled. */
export type SettingsBase = {
  base: Config;
  from: Pick<Folded, 'config' | 'settings'>;
  later: readonly TimedChange[];
};

/** The base of a site that has never changed a setting. */
export const bare = (base: Config, later: readonly TimedChange[] = []): SettingsBase => ({
  base,
  from: { config: base, settings: {} },
  later,
});

/**
 * Applies changes to the settings in force, one after the other. A change that conflicts with the settings before it is left
 * out as a whole, so that every process and every start has the same result.
 */
export const fold = ({ base, from, later }: SettingsBase): Folded => {
  let { config, settings } = from;
  const spoilt = new Map<string, readonly SettingProblem[]>();
  for (const change of later.toSorted(inOrder)) {
    const next = { ...settings, ...change.settings };
    const read = merged(base, next);
    if ('problems' in read) spoilt.set(change.id, read.problems);
    else [config, settings] = [read.config, next];
  }
  return { config, settings, spoilt };
};

/** The settings before a change takes effect: all changes before it in order. */
export const before = (known: SettingsBase, change: TimedChange): Folded =>
  fold({
    ...known,
    later: known.later.filter((one) => one.id !== change.id && inOrder(one, change) < 0),
  });

/** Why a change cannot be accepted: it is invalid, or would invalidate a scheduled one. */
export const problemsOf = (known: SettingsBase, change: TimedChange): readonly SettingProblem[] => {
  const without = fold(known).spoilt;
  const { spoilt } = fold({ ...known, later: [...known.later, change] });
  const others = [...spoilt].filter(([id]) => id !== change.id && !without.has(id));
  return [...(spoilt.get(change.id) ?? []), ...others.flatMap(([, problems]) => problems)];
};
