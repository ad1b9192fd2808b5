/** What a team did, in the order in which it is shown, with the text of each figure. */
export const figureRows = [
  { key: 'won', text: 'football.won' },
  { key: 'drawn', text: 'football.drawn' },
  { key: 'lost', text: 'football.lost' },
  { key: 'goalsFor', text: 'football.scored' },
  { key: 'goalsAgainst', text: 'football.conceded' },
  { key: 'cleanSheets', text: 'football.cleanSheets' },
  { key: 'withoutGoal', text: 'football.withoutGoal' },
  { key: 'bothScored', text: 'football.bothScored' },
  { key: 'over25', text: 'football.over25' },
] as const;
