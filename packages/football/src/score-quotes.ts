/** The scores of a square quoted grid, home goals first: "0-0", "0-1" … up to `highest` goals a side. */
export function quotedScores(highest: number): string[] {
  const goals = Array.from({ length: highest + 1 }, (_, index) => index);
  return goals.flatMap((home) => goals.map((away) => `${home}-${away}`));
}
