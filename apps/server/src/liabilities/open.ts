import { secretInDatabase, secretInFolder } from '../platform/kept-secret.ts';
import type { Ground, Room } from '../platform/room.ts';
import type { Store } from '../uploads/store/store.ts';
import { issuedIn } from './reserves.ts';
import { liabilityHandlers } from './routes.ts';
import { createLiabilities } from './service.ts';

const minuteMs = 60_000;

/** Opens the trees of what the house owes. Their secret is beside the key of the audit log. */
export const openLiabilities = async (
  { connections: { calls, background }, config, clock, log, currency }: Ground,
  { uploads }: { uploads: { storeIn: (folder: string) => Promise<Store> } },
) => {
  const secret = await (config.DATABASE_URL === undefined
    ? secretInFolder(config.DATA_DIR, 'liabilities-key')
    : secretInDatabase(calls.pool, 'liabilities-key'));
  const liabilities = createLiabilities({
    pool: calls.pool,
    groups: background.groups,
    store: await uploads.storeIn('liabilities'),
    secret,
    currency: currency.code,
    clock,
    log,
    reserves: (house) => Promise.resolve(issuedIn(house)),
    append: () => Promise.resolve(),
  });
  return {
    service: liabilities,
    handlers: liabilityHandlers({ liabilities, currency }),
    routines: [{ name: 'liabilities', everyMs: minuteMs, run: liabilities.makeDaily }],
  } satisfies Room;
};
