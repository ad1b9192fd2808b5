import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The folder of this checkout. */
export const ownCheckout = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Has a checkout make its own schema and seed in an empty database.
 * @param bench whose seed it is
 * @param count of members for `place`, of bets for `settle`
 * @returns the seed, as the checkout sent it
 */
export const seedByCheckout = async (
  bench: 'place' | 'settle',
  { checkout, url, count }: { checkout: string; url: string; count: number },
): Promise<unknown> => {
  const program = fileURLToPath(new URL('./checkout.mjs', import.meta.url));
  const child = fork(program, [bench, checkout, url, String(count)]);
  const [message]: unknown[] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${checkout} could not prepare its database: it ended with ${String(code)}`);
    }),
  ]);
  return message;
};
