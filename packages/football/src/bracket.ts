/** A knock-out match as it was played, by its number in the tournament. */
export type KnockOut = { no: number; stage: string; home: string; away: string };

/** Where a side of a knock-out match comes from: an earlier one, won or lost; undefined from outside the bracket. */
export type Feeder = { no: number; takes: 'winner' | 'loser' } | undefined;

/** A place of the bracket. Which matches feed it is fixed before the first one is played, and does not depend on winners. */
export type BracketPlace = { no: number; stage: string; home: Feeder; away: Feeder };

/** A stage and its places in the order in which they are drawn: those that feed one match are side by side. */
export type KnockOutStage = { stage: string; places: BracketPlace[] };

const isThirdPlace = ({ stage }: Pick<KnockOut, 'stage'>): boolean => /third/i.test(stage);

/**
 * The bracket of a tournament, read from a record of all its knock-out matches.
 * @param matches in the order in which they were played
 * @returns stages from the first to the last
 */
export const bracketOf = (matches: readonly KnockOut[]): KnockOutStage[] => {
  const before = new Map<string, number>();
  const places = new Map<number, BracketPlace>();
  for (const match of matches) {
    const takes = isThirdPlace(match) ? 'loser' : 'winner';
    const feeder = (team: string): Feeder => {
      const no = before.get(team);
      return no === undefined ? undefined : { no, takes };
    };
    const { no, stage, home, away } = match;
    places.set(no, { no, stage, home: feeder(home), away: feeder(away) });
    for (const team of [home, away]) before.set(team, no);
  }
  const drawn = new Set<number>();
  const draw = (no: number | undefined): void => {
    const place = no === undefined ? undefined : places.get(no);
    if (place === undefined || drawn.has(place.no)) return;
    for (const side of [place.home, place.away]) if (side?.takes === 'winner') draw(side.no);
    drawn.add(place.no);
  };
  // From the final back; what it does not lead to, as the match for third place, follows.
  for (const { no } of matches.toReversed()) if (!isThirdPlace(places.get(no) ?? { stage: '' })) draw(no);
  for (const { no } of matches) drawn.add(no);
  const order = [...drawn];
  return [...Map.groupBy(places.values(), ({ stage }) => stage)].map(([stage, ofStage]) => ({
    stage,
    places: ofStage.toSorted((a, b) => order.indexOf(a.no) - order.indexOf(b.no)),
  }));
};
