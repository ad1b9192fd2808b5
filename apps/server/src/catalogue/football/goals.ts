import type { Result } from '@touchline/football/score';

export type Side = 'home' | 'away';

/** A goal at its recorded minute: "45+2" is half 1, minute 45, stoppage 2. */
export type RecordedGoal = { side: Side; half: 1 | 2; minute: number; stoppage: number };

/** The minute as it is shown, "45+2". */
export const shownMinute = ({ minute, stoppage }: Pick<RecordedGoal, 'minute' | 'stoppage'>): string =>
  stoppage > 0 ? `${minute}+${stoppage}` : String(minute);

const byTime = (a: RecordedGoal, b: RecordedGoal): number =>
  a.half - b.half || a.minute - b.minute || a.stoppage - b.stoppage;

/**
 * Makes the goals agree with the score, which settles bets. Where a side has too many in one half and too few
 * in the other, the goal nearest to the break changes halves; surplus goals are left out from the end,
 * missing ones are put in the middle of their half.
 * @param result the score after 90 minutes; without `ht` the goals keep their halves
 * @returns goals in order of time, and in words the corrections
 */
export const reconcileGoals = (
  goals: readonly RecordedGoal[],
  result: Result,
): { goals: RecordedGoal[]; corrections: string[] } => {
  const corrections: string[] = [];
  const sides = (['home', 'away'] as const).flatMap((side) => {
    const own = goals.filter((goal) => goal.side === side).toSorted(byTime);
    const total = result.ft?.[side] ?? own.length;
    const before = own.filter(({ half }) => half === 1).length;
    const first = Math.min(total, result.ht?.[side] ?? before);
    return reconcileSide(own, { side, first, second: total - first }, corrections);
  });
  return { goals: sides.toSorted(byTime), corrections };
};

const reconcileSide = (
  own: readonly RecordedGoal[],
  want: { side: Side; first: number; second: number },
  corrections: string[],
): RecordedGoal[] => {
  const { side } = want;
  const first = own.filter(({ half }) => half === 1);
  const second = own.filter(({ half }) => half === 2);
  while (first.length > want.first && second.length < want.second) {
    const moved = first.pop();
    if (moved === undefined) break;
    second.unshift({ side, half: 2, minute: 46, stoppage: 0 });
    corrections.push(`goal of ${side} at ${shownMinute(moved)} replayed in minute 46`);
  }
  while (second.length > want.second && first.length < want.first) {
    const moved = second.shift();
    if (moved === undefined) break;
    first.push({ side, half: 1, minute: 45, stoppage: 0 });
    corrections.push(`goal of ${side} at ${shownMinute(moved)} replayed in minute 45`);
  }
  for (const [half, wanted, middle] of [
    [first, want.first, 23],
    [second, want.second, 68],
  ] as const) {
    for (const goal of half.splice(wanted)) {
      corrections.push(`goal of ${side} at ${shownMinute(goal)} left out`);
    }
    while (half.length < wanted) {
      half.push({ side, half: middle === 23 ? 1 : 2, minute: middle, stoppage: 0 });
      corrections.push(`goal of ${side} added in minute ${middle}`);
    }
  }
  return [...first, ...second];
};
