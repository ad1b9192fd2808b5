/**
 * Something in public entries that cannot be true.
 * - `malformed`: an entry that has another form than it must
 * - `false-payouts`: totals of a match that its result does not lead to
 * - `false-day`: sums of a day that do not add up, skip a day, or do not agree with other entries
 */
export type Finding = { code: 'malformed' | 'false-payouts' | 'false-day'; detail: string };
