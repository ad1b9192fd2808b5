import { ALL_PARTS } from '@touchline/football/builder-parts';
import { storedParts } from '../builder/stored-parts.ts';

/** What was agreed when a bet was placed. Amounts in minor units, odds in thousandths. */
export type BetTerms = {
  id: string;
  memberId: string;
  /** Key of the entry that took the stake: that of the request, or `live:<bet>` where the bet had to wait. */
  key: string;
  /** Key of the request where the bet had to wait; null otherwise, and of bets from before it was kept. */
  requestKey: string | null;
  type: string;
  /** Winning legs of a line; for systems only. */
  k: number | null;
  lines: number;
  currency: string;
  unitMinor: bigint;
  stakeMinor: bigint;
  oddsMilli: bigint;
  potentialMinor: bigint;
  /** Expected margin of the stake, millionths. */
  marginMicro: number;
  /** Version of the published rules. */
  rules: string;
  placedAt: Date;
  legs: readonly BetLegTerms[];
};

export type BetLegTerms = {
  event: string;
  market: string;
  /** '' where the market has no line. */
  line: string;
  selection: string;
  oddsMilli: number;
  priceVersion: number;
  /** The score from which the leg counts, "1-0"; '' when it counts the whole match. */
  since: string;
  /** Of a builder, whose selection is its parts: the price of each set of them, and of each its price on the board with its version. */
  subsets?: readonly number[] | undefined;
  partOdds?: readonly number[] | undefined;
  partVersions?: readonly number[] | undefined;
};

/** The kind of a bet among receipts and entries of the log. */
export const betKind = 'bet';

/**
 * The body of a bet, which its receipt signs and its entry in the log commits to: canonical JSON (RFC 8785), in the order of
 * its keys. It is written out because placing makes one for each bet.
 */
export const betBody = (bet: BetTerms): string =>
  `{"currency":${text(bet.currency)},"id":${text(bet.id)}${bet.k === null ? '' : `,"k":${bet.k}`},"key":${text(bet.key)},` +
  `"kind":"${betKind}","legs":[${bet.legs.map(legBody).join(',')}],"lines":${bet.lines},"margin":${bet.marginMicro},` +
  `"member":${text(bet.memberId)},"odds":"${bet.oddsMilli}","placedAt":"${bet.placedAt.toISOString()}",` +
  `"potential":"${bet.potentialMinor}",${bet.requestKey === null ? '' : `"request":${text(bet.requestKey)},`}` +
  `"rules":${text(bet.rules)},"stake":"${bet.stakeMinor}","type":${text(bet.type)},"unit":"${bet.unitMinor}","v":1}`;

const legBody = (leg: BetLegTerms): string =>
  leg.subsets === undefined ? simpleBody(leg) : builderBody(leg, leg.subsets);

const simpleBody = (leg: BetLegTerms): string =>
  `{"event":${text(leg.event)},"line":${text(leg.line)},"market":${text(leg.market)},"odds":${leg.oddsMilli},` +
  `"selection":${text(leg.selection)},"since":${text(leg.since)},"version":${leg.priceVersion}}`;

/** The body of a builder lists its parts, so that anybody can grade them. */
const builderBody = (leg: BetLegTerms, subsets: readonly number[]): string => {
  const parts = storedParts(leg).map(
    ({ line = '', market, selection, since }, i) =>
      `{"line":${text(line)},"market":${text(market)},"odds":${leg.partOdds?.[i] ?? 0},"selection":${text(selection)},` +
      `"since":${text(since ? `${since.home}-${since.away}` : '')},"version":${leg.partVersions?.[i] ?? 0}}`,
  );
  return (
    `{"event":${text(leg.event)},"line":${text(leg.line)},"market":${text(leg.market)},"odds":${leg.oddsMilli},` +
    `"parts":[${parts.join(',')}],"selection":${text(ALL_PARTS)},"since":"","subsets":[${subsets.join(',')}],` +
    `"version":${leg.priceVersion}}`
  );
};

const text = (value: string): string => JSON.stringify(value);
