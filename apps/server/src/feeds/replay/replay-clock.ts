import { minuteMs } from '@touchline/contract/durations';
import { Type, type Static } from 'typebox';

/** How real time maps to replay time: at `atMs` (milliseconds since 1970) the replay was at `minute`. */
export const ReplayClock = Type.Object({
  atMs: Type.Number(),
  /** Match minutes since the first run began. */
  minute: Type.Number(),
  /** Match minutes per real minute. */
  speed: Type.Number({ exclusiveMinimum: 0 }),
});
export type ReplayClock = Static<typeof ReplayClock>;

/** Match minutes since the first run began. */
export const minuteAt = (clock: ReplayClock, nowMs: number): number =>
  clock.minute + ((nowMs - clock.atMs) * clock.speed) / minuteMs;

/** The real time of a match minute, whole milliseconds since 1970. */
export const momentOf = (clock: ReplayClock, minute: number): number =>
  Math.round(clock.atMs + ((minute - clock.minute) * minuteMs) / clock.speed);

/**
 * The clock with another speed from now on. Replay time continues without a jump: begun matches continue,
 * only upcoming kick-offs move.
 */
export const changeSpeed = (clock: ReplayClock, nowMs: number, speed: number): ReplayClock =>
  clock.speed === speed ? clock : { atMs: nowMs, minute: minuteAt(clock, nowMs), speed };
