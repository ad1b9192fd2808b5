import { placingName } from './book/placing/statement.ts';
import { settlementName } from './book/settlement/quiet.ts';
import type { Config } from './platform/config.ts';
import { openDatabase, steadyPlans, type Database } from './platform/database.ts';
import type { Log } from './platform/log.ts';

/** Two runs at once, with two connections each. */
const settlementConnections = 4;

/** Connections of their own for those who must not wait for others; their plans are made once. */
export type Connections = {
  /** Of the cashier: planning the ledger's statements costs more than running them. */
  money: Database;
  /** A bet waits for no other query, and settlement can see when placing is past a moment. */
  lanes: Database;
  /** Also known to settlement as placing; apart from the lanes, so that no order before kick-off waits behind one in play. */
  delayed: Database;
  /** By which settlement runs see each other. */
  runs: Database;
};

export const openConnections = (url: string, config: Config, log: Log): Connections => {
  const open = (what: string, size: number, name?: string): Database =>
    openDatabase(url, size, (error) => log.warn({ reason: error.message }, `a ${what} connection was lost`), {
      ...(name === undefined ? {} : { name }),
      settings: steadyPlans,
    });
  return {
    money: open('cashier', config.CASHIER_CONNECTIONS),
    lanes: open('placing', config.PLACING_LANES, placingName),
    delayed: open('delayed placing', 2, placingName),
    runs: open('settlement', settlementConnections, settlementName),
  };
};
