import {
  factBody,
  jsonOf,
  rangeValues,
  type Fact,
  type FactRow,
  type FactSource,
} from '../../core/public-log/facts.ts';
import type { Row } from '../../core/database/rows.ts';

type RecordRow = Row<'setting_record', 'number' | 'at' | 'settings' | 'tx'>;

/** Settings that decide what members may stake, get and pay: everybody may know them. */
const published: ReadonlySet<string> = new Set([
  'CASH_OUT_FEE_BP',
  'CHECK_IN_SCALE',
  'LIVE_DELAY_MS',
  'PAYOUT_COOLING_HOURS',
  'PAYOUT_MAX',
  'PLAY_GRANT',
  'SITE_TIME_ZONE',
  'STAKE_MAX',
  'STAKE_MIN',
  'TURNOVER_MULTIPLE',
  'VIP_LEVELS',
  'WITHDRAW_ARRIVAL_HOURS',
  'WITHDRAW_DAYS',
  'WITHDRAW_FEE_BP',
  'WITHDRAW_FEE_FIXED',
  'WITHDRAW_FEE_MIN',
  'WITHDRAW_FROM',
  'WITHDRAW_MAX',
  'WITHDRAW_MIN',
  'WITHDRAW_TO',
]);

const publishedOf = (settings: unknown): Record<string, unknown> =>
  typeof settings === 'object' && settings !== null
    ? Object.fromEntries(Object.entries(settings).filter(([name]) => published.has(name)))
    : {};

const factOf = (row: Omit<RecordRow, 'tx'>, kind: 'settings' | 'setting_record'): Fact => {
  const isPrivate = kind === 'setting_record';
  const body = factBody(kind, {
    number: row.number,
    settings: jsonOf(isPrivate ? row.settings : publishedOf(row.settings)),
    time: row.at.toISOString(),
  });
  return { kind, id: String(row.number), isPrivate, body };
};

/**
 * The settings, each time they have changed: those that members may know in the clear (`settings`), and all that are recorded as a
 * hash (`setting_record`). Their id is the number of the record.
 */
export const settingFacts: FactSource = {
  name: 'settings',
  kinds: ['settings', 'setting_record'],
  rowsAtOnce: 100,
  read: async (on, range) => {
    const { rows } = await on.query<RecordRow>(
      `select r.tx, r.number, r.at, r.settings from setting_record r
       where r.tx >= $1::bigint and r.tx < $2::bigint order by r.tx, r.number offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => ({
      tx: row.tx,
      facts: [factOf(row, 'settings'), factOf(row, 'setting_record')],
    }));
  },
  find: async (on, { kind, id }) => {
    const { rows } = await on.query<Omit<RecordRow, 'tx'>>(
      'select number, at, settings from setting_record where number::text = $1',
      [id],
    );
    const [row] = rows;
    return row && factOf(row, kind === 'settings' ? 'settings' : 'setting_record');
  },
};
