import { settingNames } from '@touchline/contract/shapes/office-settings';
import type pg from 'pg';
import type { Config } from '../platform/config.ts';
import { statement } from '../platform/database.ts';
import { textOf } from './offered.ts';

/** Settings that only the environment has and that decide what members get. */
const fixed = ['CHECK_IN_SCALE', 'VIP_LEVELS', 'SITE_TIME_ZONE'] as const;

/** The recorded settings: those that operators may change, and those that decide what members get. */
const recordOf = (config: Config): Record<string, string> => {
  const given: [name: string, text: string][] = fixed.map((name) => [name, config[name]]);
  for (const name of settingNames) given.push([name, textOf(config, name) ?? '']);
  return Object.fromEntries(given);
};

const add = statement(
  'setting-record-add',
  `insert into setting_record (number, settings, at)
   select coalesce(max(number), 0) + 1, $1::jsonb, site_clock() from setting_record
   having (select settings from setting_record order by number desc limit 1) is distinct from $1::jsonb
   on conflict do nothing`,
);

const isLast = statement(
  'setting-record-is-last',
  'select settings = $1::jsonb as same from setting_record order by number desc limit 1',
);

/** Records the settings in force, unless the last record is the same. */
export const recordSettings = async (pool: pg.Pool, config: Config): Promise<void> => {
  const settings = JSON.stringify(recordOf(config));
  for (;;) {
    const { rowCount } = await pool.query(add([settings]));
    if (rowCount === 1) return;
    const { rows } = await pool.query<{ same: boolean }>(isLast([settings]));
    if (rows[0]?.same === true) return;
    // Another process took the number for other settings, so these get the next one.
  }
};
