import { readFileSync } from 'node:fs';

/** Files of a server beside its connections to clients and to the database: logs, images, pages, calls to others. */
const others = 500;

/** Reads the limit of open files from the text of /proc/self/limits; undefined where there is none. */
export const readOpenFilesMax = (limits: string): number | undefined => {
  const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
  const max = Number(soft);
  return Number.isSafeInteger(max) && max > 0 ? max : undefined;
};

/**
 * How many clients may be connected, so that enough files are left for the server itself: without one it cannot reach its database, and
 * Node cannot even read how much memory it uses.
 * @param databaseConnections of all pools
 * @returns undefined where the system does not say, as only Linux does
 */
export const clientsMax = (databaseConnections: number): number | undefined => {
  let limits: string;
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return undefined;
  }
  const max = readOpenFilesMax(limits);
  return max === undefined ? undefined : Math.max(1, max - others - databaseConnections);
};
