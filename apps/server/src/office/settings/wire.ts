import {
  isOffered,
  offeredSettings,
  settingNames,
  type OfferedSetting,
  type Setting,
  type SettingChange,
  type SettingStep,
} from '@touchline/contract/shapes/office-settings';
import { settingSchemas, type Config } from '../../core/config/config.ts';
import { houseChannels } from '../../core/config/payments.ts';
import { fold, problemsOf, type TimedChange, type Folded, type SettingsBase } from './fold.ts';
import { needsOther, schemaOf, textOf } from './offered.ts';
import type { SettingChangeRow } from './queries.ts';
import { asChange, stepsFrom, stepsOf, type Steps } from './steps.ts';

const settingToWire = (name: OfferedSetting, { base, config }: { base: Config; config: Config }): Setting => {
  const { group, kind, unit } = offeredSettings[name];
  const { default: standard, ...bounds } = schemaOf(name);
  const value = textOf(config, name);
  const environment = textOf(base, name);
  return {
    name,
    group,
    kind,
    unit,
    value,
    default: standard,
    environment,
    house: kind === 'channels' ? houseChannels() : undefined,
    source: value !== environment ? 'office' : environment === standard ? 'default' : 'environment',
    ...bounds,
    needsOther: needsOther([name]),
  };
};

/** The offered settings with their values; for the others only whether they are set. */
export const listSettings = (settings: { base: Config; config: Config }) => ({
  settings: settingNames.map((name) => settingToWire(name, settings)),
  fixed: Object.entries(settingSchemas).flatMap(([name, schema]) => {
    if (isOffered(name)) return [];
    const standard: unknown = Reflect.get(schema, 'default');
    const value: unknown = Reflect.get(settings.base, name);
    return [{ name, isSet: value !== undefined && value !== '' && value !== standard }];
  }),
});

const toSteps = ({ names, before, after }: Steps): SettingStep[] =>
  names.map((name) => {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    return { name, before: was ?? undefined, after: is ?? undefined };
  });

/** The effect of a requested change, and whether a second operator must approve it. */
export const stepsToWire = ({
  known,
  change,
}: {
  known: SettingsBase;
  change: TimedChange;
}): { steps: SettingStep[]; needsOther: boolean } => {
  const steps = stepsOf(known, change);
  return { steps: toSteps(steps), needsOther: needsOther(steps.names) };
};

/** A pending change with its effect if it were accepted now. */
const asItWaits = (row: SettingChangeRow, known: SettingsBase, now: Date) => {
  const change = asChange(row, now);
  const isLate = row.effective_from !== null && row.effective_from <= now;
  return {
    steps: toSteps(stepsOf(known, change)),
    problems: [...problemsOf(known, change), ...(isLate ? [{ code: 'late' as const, values: {} }] : [])],
  };
};

/** The settings at the time of the decision, and why the change is not in force, if so. */
const asDecided = (row: SettingChangeRow, known: SettingsBase & { from: Folded }) => ({
  steps: toSteps(stepsFrom(known.base, row, row.before)),
  problems: [...(known.from.spoilt.get(row.id) ?? fold(known).spoilt.get(row.id) ?? [])],
});

/** Changes on the wire. */
export const changeToWire = (
  row: SettingChangeRow,
  {
    known,
    nameOf,
  }: { known: SettingsBase & { from: Folded }; nameOf: (id: string) => SettingChange['proposedBy'] },
): SettingChange => {
  const { steps, problems } =
    row.state === 'proposed' ? asItWaits(row, known, new Date()) : asDecided(row, known);
  return {
    id: row.id,
    state: row.state,
    steps,
    needsOther: !row.alone,
    reason: row.reason,
    effectiveFrom: row.effective_from?.toISOString(),
    counts: row.due && problems.length === 0,
    problems,
    proposedBy: nameOf(row.proposed_by),
    proposedAt: row.proposed_at.toISOString(),
    decidedBy: row.decided_by === null ? undefined : nameOf(row.decided_by),
    decidedAt: row.decided_at?.toISOString(),
    note: row.note ?? undefined,
  };
};
