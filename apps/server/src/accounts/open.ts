import { statement } from '../core/database/database.ts';
import type { QueueRow } from '../core/metrics/stored-metrics.ts';
import type { Outbox } from '../core/outbox/service.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import type { Context, Module } from '../core/module.ts';
import type { Uploads } from './uploads/service.ts';
import type { Wallet } from '../ledger/index.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { Members } from './service.ts';

/** The names that wait for an operator. */
const waitingNames = statement(
  'figures-identity',
  `select count(*)::int as total, min(submitted_at) as oldest from identity_request
   where shard between 0 and 255 and state = 'in_review'`,
);

/** Opens accounts and their sessions. */
export const openMembers = (
  { connections: { calls, background }, config, currency, clock, secret, bus }: Context,
  {
    wallet,
    uploads,
    houseTexts,
    outbox,
    hasher,
    ended,
  }: {
    wallet: Wallet;
    uploads: Uploads;
    houseTexts: { termsInForce: () => string };
    outbox: Outbox;
    hasher: PasswordHasher;
    ended: EndedSessions;
  },
) => {
  const members = new Members({
    pool: calls.pool,
    wallet,
    config,
    currency,
    clock,
    secret,
    hasher,
    ended,
    outbox,
    bus,
    claimDocument: (client, owner, id, usedFor) =>
      uploads.claim(client, owner, id, { purpose: 'identity', usedFor }),
    termsInForce: houseTexts.termsInForce,
  });
  return {
    service: members,
    routines: [{ name: 'tidy members', everyMs: 3_600_000, run: () => members.tidy() }],
    stored: { queues: { identity: () => background.pool.query<QueueRow>(waitingNames([])) } },
    start: () => ended.start(),
    stop: () => ended.stop(),
  } satisfies Module;
};
