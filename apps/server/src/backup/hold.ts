import { openDatabase } from '../platform/database.ts';
import { prepareDatabase, type DatabaseUrls } from '../platform/prepare.ts';

/**
 * Holds all payouts of a restored database until an operator has compared the lists of the rails: what they paid after `since` is
 * not in it. The schema is brought up to date before, as a start of the server does.
 */
export const holdPayouts = async (urls: DatabaseUrls, since: Date): Promise<void> => {
  await prepareDatabase(urls);
  const database = openDatabase(urls.ownerUrl ?? urls.url, 1, () => undefined);
  try {
    await database.pool.query(
      `insert into payout_hold (reason, since, at) values ('restored', $1, site_clock())
       on conflict ((released_at is null)) where released_at is null
       do update set reason = excluded.reason, since = least(payout_hold.since, excluded.since)`,
      [since],
    );
  } finally {
    await database.close();
  }
};
