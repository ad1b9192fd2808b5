import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config/config.ts';
import type { Log } from '../../core/logging/log.ts';
import type { Channel } from '../../core/config/payments.ts';
import { createNotify, type Notify } from './notices.ts';
import type { Rail, RailGround, RailSink } from './rail.ts';
import { createCourier } from '../sandbox/courier.ts';
import { sandboxKeys } from '../sandbox/rail.ts';
import { SandboxDesk } from '../sandbox/service.ts';
import { railTable } from './table.ts';

export type RailsOptions = {
  pool: pg.Pool;
  clock: Clock;
  /** The server's signing secret; those of the sandbox are made from it. */
  secret: Uint8Array;
  /** With the settings of the rails, as `readConfig` has read them. */
  config: Pick<Config, 'MODE' | 'SITE_NAME'>;
  log: Log;
  /** Receives payments. */
  sink: RailSink;
};

export type Rails = {
  /** The open ones, by id. */
  rails: ReadonlyMap<string, Rail>;
  /** The rail that serves a channel. @throws Error when none of its method is open */
  railOf: (channel: Pick<Channel, 'id' | 'method'>) => Rail;
  /** Processes a notice: the only entry for events of providers, the sandbox included. */
  notify: Notify;
  /** The acts of the sandbox pages; in play mode only. */
  sandbox?: SandboxDesk;
  /**
   * Sends unanswered notices of the sandbox again: a routine of every few seconds. @returns how many were
   * answered
   */
  resend: () => Promise<number>;
};

/** Opens the rails that the settings ask for. */
export const createRails = ({ pool, clock, secret, config, log, sink }: RailsOptions): Rails => {
  const ground: RailGround = { pool, secret, log, mode: config.MODE, site: () => config.SITE_NAME };
  const open = railTable.flatMap((entry) => {
    const rail = entry.open(config, ground);
    return rail === undefined ? [] : [{ method: entry.method, rail }];
  });
  const rails = new Map(open.map(({ rail }) => [rail.id, rail]));
  const railOf: Rails['railOf'] = ({ id, method }) => {
    const found = open.find((one) => one.method === method);
    if (found === undefined) throw new Error(`No provider for ${id}`);
    return found.rail;
  };
  const notify = createNotify({ pool, clock, log, rails, sink });
  if (config.MODE !== 'play') return { rails, railOf, notify, resend: async () => 0 };

  const { tokens, noticeSecret } = sandboxKeys(secret);
  const courier = createCourier({ pool, clock, log, secret: noticeSecret, notify });
  const sandbox = new SandboxDesk({ pool, clock, tokens, courier });
  return { rails, railOf, notify, sandbox, resend: courier.resend };
};
