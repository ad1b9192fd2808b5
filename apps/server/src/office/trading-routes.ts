import { limits } from '@touchline/contract/limits';
import type { officeTradingRoutes } from '@touchline/contract/routes/office-trading';
import type { Output } from '@touchline/contract/routes';
import type { Actor } from '@touchline/contract/shapes/office-trading';
import type { Currency } from '@touchline/money/currency';
import { type BasisTerms, marketKey, type StopRow } from '../pricing/index.ts';
import { operatorActor, operatorIdOf } from '../catalogue/index.ts';
import {
  type Beside,
  type Telling,
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
import { decisionHandlers, type TradingModules } from './trading-decisions.ts';
import { priceHandlers } from './trading-prices.ts';
import { sliceOf } from '../core/pages.ts';

type OfficeTradingName = keyof typeof officeTradingRoutes;

const stoppers = (stops: readonly StopRow[]): (string | null)[] =>
  stops.flatMap((stop) => [stop.stopped_by, stop.opened_by]);

type TradingOffice = TradingModules & {
  office: Office;
  currency: Currency;
  terms: BasisTerms;
};

const telling = async (modules: TradingOffice, who: readonly (string | null)[]): Promise<Telling> => {
  const ids = who.map((one) => (one === null ? undefined : operatorIdOf(one)));
  const operators = ids.filter((id) => id !== undefined);
  const names = await modules.office.names({ operators, members: [] });
  const actor = (one: string): Actor => {
    const id = operatorIdOf(one);
    return id === undefined ? { name: one } : { id, name: names.operators.get(id)?.account ?? '' };
  };
  return { actor, currency: modules.currency, terms: modules.terms };
};

const detail = async (modules: TradingOffice, id: string): Promise<Output<'officeEventDetail'>> => {
  const found = await modules.desk.detail(id);
  const stops = await modules.events.stops.inForce([id]);
  const prices = await modules.events.prices.inForce(id);
  const who = [...whoOf(found), ...stoppers(stops), ...prices.map((price) => price.set_by)];
  const models = modules.events.prices.model(found.event);
  const model: Beside['model'] = ({ market, line }) => models.get(marketKey(market, line))?.oddsMilli;
  const againstBasis = modules.events.offers.againstBasis(found.event);
  return toDetail(found, { stops, prices, model, againstBasis }, await telling(modules, who));
};

const stopToWire = async (modules: TradingOffice, stop: StopRow) =>
  toStop(stop, await telling(modules, stoppers([stop])));

const aboutStop = ({ event_id: eventId, market, line, id }: StopRow, reason: string) => ({
  subject:
    eventId === null ? ({ kind: 'book', id: 'all' } as const) : ({ kind: 'event', id: eventId } as const),
  detail: { stop: id, market, line, reason },
});

const stopHandlers = (
  modules: TradingOffice,
): Pick<Handlers, 'officeStopList' | 'officeSuspend' | 'officeOpen'> => {
  const { desk, events, office } = modules;

  return {
    officeStopList: async ({ past = false, page = 1, limit = limits.listLimitDefault }) => {
      const { rows, total } = await events.stops.page(!past, sliceOf({ page, limit }));
      const told = await telling(modules, stoppers(rows));
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
      return stopToWire(modules, stop);
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
      return stopToWire(modules, stop);
    },
  };
};

/** The calls of the office about matches, each change with its line of the audit log in the same transaction. */
export const officeTradingHandlers = (modules: TradingOffice): Pick<Handlers, OfficeTradingName> => {
  const { desk, events, office } = modules;
  const shared = {
    ...modules,
    telling: (who: readonly (string | null)[]) => telling(modules, who),
    detail: (id: string) => detail(modules, id),
  };

  return {
    officeEventList: async ({ page = 1, limit = limits.listLimitDefault, ...filter }, { lan }) => {
      const { list, total } = await desk.list(filter, { lan, page, limit });
      const stops = await events.stops.inForce(list.map(({ event }) => event.id));
      const told = await telling(modules, stoppers(stops));
      const competitions = await desk.competitions();
      return { list: list.map((one) => toOfficeEvent(one, stops, told)), total, page, limit, competitions };
    },
    officeEventDetail: ({ id }) => detail(modules, id),

    ...stopHandlers(modules),
    ...priceHandlers(shared),
    ...decisionHandlers(shared),

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
      return toRun(await desk.run(event), await telling(modules, []));
    },
  };
};
