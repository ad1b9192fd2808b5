import type { Context, Module } from '../../core/module.ts';
import { Settings, type SettingsOptions } from './service.ts';

/** Opens the settings that operators change while the server runs; they change `context.config` in place. */
export const openSettings = async (
  { connections: { calls }, config, log, clock }: Context,
  { audit }: { audit: { write: SettingsOptions['audit'] } },
) => {
  const settings = await Settings.open({ pool: calls.pool, config, log, clock, audit: audit.write });
  return {
    service: settings,
    routines: [{ name: 'settings', everyMs: 1_000, run: () => settings.refresh() }],
  } satisfies Module;
};
