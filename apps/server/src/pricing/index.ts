// What other modules may use of this one.
export { type BasisTerms, basisTermsOf, shareOf, usualTerms } from './board/basis-terms.ts';
export {
  basisColumns,
  type BasisOrigin,
  type BestPrice,
  isSameBasis,
  type DatedBasis,
  readBasis,
} from './board/basis.ts';
export { Board, type BoardEvent, type BoardMarket, fedState, isInPlay, marketKey } from './board/board.ts';
export {
  idFor,
  type KeptCompetition,
  type KeptTeam,
  namesFrom,
  plainName,
  readNames,
} from './board/competition-names.ts';
export { type HeldMarket, holdMarkets, type MarketKey } from './board/held.ts';
export { countsGoalsAfter, type Hindrance, hindranceOf, hindrances } from './board/hindrance.ts';
export { type MarketRules, noShift, type OfferRule, type OfferScope, shifted } from './board/offer-rules.ts';
export { builderMarginOf, isOfferName, offerOf } from './board/offer.ts';
export { readMarkets } from './board/read-rule.ts';
export { withheldBy } from './board/stops-sql.ts';
export {
  toWireBetting,
  toWireEvent,
  toWireMarket,
  toWireName,
  toWireProgress,
  toWireTeam,
} from './board/wire.ts';
export { clockMinuteOf, fairGrid } from './fair-grid.ts';
export { Grids } from './grids.ts';
export { type MarketWrite, modelMarkets, planMarkets, type Situation, stopAll } from './market-plan.ts';
export { writeMarkets } from './market-queries.ts';
export type { RuleRow } from './offers/queries.ts';
export { Offers } from './offers/service.ts';
export type { PriceRow, PriceVersionRow } from './prices/queries.ts';
export { TraderPrices } from './prices/service.ts';
export type { StopRow } from './stops/queries.ts';
export { Stops } from './stops/service.ts';
