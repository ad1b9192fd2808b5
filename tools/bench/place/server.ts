import { startSite } from '@touchline/server/tools/site';
import { emptyPost } from './empty-post.ts';
import { placePerBet } from './per-bet.ts';

// One server of the comparison in a separate process: node server.ts VARIANT. Sends its port to the parent.
const [, , variant] = process.argv;

/** Caps that are kept as always, but never reached by any number of bets. */
const cap = '100000000000.00';
const caps = {
  EXPOSURE_CAP_SITE: cap,
  EXPOSURE_CAP_COMPETITION: cap,
  EXPOSURE_CAP_EVENT: cap,
  EXPOSURE_CAP_MARKET: cap,
  EXPOSURE_CAP_SELECTION: cap,
  EXPOSURE_CAP_MEMBER: cap,
};

const whole = (): Promise<number> =>
  startSite(
    { ...caps, ...process.env },
    {
      isUnsigned: variant === 'unsigned',
      ...(variant === 'per-bet' && {
        replaceHandlers: (handlers, { pool }) => ({ ...handlers, orderAdd: placePerBet(pool) }),
      }),
    },
  );

process.send?.(await (variant === 'empty' || variant === 'tiny' ? emptyPost(variant) : whole()));
