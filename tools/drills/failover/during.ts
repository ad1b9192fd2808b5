/**
 * Lets something happen while members bet, waits until they bet again and the cluster is whole, and notes how long they could not.
 * What it returns is done when they bet again.
 */
export type During = (what: string, happen: () => Promise<() => Promise<void>>) => Promise<void>;
