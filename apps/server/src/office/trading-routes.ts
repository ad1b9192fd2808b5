import { limits } from '@touchline/contract/limits';
import type { officeTradingRoutes } from '@touchline/contract/routes/office-trading';
import type { Actor } from '@touchline/contract/shapes/office-trading';
import type { Currency } from '@touchline/money/currency';
import { type BasisTerms, marketKey, type StopRow } from '../pricing/index.ts';
import { operatorActor, operatorIdOf } from '../catalogue/index.ts';
import {
  type Beside,
  toDetail,
  toListedStop,
  toOfficeEvent,
  toRun,
  toStop,
  whoOf,
} from '../betting/index.ts';
import type { Handlers } from '../core/handler.ts';
import { isId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import type { Office } from './service.ts';
import { decisionHandlers, type TradingDesk, type TradingModules } from './trading-decisions.ts';
import { priceHandlers } from './trading-prices.ts';
import { sliceOf } from '../core/pages.ts';

type OfficeTradingName = keyof typeof officeTradingRoutes;

const stoppers = (stops: readonly StopRow[]): (string | null)[] =>
  stops.flatMap((stop) => [stop.stopped_by, stop.opened_by]);

/** The calls of the office about matches, each change with its line of the audit log in the same transaction. */
export const officeTradingHandlers = ({
  desk,
  events,
  settlement,
  records,
  office,
  currency,
  terms,
}: TradingModules & { office: Pick<Office, 'audit' | 'names'>; currency: Currency; terms: BasisTerms }): Pick<
  Handlers,
  OfficeTradingName
> => {
  const telling: TradingDesk['telling'] = async (who) => {
    const ids = who.map((one) => (one === null ? undefined : operatorIdOf(one)));
    const operators = ids.filter((id) => id !== undefined);
    const names = await office.names({ operators, members: [] });
    const actor = (one: string): Actor => {
      const id = operatorIdOf(one);
      return id === undefined ? { name: one } : { id, name: names.operators.get(id)?.account ?? '' };
    };
    return { actor, currency, terms };
  };

  const detail: TradingDesk['detail'] = async (id) => {
    const found = await desk.detail(id);
    const stops = await events.stops.inForce([id]);
    const prices = await events.prices.inForce(id);
    const who = [...whoOf(found), ...stoppers(stops), ...prices.map((price) => price.set_by)];
    const models = events.prices.model(found.event);
    const model: Beside['model'] = ({ market, line }) => models.get(marketKey(market, line))?.oddsMilli;
    const againstBasis = events.offers.againstBasis(found.event);
    return toDetail(found, { stops, prices, model, againstBasis }, await telling(who));
  };

  const stopToWire = async (stop: StopRow) => toStop(stop, await telling(stoppers([stop])));
  const aboutStop = ({ event_id: eventId, market, line, id }: StopRow, reason: string) => ({
    subject:
      eventId === null ? ({ kind: 'book', id: 'all' } as const) : ({ kind: 'event', id: eventId } as const),
    detail: { stop: id, market, line, reason },
  });

  return {
    officeEventList: async ({ page = 1, limit = limits.listLimitDefault, ...filter }, { lan }) => {
      const { list, total } = await desk.list(filter, { lan, page, limit });
      const stops = await events.stops.inForce(list.map(({ event }) => event.id));
      const told = await telling(stoppers(stops));
      const competitions = await desk.competitions();
      return { list: list.map((one) => toOfficeEvent(one, stops, told)), total, page, limit, competitions };
    },
    officeEventDetail: ({ id }) => detail(id),

    officeStopList: async ({ past = false, page = 1, limit = limits.listLimitDefault }) => {
      const { rows, total } = await events.stops.page(!past, sliceOf({ page, limit }));
      const told = await telling(stoppers(rows));
      const teams = await desk.teams(rows.flatMap(({ event_id: id }) => (id === null ? [] : [id])));
      const list = rows.map((stop) => toListedStop(stop, teams.get(stop.event_id ?? ''), told));
      return { list, total, page, limit };
    },
    officeSuspend: async ({ event, market, line, reason }, { operator, address }) => {
      if (event !== undefined && !isId(event)) throw new Refused('not_found');
      if (event === undefined && market !== undefined) {
        throw new Refused('validation', { rules: { event: 'required' } });
      }
      const stop = await events.stops.stop(
        { eventId: event, market, line },
        {
          by: operatorActor(operator.id),
          why: reason,
          within: (client, row) =>
            office.audit(client, {
              operator,
              address,
              action: 'betting_stopped',
              ...aboutStop(row, reason),
            }),
        },
      );
      return stopToWire(stop);
    },
    officeOpen: async ({ stop: id, reason }, { operator, address }) => {
      if (!isId(id)) throw new Refused('not_found');
      const stop = await events.stops.open(id, {
        by: operatorActor(operator.id),
        why: reason,
        within: (client, row) =>
          office.audit(client, {
            operator,
            address,
            action: 'betting_opened',
            ...aboutStop(row, reason),
          }),
      });
      return stopToWire(stop);
    },

    ...priceHandlers({ desk, events, settlement, records, office, telling, detail }),
    ...decisionHandlers({ desk, events, settlement, records, office, telling, detail }),

    officeSettlementResume: async ({ event, ruling, reason }, { operator, address }) => {
      await events.decisions.resume(event, ruling, (client) =>
        office.audit(client, {
          operator,
          address,
          action: 'settlement_resumed',
          subject: { kind: 'event', id: event },
          detail: { ruling, reason },
        }),
      );
      return toRun(await desk.run(event), await telling([]));
    },
  };
};
