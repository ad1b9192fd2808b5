/** Limits of failed sign-ins. */
export type ThrottleRule = {
  /** Failures within the hour without a wait. */
  free: number;
  /** The first wait; each further failure doubles it. */
  firstWaitSeconds: number;
};

/** One account from one address: typing errors are free, guessing is not. */
export const pairRule: ThrottleRule = { free: 5, firstWaitSeconds: 30 };
/**
 * The same while many addresses fail at one account: a new address gets one try. With none, a crowd could
 * lock the member out.
 */
export const pairUnderAttackRule: ThrottleRule = { free: 1, firstWaitSeconds: 60 };
/** All accounts from one address: many people may share one, and a member known there is let through. */
export const addressRule: ThrottleRule = { free: 50, firstWaitSeconds: 60 };

/** Failures at one account within the hour, from all addresses, that count as an attack on it. */
export const attackFailures = 50;

/** No wait is longer. */
export const longestWaitSeconds = 15 * 60;
/** Failures older than this are forgotten. */
export const memorySeconds = 60 * 60;
