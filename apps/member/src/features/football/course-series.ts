import type { Incident, PriceHistory } from '@touchline/contract/shapes/football';

/** Chances of home, draw and away at a time, from 0 to 1. */
export type CourseChances = readonly [home: number, draw: number, away: number];
type Point = { atMs: number; chances: CourseChances };

/** What happened, and the chances just before and after. */
export type CourseMark = {
  incident: Incident;
  atMs: number;
  before: CourseChances | undefined;
  after: CourseChances | undefined;
};

/** The course of a match: chances over time and what happened, on one axis. */
export type MatchCourse = {
  fromMs: number;
  untilMs: number;
  points: readonly Point[];
  marks: readonly CourseMark[];
};

const outcomes = ['1', 'X', '2'];
/** How much of the time before kick-off is shown, milliseconds. */
const leadMs = 30 * 60_000;

/** Chances by the prices of one time, the margin taken out in proportion; nothing while a price is missing. */
const chancesOf = (odds: readonly (string | null)[]): CourseChances | undefined => {
  const raw = odds.map((price) => (price === null ? 0 : 1 / Number(price)));
  const [home = 0, draw = 0, away = 0] = raw;
  const sum = home + draw + away;
  return home > 0 && draw > 0 && away > 0 ? [home / sum, draw / sum, away / sum] : undefined;
};

/**
 * Puts the prices of the match result and what happened in the match on one axis.
 * @param untilMs the right edge, milliseconds since 1970
 * @returns undefined while there are too few prices to draw
 */
export const courseOf = (
  { selections, list }: PriceHistory,
  { incidents, kickOff, untilMs }: { incidents: readonly Incident[]; kickOff: string; untilMs: number },
): MatchCourse | undefined => {
  const places = outcomes.map((outcome) => selections.indexOf(outcome));
  const all = list.flatMap(({ at, odds }): Point[] => {
    const chances = chancesOf(places.map((place) => odds[place] ?? null));
    return chances === undefined ? [] : [{ atMs: Date.parse(at), chances }];
  });
  const [first] = all;
  const last = all.at(-1);
  if (first === undefined || last === undefined || all.length < 2) return undefined;
  const endMs = Math.max(
    last.atMs,
    Math.min(untilMs, incidents.findLast(({ kind }) => kind === 'full_time') ? last.atMs : untilMs),
  );
  const fromMs = Math.min(Math.max(first.atMs, Date.parse(kickOff) - leadMs), last.atMs);
  // The axis begins with the price that was valid at that time.
  const held = all.findLast(({ atMs }) => atMs <= fromMs);
  const points = [
    ...(held === undefined ? [] : [{ ...held, atMs: fromMs }]),
    ...all.filter(({ atMs }) => atMs > fromMs),
  ];
  const marks = incidents
    .map((incident): CourseMark => {
      const atMs = Date.parse(incident.at);
      return {
        incident,
        atMs,
        before: points.findLast((point) => point.atMs < atMs)?.chances,
        after: points.find((point) => point.atMs >= atMs)?.chances,
      };
    })
    .filter(({ atMs }) => atMs >= fromMs && atMs <= endMs);
  return { fromMs, untilMs: endMs, points, marks };
};

/** The place of a time on the axis, from 0 to 1. */
export const placeOf = ({ fromMs, untilMs }: Pick<MatchCourse, 'fromMs' | 'untilMs'>, atMs: number): number =>
  Math.min(1, Math.max(0, (atMs - fromMs) / Math.max(1, untilMs - fromMs)));

const figure = (share: number): string => String(Number(share.toFixed(4)));

/** One outcome's chances as steps in a box of 1 × 1, certainty at its top. @param nth 0 home, 1 draw, 2 away */
export const pathOf = (course: MatchCourse, nth: 0 | 1 | 2): string =>
  course.points
    .map(({ atMs, chances }, at) => {
      const [x, y] = [figure(placeOf(course, atMs)), figure(1 - chances[nth])];
      return at === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    })
    .concat('H1')
    .join('');
