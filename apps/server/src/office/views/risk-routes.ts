import type { RiskAlert } from '@touchline/contract/shapes/office-views';
import type { Score } from '@touchline/football/score';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Board, BoardEvent } from '../../pricing/index.ts';
import type { Exposure } from '../../betting/index.ts';
import type { Handlers } from '../../core/handler.ts';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import type { Office } from '../service.ts';
import { memberName } from '../wire.ts';
import { alertPercent, capUse } from './caps.ts';
import { readRisk } from './risk-read.ts';
import { alertsOf, sumsOf } from './risk-sums.ts';
import { exposureToWire, riskEvent, stakeOf } from './risk-wire.ts';
import { pageOf } from '../../core/pages.ts';

/** Maximum of members in the list. */
const membersMax = 50;

type RiskModules = {
  exposure: Exposure;
  board: Board;
  office: Office;
  currency: Currency;
  timeZone: string;
};

const readAll = (modules: RiskModules) => readRisk({ exposure: modules.exposure, board: modules.board });

const memberAlerts = async (
  modules: RiskModules,
  events: readonly BoardEvent[],
  above: bigint | undefined,
) => {
  const fallback =
    modules.exposure.caps.member === Infinity
      ? undefined
      : (BigInt(modules.exposure.caps.member) * BigInt(alertPercent)) / 100n;
  const aboveMinor = above ?? fallback;
  if (aboveMinor === undefined || events.length === 0) return [];
  const known = new Map(events.map((event) => [event.id, event]));
  const rows = await modules.exposure.membersAbove([...known.keys()], aboveMinor, membersMax);
  const names = await modules.office.names({ operators: [], members: rows.map(({ memberId }) => memberId) });
  return rows.map(({ memberId, eventId, liabilityMinor }): RiskAlert => {
    const event = known.get(eventId);
    return {
      ...capUse(
        { scope: 'member', usedMinor: liabilityMinor },
        { caps: modules.exposure.caps, currency: modules.currency },
      ),
      member: memberName(names, memberId),
      event: event === undefined ? undefined : riskEvent(event),
    };
  });
};

/** The calls of the office that read exposure. */
export const officeRiskHandlers = (
  modules: RiskModules,
): Pick<Handlers, 'officeExposureEvent' | 'officeExposureList'> => {
  const { exposure, board, currency, timeZone } = modules;
  const { caps, capsOf } = modules.exposure;
  const { scale } = modules.currency;

  return {
    officeExposureEvent: async ({ id, ht: text }) => {
      const event = isId(id) ? (await board.lookup([id.toLowerCase()])).get(id.toLowerCase()) : undefined;
      const [heat] = event === undefined ? [] : await exposure.heatMaps([event.id]);
      if (event === undefined || heat === undefined) throw new Refused('not_found');
      const ht = text === undefined ? undefined : scoreOf(text);
      const [half] = ht === undefined ? [] : await exposure.heatMaps([event.id], { ht });
      return exposureToWire(event, heat, {
        caps: capsOf(event),
        currency,
        memberMinor: await exposure.mostOfMembers(event.id),
        at: ht === undefined ? undefined : { ht, cells: half?.cells ?? [] },
      });
    },
    officeExposureList: async ({ memberAbove, ...input }) => {
      const { page, slice } = pageOf(input);
      const above = memberAbove === undefined ? undefined : parseAmount(memberAbove, scale);
      if (memberAbove !== undefined && above === undefined) {
        throw new Refused('validation', { rules: { memberAbove: 'amount' } });
      }
      const all = await readAll(modules);
      const members = await memberAlerts(
        modules,
        all.map(({ event }) => event),
        above,
      );
      return {
        list: all.slice(slice.offset, slice.offset + slice.limit).map(({ event, heat }) => {
          const { percent } = capUse(
            { scope: 'event', usedMinor: heat.worstMinor },
            { caps: capsOf(event), currency },
          );
          return {
            event: riskEvent(event),
            worst: formatAmount(heat.worstMinor, scale),
            best: formatAmount(heat.bestMinor, scale),
            stake: formatAmount(stakeOf(heat), scale),
            percent,
          };
        }),
        total: all.length,
        ...page,
        ...sumsOf(all, { caps, currency, timeZone }),
        alerts: [...alertsOf(all, { caps, capsOf, currency }), ...members],
      };
    },
  };
};

const scoreOf = (text: string): Score => {
  const [home = 0, away = 0] = text.split('-').map(Number);
  return { home, away };
};
