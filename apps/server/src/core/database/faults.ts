import pg from 'pg';

/**
 * A node of the database that cannot write: a standby, or a primary that was fenced. Carries the code that PostgreSQL
 * gives to a write on such a node.
 */
export class ReadOnlyNode extends Error {
  readonly code = '25006';
  constructor() {
    super('This node of the database cannot write');
  }
}

/** Asks whether the node can write: a standby answers reads, but takes no bet. */
export const writesText = `select not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean) as writes`;

/** No connection to the database could be made. */
class NoConnection extends Error {
  constructor(cause: Error) {
    super(`No connection to the database: ${cause.message || codeOf(cause)}`, { cause });
  }
}

/** No connection: lost (08), refused by a node that starts or stops (57P), too many (53300), a node that cannot write (25006). */
const awayStates = /^(08...|57P0[1235]|53300|25006)$/;
/** Codes of sockets and of names that could not be found. */
const awayCodes =
  /^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the driver that come without a code. */
const awayTexts = /Connection terminated|not queryable|Query read timeout|^timeout expired$/;
/** All connections of a pool are in use, or its node does not answer. */
const fullText = 'timeout exceeded when trying to connect';

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * Whether the error comes from the database and means that it is away: not reached, no answer, or cannot
 * write.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof NoConnection || awayStates.test(codeOf(error)) || awayTexts.test(error.message));

/** The same for errors of statements, where an error of the socket is the database's too. */
export const isAway = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof Error && awayCodes.test(codeOf(error)));

/** The error of a pool that could not make a connection. */
export const connectFault = (error: unknown): unknown =>
  error instanceof Error && awayCodes.test(codeOf(error)) ? new NoConnection(error) : error;

/** Whether the database was there but too slow: a time limit of a statement, of a lock, or of waiting for a connection. */
export const isSlow = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof pg.DatabaseError && /^(57014|55P03|25P0[34])$/.test(error.code ?? '')) ||
    error.message === fullText);

/**
 * Whether the machine of the database has no room or could not write (53, 58030): the statement was rolled back, and may succeed
 * once an operator has made room.
 */
export const isExhausted = (error: unknown): boolean =>
  error instanceof Error && /^(53[124]00|58030)$/.test(codeOf(error));

/**
 * Whether a failure means that the whole node is unusable: it cannot write, or it was reached and never
 * answered. A lost connection says nothing about the other connections, each of which finds out alone.
 */
export const isDeadNode = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === '25006' || error.message === 'Query read timeout');
