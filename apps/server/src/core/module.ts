import type { Registry } from '@prometheus-io/client';
import type { Currency } from '@touchline/money/currency';
import type { Bus } from './events.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Connections } from './database/connections.ts';
import type { StoredMetrics } from './metrics/stored-metrics.ts';
import type { Handlers } from './handler.ts';
import type { RegisterRoutes } from './http/app.ts';
import type { JobHandlers, Routine } from './jobs.ts';
import type { LiveHub } from './live/hub.ts';
import type { Log } from './logging/log.ts';
import type { Receipts } from './public-log/receipts.ts';
import type { Reading } from './database/standby.ts';

/** What all modules use: connections, settings, clock and bus. */
export type Context = {
  /** The settings as they are now: operators change some while the server runs, so modules read each value when they need it. */
  config: Config;
  connections: Connections;
  /** Reads that a standby may answer. */
  reading: Reading;
  log: Log;
  /** Where each metric is registered. */
  metrics: Registry;
  clock: Clock;
  /** Signs tokens and tickets; the same in all processes. */
  secret: Uint8Array;
  currency: Currency;
  bus: Bus;
  live: LiveHub;
  /** Signs what the house has settled with members. */
  receipts: Receipts;
};

/** Begins the next step of a start, and ends the start by throwing. */
export type Enter = (phase: string) => void;

/**
 * A part of the server, as its `open` function returns it. `modules.ts` opens modules in the order in which they use each other,
 * starts them in that order and stops them in reverse.
 */
export type Module = {
  /** What other modules use. */
  service?: unknown;
  /** The calls it answers. */
  handlers?: Partial<Handlers>;
  /** What it answers over HTTP that is no call of the contract: the files of the public log, notices of payment providers. */
  routes?: readonly RegisterRoutes[];
  /** The queued jobs it does. */
  jobs?: Partial<JobHandlers>;
  /** What it does again every so often. */
  routines?: readonly Routine[];
  /** Its metrics that are read from the database. */
  stored?: StoredMetrics;
  /** Prepares it; calls are answered once all modules have started. */
  start?: (enter: Enter) => Promise<void> | void;
  /** Ends its work and gives back what it holds. Calls, jobs and routines have ended by then; connections are open still. */
  stop?: () => Promise<void> | void;
};
