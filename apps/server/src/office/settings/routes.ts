import { limits } from '@touchline/contract/limits';
import type { RouteName } from '@touchline/contract/paths';
import type { officeSettingRoutes } from '@touchline/contract/routes/office-settings';
import type { Handlers } from '../../core/handler.ts';
import type { SettingChangeRow, Settings } from './service.ts';
import { changeToWire, listSettings, stepsToWire } from './wire.ts';
import type { Office } from '../service.ts';
import { operatorName } from '../wire.ts';
import { sliceOf } from '../../core/pages.ts';

export type OfficeSettingName = keyof typeof officeSettingRoutes & RouteName;

/** The calls of the office about settings. */
export const officeSettingHandlers = ({
  settings,
  office,
}: {
  settings: Settings;
  office: Office;
}): Pick<Handlers, OfficeSettingName> => {
  type Stands = Awaited<ReturnType<Settings['open']>>['known'];

  const toWire = async (rows: readonly SettingChangeRow[], known: Stands) => {
    const ids = rows.flatMap((row) => [row.proposed_by, row.decided_by]);
    const names = await office.names({ operators: ids, members: [] });
    return rows.map((row) => changeToWire(row, { known, nameOf: (id) => operatorName(names, id) }));
  };
  const oneToWire = async (row: SettingChangeRow) => {
    const [change] = await toWire([row], (await settings.open()).known);
    if (change === undefined) throw new Error('A change without its words');
    return change;
  };

  return {
    officeSettingList: async () => {
      const { version, rows, known } = await settings.open();
      const shown = rows.filter(({ id, due }) => !due || known.from.spoilt.has(id));
      return { version, ...listSettings(settings), changes: await toWire(shown, known) };
    },
    officeSettingSave: async (input, { operator, address }) => {
      const { row, ...judged } = await settings.save(input, { operator, address });
      return {
        ...stepsToWire(judged),
        problems: [...judged.problems],
        change: row === undefined ? undefined : await oneToWire(row),
      };
    },
    officeSettingDecide: async (input, { operator, address }) =>
      oneToWire(await settings.decide(input, { operator, address })),
    officeSettingHistory: async ({ name, state, page = 1, limit = limits.listLimitDefault }) => {
      const slice = sliceOf({ page, limit });
      const [{ rows, total }, open] = await Promise.all([
        settings.history({ name, state }, slice),
        settings.open(),
      ]);
      return { list: await toWire(rows, open.known), total, page, limit };
    },
  };
};
