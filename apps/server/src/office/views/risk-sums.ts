import { type BoardEvent, toWireName } from '../../pricing/index.ts';
import type { Caps, EventHeat } from '../../betting/index.ts';
import type { ExposureList, RiskAlert } from '@touchline/contract/shapes/office-views';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { localTime } from '../../core/local-time.ts';
import { capUse, isNear } from './caps.ts';
import { riskEvent, stakeOf, toWireSelection } from './risk-wire.ts';

/** A match and the exposure of the house to it. */
export type AtRisk = { event: BoardEvent; heat: EventHeat };

type Terms = { caps: Caps; currency: Currency };
type OwnCaps = { capsOf: (event: BoardEvent) => Caps };

/** The sum of worst cases of matches, none below 0, as the caps of site and competition count them. */
const sumOf = (part: readonly AtRisk[], { scale }: Currency) => ({
  worst: formatAmount(worstOf(part), scale),
  stake: formatAmount(
    part.reduce((sum, { heat }) => sum + stakeOf(heat), 0n),
    scale,
  ),
  events: part.length,
});

const worstOf = (part: readonly AtRisk[]): bigint =>
  part.reduce((sum, { heat }) => sum + heat.worstMinor, 0n);

const byCompetition = (all: readonly AtRisk[]) =>
  [...Map.groupBy(all, ({ event }) => event.competition.id).values()].flatMap((part) => {
    const [first] = part;
    if (first === undefined) return [];
    return [{ competition: toWireName(first.event.competition), part, worstMinor: worstOf(part) }];
  });

/** The matches summed by day of the site, by competition, and all of them. */
export const sumsOf = (
  all: readonly AtRisk[],
  { timeZone, ...terms }: Terms & { timeZone: string },
): Pick<ExposureList, 'site' | 'days' | 'competitions'> => ({
  site: capUse({ scope: 'site', usedMinor: worstOf(all) }, terms),
  days: [...Map.groupBy(all, ({ event }) => localTime(event.kickOff, timeZone).date)]
    .map(([day, part]) => ({ day, ...sumOf(part, terms.currency) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  competitions: byCompetition(all)
    .toSorted((a, b) => (a.worstMinor > b.worstMinor ? -1 : 1))
    .map(({ competition, part, worstMinor }) => ({
      competition,
      ...sumOf(part, terms.currency),
      cap: capUse({ scope: 'competition', usedMinor: worstMinor }, terms),
    })),
});

/** All caps that are used by more than 80 %, except those of members. */
export const alertsOf = (all: readonly AtRisk[], { capsOf, ...terms }: Terms & OwnCaps): RiskAlert[] => {
  const { caps, currency } = terms;
  type What = Omit<RiskAlert, 'scope' | 'used'>;
  const nearIn = (of: Caps) => (scope: RiskAlert['scope'], usedMinor: bigint, what: What) =>
    isNear(usedMinor, of[scope])
      ? [{ ...capUse({ scope, usedMinor }, { caps: of, currency }), ...what }]
      : [];
  const near = nearIn(caps);
  return [
    ...near('site', worstOf(all), {}),
    ...byCompetition(all).flatMap(({ competition, worstMinor }) =>
      near('competition', worstMinor, { competition }),
    ),
    ...all.flatMap(({ event: match, heat }) => {
      const event = riskEvent(match);
      const near = nearIn(capsOf(match));
      const markets = heat.markets.flatMap(({ market, line, worstMinor, selections }) => [
        ...near('market', worstMinor, { event, market, line: line === '' ? undefined : line }),
        ...selections.flatMap(({ selection, line: own, costMinor }) =>
          near('selection', costMinor, {
            event,
            market,
            line: own === '' ? undefined : own,
            ...toWireSelection({ market, selection }),
          }),
        ),
      ]);
      return [...near('event', heat.worstMinor, { event }), ...markets];
    }),
  ];
};
