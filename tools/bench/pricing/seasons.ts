/** Constants are fitted on seasons with an odd first year only, so that those with an even one can judge them. */
export const isFitted = (season: string): boolean => Number(season.slice(0, 4)) % 2 === 1;

/** Both halves of what may be judged, by name. */
export const halvesOf = <Of extends { match: { season: string } }>(
  all: readonly Of[],
): { half: 'judged' | 'fitted'; of: Of[] }[] => [
  { half: 'judged', of: all.filter(({ match }) => !isFitted(match.season)) },
  { half: 'fitted', of: all.filter(({ match }) => isFitted(match.season)) },
];

/** "2016-17, 2018-19": the seasons that occur. */
export const seasonsOf = (all: readonly { match: { season: string } }[]): string =>
  [...new Set(all.map(({ match }) => match.season))].toSorted().join(', ');
