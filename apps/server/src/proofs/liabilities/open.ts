import type { Audit } from '../../core/audit-log/audit.ts';
import type { Chain } from '../../payments/index.ts';
import type { Store } from '../../accounts/index.ts';
import { secretInDatabase, secretInFolder } from '../../core/secrets.ts';
import { originOf } from '../../core/public-log/keys.ts';
import { addHouseFact } from '../../core/public-log/facts.ts';
import type { Context, Module } from '../../core/module.ts';
import { PublicationProposals } from './publication-proposals.ts';
import { Reserves } from './reserve-service.ts';
import { liabilityHandlers } from './routes.ts';
import { Liabilities } from './service.ts';

const minuteMs = 60_000;

/** Opens the trees of what the house owes. Their secret is next to the key of the audit log. */
export const openLiabilities = async (
  { connections: { calls, background }, config, clock, log, currency }: Context,
  {
    audit,
    cashier,
    uploads,
  }: {
    audit: { write: Audit };
    cashier: { chain: Pick<Chain, 'holding'> };
    uploads: { storeIn: (folder: string) => Promise<Store> };
  },
) => {
  const secret = await (config.DATABASE_URL === undefined
    ? secretInFolder(config.DATA_DIR, 'liabilities-key')
    : secretInDatabase(calls.pool, 'liabilities-key'));
  const reserves = new Reserves({
    pool: calls.pool,
    clock,
    log,
    currency,
    audit: audit.write,
    chain: cashier.chain,
    site: () => originOf(config),
    isPlay: config.MODE === 'play',
  });
  const liabilities = new Liabilities({
    pool: calls.pool,
    background: background.pool,
    store: await uploads.storeIn('liabilities'),
    secret,
    currency: currency.code,
    clock,
    log,
    reserves: (house) => reserves.now(house),
    append: (client, { id, entry }) =>
      addHouseFact(client, { kind: 'liabilities', id, isPrivate: false, body: entry }),
  });
  const publications = new PublicationProposals({
    pool: calls.pool,
    clock,
    audit: audit.write,
    liabilities,
  });
  return {
    service: Object.assign(liabilities, { reserves, publications }),
    handlers: liabilityHandlers({ liabilities, currency }),
    routines: [{ name: 'liabilities', everyMs: minuteMs, run: () => liabilities.makeDaily() }],
  } satisfies Module;
};
