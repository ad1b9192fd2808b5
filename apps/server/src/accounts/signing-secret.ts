import type { Queryable } from '../core/database/database.ts';
import { secretInDatabase, secretInFolder } from '../core/secrets.ts';

/**
 * The secret that signs tokens, in the data folder and readable by the server alone; made at the first start.
 * @param folder the data folder
 */
export const secretFromFolder = (folder: string): Promise<Uint8Array> =>
  secretInFolder(folder, 'signing-secret');

/** The same secret for several processes that share a database: the first one makes it. */
export const secretFromDatabase = (pool: Queryable): Promise<Uint8Array> => secretInDatabase(pool, 'signing');
