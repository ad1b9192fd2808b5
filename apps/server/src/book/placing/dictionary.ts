import { plainArray } from '../../platform/plain-array.ts';
import type { StruckLeg } from './domain.ts';

/**
 * The legs of a batch as the placing statement takes them: each distinct leg once, in ten columns, and for each leg of
 * each bet the place of its bet, its number there, and the place of its leg among the distinct ones. Places count from 1.
 * `leases` are those of the distinct legs.
 * @param bets the legs of each bet of the batch, none for a bet that is refused; and the leases under which it may be
 *   written, none where there are no caps
 */
export const dictionaryOf = (
  bets: readonly {
    legs: readonly StruckLeg[];
    leaseOf?: ((eventId: string) => string) | undefined;
  }[],
): { columns: unknown[]; leases: (string | null)[] } => {
  const places = new Map<string, number>();
  const distinct: StruckLeg[] = [];
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
  const column = <T>(pick: (leg: StruckLeg) => T): T[] => distinct.map(pick);
  const columns = [
    column((leg) => leg.event.id),
    column((leg) => leg.event.state),
    column((leg) => leg.started),
    column((leg) => leg.market.market),
    column((leg) => leg.market.line),
    column((leg) => leg.market.version),
    column((leg) => leg.line),
    column((leg) => leg.selection),
    column((leg) => leg.oddsMilli),
    column((leg) => leg.since),
    plainArray(bet),
    plainArray(n),
    plainArray(place),
  ];
  return { columns, leases };
};

/** Two bets of one batch may have been judged by different pictures of an event: what is checked is part of the name. */
const nameOf = ({ event, market, selection, since, started }: StruckLeg): string =>
  `${event.id}${event.state}${started} ${market.market} ${market.line} ${market.version} ${selection} ${since}`;
