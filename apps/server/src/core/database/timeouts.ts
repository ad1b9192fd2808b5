/** How long a connection may work and wait, milliseconds. PostgreSQL enforces the first three, the server the others. */
export type Patience = {
  /** One statement. */
  statementMs: number;
  /** Waiting for a lock that another transaction holds. */
  lockMs: number;
  /** A transaction that is open and asks nothing: its process has stalled or gone, and its locks hold others up. */
  idleInTransactionMs: number;
  /** Until an answer has come: longer than a statement may take, so that only a node that is gone or frozen meets it. */
  answerMs: number;
  /** Until a connection is there: for one to become free, or to be made. */
  connectionMs: number;
};

/** The limits for a machine that is `factor` times as slow as a server's. */
export const slowed = (of: Patience, factor: number): Patience => ({
  statementMs: of.statementMs * factor,
  lockMs: of.lockMs * factor,
  idleInTransactionMs: of.idleInTransactionMs * factor,
  answerMs: of.answerMs * factor,
  connectionMs: of.connectionMs * factor,
});

/**
 * The patience of each purpose. People's calls are short: `unavailable` within seconds is better than an
 * answer after a minute. Sums of many rows are made in the background, where no caller waits.
 */
export const patience = {
  /** Calls of members and operators, the cashier, and what feeds and traders write. */
  calls: {
    statementMs: 6_000,
    lockMs: 4_000,
    idleInTransactionMs: 15_000,
    answerMs: 8_000,
    connectionMs: 4_000,
  },
  /** Bets: one statement for a batch, which waits for a wallet's row and nothing else. */
  placing: {
    statementMs: 6_000,
    lockMs: 3_000,
    idleInTransactionMs: 15_000,
    answerMs: 8_000,
    connectionMs: 4_000,
  },
  /** Settlement runs: chunks of bets, and grades of a whole event. */
  settlement: {
    statementMs: 60_000,
    lockMs: 20_000,
    idleInTransactionMs: 60_000,
    answerMs: 70_000,
    connectionMs: 20_000,
  },
  /** Reports, house totals, the audit of the ledger, exports: statements over many rows. */
  background: {
    statementMs: 60_000,
    lockMs: 10_000,
    idleInTransactionMs: 60_000,
    answerMs: 70_000,
    connectionMs: 10_000,
  },
  /**
   * The queue of jobs: it waits for notices on one connection and polls on others. It waits long for a
   * connection, because a job that cannot be marked as done would run again.
   */
  queue: {
    statementMs: 20_000,
    lockMs: 10_000,
    idleInTransactionMs: 30_000,
    answerMs: 25_000,
    connectionMs: 60_000,
  },
} as const satisfies Record<string, Patience>;
