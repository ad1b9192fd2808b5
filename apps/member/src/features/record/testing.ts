import type { Bet, BetLeg } from '@touchline/contract/shapes/bet';
import type { Team } from '@touchline/contract/shapes/football';

/** Bets and legs for tests of the records. */

const team = (id: string): Team => ({ id, name: id, short: id, colours: ['#000', '#fff'] });

export const legOf = (over: Partial<BetLeg> = {}): BetLeg => ({
  event: 'e1',
  home: team('BRA'),
  away: team('MAR'),
  kickOff: '2026-06-13T18:30:00.000Z',
  market: 'correct_score',
  selection: '2-1',
  odds: '9.60',
  state: 'waiting',
  ...over,
});

export const betOf = (over: Partial<Bet> = {}): Bet => ({
  id: 'b1',
  type: 'single',
  lines: 1,
  unit: '10.00',
  state: 'waiting',
  stake: '10.00',
  odds: '9.60',
  potential: '96.00',
  placedAt: '2026-06-13T18:00:00.000Z',
  rules: '1',
  receipt: null,
  legs: [legOf()],
  ...over,
});
