import { hourMs, minuteMs } from '@touchline/contract/durations';
import type pg from 'pg';
import { readAgain, readDay, recordedUpTo } from '../../betting/index.ts';
import { findSamePerson, type Members } from '../../accounts/index.ts';
import type { Play } from '../../safer-play/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { signDated } from '../../core/public-log/receipts.ts';
import type { Context, Module } from '../../core/module.ts';
import type { Rewards } from '../rewards/service.ts';
import type { MoneyOfTeams } from './ports.ts';
import { teamHandlers } from './routes.ts';
import { Teams, type TeamsOptions } from './service.ts';

type PaymentsOfTeams = Pick<MoneyOfTeams, 'creditedSince'> & {
  sharedMethods: (on: Queryable, owner: Owner) => Promise<string[]>;
};

/** What teams read of the book, of the cashier and of members. */
export const teamSources = (
  pool: pg.Pool,
  payments: PaymentsOfTeams,
): Pick<TeamsOptions, 'bets' | 'money' | 'samePerson'> => ({
  bets: { day: readDay, again: readAgain, upTo: recordedUpTo },
  money: {
    creditedSince: payments.creditedSince,
    sharedMethods: (owner) => payments.sharedMethods(pool, owner),
  },
  samePerson: ({ memberId }) => findSamePerson(pool, memberId),
});

/** Opens teams: who invited whom, team levels, and the commission of leaders. */
export const openTeam = (
  { connections: { calls, background }, config, currency, clock, secret, bus, receipts }: Context,
  {
    wallet,
    members,
    play,
    rewards,
    payments,
  }: {
    wallet: Wallet;
    payments: PaymentsOfTeams;
    members: Members;
    play: Play;
    rewards: Rewards;
  },
) => {
  const team = new Teams({
    pool: calls.pool,
    background: background.pool,
    wallet,
    config,
    currency,
    clock,
    secret,
    ...teamSources(calls.pool, payments),
    people: (ids) => members.byIds(ids),
    vipLevels: (owners) => rewards.vip.vipLevels(owners.map(({ memberId }) => memberId)),
    restricted: (ids, on) => play.restricted(ids, on),
    bus,
  });
  bus.onStep('memberJoined', (client, joined) => team.onJoined(client, joined));
  bus.on('deviceUsed', (used) => team.onDevice(used));
  bus.on('payoutMethodSaved', (owner) => team.onMethod(owner));
  bus.on('nameSubmitted', (owner) => team.onName(owner));
  return {
    service: team,
    handlers: teamHandlers({
      team,
      currency,
      receiptsOf: async (owner, id) => signDated(receipts, await wallet.entryFacts(owner, [id])),
    }),
    routines: [
      { name: 'team recharges', everyMs: 30_000, run: () => team.refresh() },
      { name: 'team commission', everyMs: minuteMs, firstMs: 3_000, run: () => team.close() },
      { name: 'sizes of teams', everyMs: 10_000, run: () => team.desk.rollUp() },
      { name: 'tidy teams', everyMs: hourMs, run: () => team.tidy() },
    ],
  } satisfies Module;
};
