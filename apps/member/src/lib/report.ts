import { codes } from '@touchline/contract/reasons';
import { CallError } from '@touchline/client/errors';

type Listener = () => void;
let goToRecharge: Listener | undefined;

/** Where to go soon after a call was refused for want of balance. */
export const onInsufficient = (listener: Listener): void => {
  goToRecharge = listener;
};

/**
 * Shows the message of a failed call, unless the caller shows it in its own place. Insufficient balance (code 1003) is
 * always shown, and leads to the recharge page when its message ends.
 * @param tell shows the message and gives how long it stays, milliseconds
 */
export const report = (
  error: unknown,
  { quiet, tell }: { quiet: boolean; tell: (error: unknown) => number },
): void => {
  // A call that its own page gave up needs no message.
  if (error instanceof CallError && error.reason === 'aborted') return;
  const isInsufficient = error instanceof CallError && error.code === codes.insufficient;
  if (quiet && !isInsufficient) return;
  const shownMs = tell(error);
  if (isInsufficient) setTimeout(() => goToRecharge?.(), shownMs);
};
