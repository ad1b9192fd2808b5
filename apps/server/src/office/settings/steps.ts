import { settingNames, type OfferedSetting } from '@touchline/contract/shapes/office-settings';
import { before, type TimedChange, type SettingsBase } from './fold.ts';
import { textOf } from './offered.ts';
import type { SettingChangeRow } from './queries.ts';

/** A change with its effect; a pending one as if it were accepted now, after all others. */
export const asChange = (row: SettingChangeRow, now: Date): TimedChange => ({
  id: row.id,
  number: row.number ?? Infinity,
  settings: row.settings,
  effectiveFrom: row.effective_from ?? now,
});

/** The settings of a change in the order of the page, with their values before and after it; null if not set. */
export type Steps = {
  names: OfferedSetting[];
  before: Record<string, string | null>;
  after: Record<string, string | null>;
};

type Texts = Readonly<Record<string, string | null>>;

/** @param was the texts of the settings before the change, by name */
export const stepsFrom = (
  base: SettingsBase['base'],
  { settings }: Pick<TimedChange, 'settings'>,
  was: Texts,
): Steps => {
  const names = settingNames.filter((name) => Object.hasOwn(settings, name));
  const told = (of: (name: OfferedSetting) => string | null | undefined): Record<string, string | null> =>
    Object.fromEntries(names.map((name) => [name, of(name) || null]));
  return {
    names,
    before: told((name) => was[name]),
    after: told((name) => settings[name] ?? textOf(base, name)),
  };
};

export const stepsOf = (known: SettingsBase, change: TimedChange): Steps => {
  const { config } = before(known, change);
  const was = Object.fromEntries(settingNames.map((name) => [name, textOf(config, name) ?? null]));
  return stepsFrom(known.base, change, was);
};
