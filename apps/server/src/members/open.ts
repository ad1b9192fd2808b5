import type { Outbox } from '../platform/outbox/service.ts';
import type { PasswordHasher } from '../platform/password-hash.ts';
import type { Ground, Room } from '../platform/room.ts';
import type { Uploads } from '../uploads/service.ts';
import type { Wallet } from '../wallet/service.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { readMemberFigures } from './figures.ts';
import { createMembers } from './service.ts';

/** Opens accounts and their sessions. */
export const openMembers = (
  { connections: { calls, background }, config, currency, clock, secret, bus }: Ground,
  {
    wallet,
    uploads,
    houseTexts,
    outbox,
    hasher,
    ended,
  }: {
    wallet: Wallet;
    uploads: Pick<Uploads, 'claim'>;
    houseTexts: { termsInForce: () => string };
    outbox: Outbox;
    hasher: PasswordHasher;
    ended: EndedSessions;
  },
) => {
  const members = createMembers({
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
    routines: [{ name: 'tidy members', everyMs: 3_600_000, run: members.tidy }],
    figures: { stored: () => readMemberFigures(background.groups) },
    start: () => ended.start(),
    stop: () => ended.stop(),
  } satisfies Room;
};
