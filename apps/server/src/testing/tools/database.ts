// The files of this folder are what tools use of the server, as `@touchline/server/tools/…`; a process loads those it needs.
import { placingName, settlementName } from '../../core/database/transaction.ts';

export { openDatabase, steadyPlans, type Database } from '../../core/database/database.ts';
export { transaction } from '../../core/database/transaction.ts';
export { newId, shardOf } from '../../core/ids.ts';

/** The connections of a server that write bets, as PostgreSQL lists them. */
export const connectionNames = { placing: placingName, settlement: settlementName };
