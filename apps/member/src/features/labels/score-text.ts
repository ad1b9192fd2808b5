/** A score as printed: "2–1", home first. */
export const scoreText = (score: { home: number; away: number }): string => `${score.home}–${score.away}`;
