import { readAgain, readDay, recordedUpTo } from './book/records/theoretical.ts';
import { creditedSince, sharedMethods } from './cashier/service.ts';
import { createTeam, type Team, type TeamOptions } from './team/service.ts';

export type OpenTeamOptions = Omit<TeamOptions, 'bets' | 'money' | 'at'>;

/** The team room with what the book and the cashier tell it. */
export const openTeam = (options: OpenTeamOptions): Team =>
  createTeam({
    ...options,
    bets: { day: readDay, again: readAgain, upTo: recordedUpTo },
    money: { creditedSince, sharedMethods: (owner) => sharedMethods(options.pool, owner) },
  });
