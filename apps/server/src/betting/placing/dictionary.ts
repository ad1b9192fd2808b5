import { plainArray } from '../../core/database/database.ts';
import type { PricedBuilder, PricedLeg } from './domain.ts';

/**
 * The legs of a batch as the placing statement takes them: each distinct leg once, and for each leg of each bet the place of
 * its bet, its number there, and the place of its leg among the distinct ones. Places count from 1. `lease` is that of the
 * distinct leg.
 * @param bets the legs of each bet of the batch, none for a bet that is refused; and the leases under which it may be
 *   written, none where there are no caps
 */
export const dictionaryOf = (
  bets: readonly {
    legs: readonly PricedLeg[];
    leaseOf?: ((eventId: string) => string) | undefined;
  }[],
) => {
  const places = new Map<string, number>();
  const distinct: PricedLeg[] = [];
  const leases: (string | null)[] = [];
  const [bet, n, place]: [number[], number[], number[]] = [[], [], []];
  bets.forEach(({ legs, leaseOf }, at) =>
    legs.forEach((leg, i) => {
      const lease = leaseOf?.(leg.event.id) ?? null;
      const name = `${nameOf(leg)} ${lease}`;
      let found = places.get(name);
      if (found === undefined) {
        found = distinct.push(leg);
        places.set(name, found);
        leases.push(lease);
      }
      bet.push(at + 1);
      n.push(i + 1);
      place.push(found);
    }),
  );
  const column = <T>(pick: (leg: PricedLeg) => T): T[] => distinct.map(pick);
  const isBuilt = distinct.some(({ builder }) => builder !== undefined);
  const numbers = (pick: (builder: PricedBuilder) => readonly number[]): (string | null)[] =>
    isBuilt ? column(({ builder }) => (builder ? `{${pick(builder).join(',')}}` : null)) : [];
  const parts = isBuilt
    ? distinct.flatMap(({ builder }, at) =>
        (builder?.parts ?? []).map(({ market }) => ({ of: at + 1, market })),
      )
    : [];
  return {
    event_id: column((leg) => leg.event.id),
    event_state: column((leg) => leg.event.state),
    started: column((leg) => leg.started),
    market: column((leg) => leg.market.market),
    market_line: column((leg) => leg.market.line),
    price_version: column((leg) => leg.market.version),
    line: column((leg) => leg.line),
    selection: column((leg) => leg.selection),
    leg_odds_milli: column((leg) => leg.oddsMilli),
    since: column((leg) => leg.since),
    lease: leases,
    // Shorter columns are filled up with nulls, so that batches without a builder cost nothing.
    subsets: numbers(({ subsets }) => subsets),
    part_odds: numbers((builder) => builder.parts.map(({ oddsMilli }) => oddsMilli)),
    part_versions: numbers((builder) => builder.parts.map(({ market }) => market.version)),
    part_of: parts.map(({ of }) => of),
    part_market: parts.map(({ market }) => market.market),
    part_line: parts.map(({ market }) => market.line),
    part_version: parts.map(({ market }) => market.version),
    bet: plainArray(bet),
    n: plainArray(n),
    place: plainArray(place),
  };
};

/**
 * Two bets of one batch may have been judged by different pictures of an event, so that the name includes
 * everything that is checked, and all that is written.
 */
const nameOf = ({ event, market, selection, since, started, builder }: PricedLeg): string =>
  `${event.id}${event.state}${started} ${market.market} ${market.line} ${market.version} ${selection} ${since}` +
  (builder ? ` ${builder.subsets.join()} ${builder.parts.map((part) => part.market.version).join()}` : '');
