import type { NamedCompetition } from '@touchline/contract/shapes/football';
import type { Output } from '@touchline/contract/routes';
import type { MarketRule, OfferRuleLine, OfferVersion } from '@touchline/contract/shapes/office-offers';
import type { Actor } from '@touchline/contract/shapes/office-trading';
import { formatOdds } from '@touchline/money/odds';
import {
  isOfferName,
  type MarketRules,
  type Offers,
  readMarkets,
  type RuleRow,
  toWireEvent,
} from '../pricing/index.ts';
import { Refused } from '../core/refusal.ts';

type Sheet = Awaited<ReturnType<Offers['sheet']>>;
type Preview = Awaited<ReturnType<Offers['preview']>>;
type Tell = (who: string) => Actor;

/** Reads rules of markets from the wire. @throws Refused `validation` for an unknown or repeated market */
export const toRules = (told: readonly MarketRule[]): MarketRules => {
  const names = told.map(({ market }) => market);
  if (new Set(names).size < names.length || !names.every(isOfferName)) {
    throw new Refused('validation', { rules: { markets: 'choice' } });
  }
  return Object.fromEntries(
    told
      .filter(({ marginBp, offered }) => marginBp !== undefined || offered !== undefined)
      .map(({ market, ...rule }) => [market, rule]),
  );
};

const toMarketRules = (rules: MarketRules): MarketRule[] =>
  Object.entries(rules).map(([market, { marginBp, offered }]) => ({
    market,
    marginBp,
    offered,
  }));

const shiftOf = (row: RuleRow) => ({ homeBp: row.home_shift_bp, awayBp: row.away_shift_bp });
const savedOf = (row: RuleRow, tell: Tell) => ({
  by: tell(row.saved_by),
  at: row.saved_at.toISOString(),
  reason: row.why,
});

export const toSheet = (
  { scope, id }: { scope: 'site' | 'competition' | 'event'; id: string },
  { event, rule, row, matches, wider, offers }: Sheet,
  of: { tell: Tell; competition: NamedCompetition | undefined },
): Output<'officeOfferDetail'> => ({
  scope,
  id: id !== '' ? id : undefined,
  competition: of.competition ? of.competition : undefined,
  event: event ? toWireEvent(event) : undefined,
  version: rule.version,
  markets: offers.map((offer, index) => ({
    ...offer,
    wider: {
      marginBp: wider[index]?.marginBp ?? offer.marginBp,
      offered: wider[index]?.offered ?? offer.offered,
    },
  })),
  rules: toMarketRules(rule.markets),
  shift: rule.shift,
  goals: event?.means
    ? { home: event.means.homeMean.toFixed(2), away: event.means.awayMean.toFixed(2) }
    : undefined,
  matches,
  saved: row ? savedOf(row, of.tell) : undefined,
});

export const toVersionLine = (row: RuleRow, tell: Tell): OfferVersion => ({
  version: row.version,
  rules: toMarketRules(readMarkets(row.markets)),
  shift: shiftOf(row),
  ...savedOf(row, tell),
});

/** A rule in the list of rules. */
export const toLine = (
  row: RuleRow,
  of: Pick<OfferRuleLine, 'competition' | 'match'>,
  tell: Tell,
): OfferRuleLine => {
  const rules = Object.values(readMarkets(row.markets));
  return {
    scope: row.scope,
    id: row.scope_id !== '' ? row.scope_id : undefined,
    ...of,
    version: row.version,
    margins: rules.filter(({ marginBp }) => marginBp !== undefined).length,
    off: rules.filter(({ offered }) => offered === false).length,
    shift: shiftOf(row),
    ...savedOf(row, tell),
  };
};

const side = (of: { oddsMilli: readonly number[]; marginBp: number }) => ({
  odds: of.oddsMilli.map((odds) => (odds === 0 ? null : formatOdds(odds))),
  margin: (of.marginBp / 100).toFixed(2),
});

/** @param held keys of markets whose prices a trader has fixed */
export const toPreview = (
  { matches, large, sample, effects }: Preview,
  held: (market: string, line: string) => boolean,
): Output<'officeOfferPreview'> => ({
  matches,
  large,
  event: sample ? toWireEvent(sample) : undefined,
  markets: effects.flatMap(({ before, after }) => {
    const one = before ?? after;
    if (one === undefined) return [];
    const isHeld = held(one.market, one.line);
    const then = isHeld && before !== undefined && after !== undefined ? before : after;
    return [
      {
        market: one.market,
        line: one.line !== '' ? one.line : undefined,
        selections: [...one.selections],
        before: before ? side(before) : undefined,
        after: then ? side(then) : undefined,
        held: isHeld,
      },
    ];
  }),
});
