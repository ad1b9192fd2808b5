import type { SlipState } from './slip-types.ts';
import { isAwaiting } from './ticket.ts';

/** Whether a bet is being made up or waits for its answer: nothing may come between then. */
export const isBetting = ({ open, items, combined }: SlipState): boolean =>
  open || [...items.map(({ ticket }) => ticket), ...Object.values(combined)].some(isAwaiting);
