import { currencies } from '@touchline/money/currency';
import type pg from 'pg';
import { readAgain, readDay } from '../../betting/bets/theoretical.ts';
import { createBus } from '../../core/events.ts';
import { createLog } from '../../core/logging/log.ts';
import { Teams } from '../../growth/teams/service.ts';
import { Wallet } from '../../ledger/service.ts';

/**
 * Teams over a database in which all bets are read up to now, without recharges, levels and other modules.
 * @param now the time at which days are closed
 * @param at called at each point of a closing
 */
export const openTeams = (pool: pg.Pool, { now, at }: { now: Date; at: (name: string) => void }): Teams =>
  new Teams({
    pool,
    wallet: new Wallet({ pool }),
    currency: currencies.PLAY,
    clock: { now: () => now },
    secret: Buffer.alloc(32, 7),
    bus: createBus(createLog('silent')),
    config: {
      TEAM_LEVELS: '0,0,0,0:8,3,1;0,5,100.00,50:9,3.5,1.25;0,20,100.00,500:10,4,1.5',
      SITE_TIME_ZONE: 'UTC',
    },
    bets: { day: readDay, again: readAgain, upTo: () => Promise.resolve(now) },
    money: { creditedSince: () => Promise.resolve([]), sharedMethods: () => Promise.resolve([]) },
    samePerson: () => Promise.resolve([]),
    people: () => Promise.resolve(new Map()),
    vipLevels: () => Promise.resolve(new Map()),
    restricted: () => Promise.resolve(new Set()),
    at,
  });
