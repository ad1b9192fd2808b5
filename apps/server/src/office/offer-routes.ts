import { limits } from '@touchline/contract/limits';
import type { officeOfferRoutes } from '@touchline/contract/routes/office-offers';
import type { Actor } from '@touchline/contract/shapes/office-trading';
import { type Events, operatorActor, operatorIdOf } from '../catalogue/index.ts';
import { noShift, type OfferRule, type OfferScope, toWireName } from '../pricing/index.ts';
import type { Handlers } from '../core/handler.ts';
import { toLine, toPreview, toRules, toSheet, toVersionLine } from './offer-wire.ts';
import type { Office } from './service.ts';
import { pageOfList, sliceOf } from '../core/pages.ts';

type Name = Exclude<keyof typeof officeOfferRoutes, 'officeCompetitionList'>;

const scopeOf = ({ scope, id = '' }: { scope: OfferScope['scope']; id?: string }): OfferScope => ({
  scope,
  id,
});

/** A rule as the audit log shows it. */
const facts = ({ markets, shift }: Pick<OfferRule, 'markets' | 'shift'>) => ({
  markets: Object.entries(markets).map(
    ([market, { marginBp, offered }]) =>
      `${market}${marginBp === undefined ? '' : ` ${(marginBp / 100).toFixed(2)} %`}${offered === undefined ? '' : offered ? ' on' : ' off'}`,
  ),
  homeShiftBp: shift.homeBp === 0 ? undefined : shift.homeBp,
  awayShiftBp: shift.awayBp === 0 ? undefined : shift.awayBp,
});

type OfferModules = {
  events: Events;
  office: Office;
};

const telling = async (modules: OfferModules, who: readonly string[]): Promise<(one: string) => Actor> => {
  const ids = who.map(operatorIdOf).filter((id) => id !== undefined);
  const names = await modules.office.names({ operators: ids, members: [] });
  return (one) => {
    const id = operatorIdOf(one);
    return id === undefined ? { name: one } : { id, name: names.operators.get(id)?.account ?? '' };
  };
};

const competition = async (modules: OfferModules, id: string) => {
  return (await modules.events.kept.competitionNames()).find((one) => one.id === id);
};

const sheet = async (modules: OfferModules, at: OfferScope) => {
  const found = await modules.events.offers.sheet(at);
  return toSheet(at, found, {
    tell: await telling(modules, found.row ? [found.row.saved_by] : []),
    competition:
      at.scope === 'site' ? undefined : await competition(modules, found.event?.competition.id ?? at.id),
  });
};

/** The calls about what is offered and with which margins. */
export const officeOfferHandlers = (modules: OfferModules): Pick<Handlers, Name> => {
  const { offers, prices, kept } = modules.events;
  const { office } = modules;

  return {
    officeOfferList: async ({ page = 1, limit = limits.listLimitDefault }) => {
      const [wide, ruled, all] = await Promise.all([
        offers.wideRules(),
        offers.ruledEvents(),
        kept.competitionNames(),
      ]);
      const tell = await telling(
        modules,
        [...wide, ...ruled.map(({ row }) => row)].map((row) => row.saved_by),
      );
      const lines = [
        ...wide.map((row) => {
          const of = all.find(({ id }) => row.scope === 'competition' && id === row.scope_id);
          return toLine(row, of ? { competition: of } : {}, tell);
        }),
        ...ruled.map(({ row, event }) => {
          const { home, away, kickOff, competition: cup } = event;
          const match = { home, away, kickOff: kickOff.toISOString() };
          return toLine(row, { competition: toWireName(cup), match }, tell);
        }),
      ];
      return pageOfList(lines, { page, limit });
    },
    officeOfferDetail: (input) => sheet(modules, scopeOf(input)),
    officeOfferPreview: async ({ markets, shift = noShift, ...of }) => {
      const preview = await offers.preview(scopeOf(of), { markets: toRules(markets), shift });
      const fixed = preview.sample ? await prices.inForce(preview.sample.id) : [];
      return toPreview(preview, (market, line) =>
        fixed.some((price) => price.market === market && price.line === line),
      );
    },
    officeOfferSave: async (input, { operator, address }) => {
      const at = scopeOf(input);
      const { version, markets, shift = noShift, sure = false, reason } = input;
      const draft = { markets: toRules(markets), shift };
      await offers.save(at, draft, {
        version,
        isSure: sure,
        by: operatorActor(operator.id),
        why: reason,
        within: (client, before) =>
          office.audit(client, {
            operator,
            address,
            action: 'offer_saved',
            reason,
            subject:
              at.scope === 'event' ? { kind: 'event', id: at.id } : { kind: 'offer', id: at.id || 'site' },
            detail: { scope: at.scope, version: version + 1 },
            before: facts(before),
            after: facts(draft),
          }),
      });
      return sheet(modules, at);
    },
    officeOfferHistory: async ({ page = 1, limit = limits.listLimitDefault, ...of }) => {
      const { rows, total } = await offers.history(scopeOf(of), sliceOf({ page, limit }));
      const tell = await telling(
        modules,
        rows.map((row) => row.saved_by),
      );
      return { list: rows.map((row) => toVersionLine(row, tell)), total, page, limit };
    },
  };
};
