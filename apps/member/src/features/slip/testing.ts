import type { Bet } from '@touchline/contract/shapes/bet';
import type { Team } from '@touchline/contract/shapes/football';
import type { SlipOffer, SelectionRef, SlipSelection } from './selection.ts';
import { slipReducer, type SlipAction } from './slip-state.ts';
import { type PlacingAttempt, emptySlip, type SlipState } from './slip.ts';

/** What tests of the slip put in it. */

const team = (id: string): Team => ({ id, name: id, short: id, colours: ['#000', '#fff'] });

/** A pick of a match's winner; `event` names the match. */
export const pickOn = (event: string, selection = '1'): SlipSelection => ({
  event,
  home: team('BRA'),
  away: team('MAR'),
  kickOff: '2026-06-13T18:30:00.000Z',
  market: '1x2',
  selection,
});

/** Several selections of a match in one. */
export const builderOn = (event: string, parts: readonly SelectionRef[]): SlipSelection => ({
  ...pickOn(event, 'all'),
  market: 'builder',
  parts,
});

export const at = (odds: string): SlipOffer & { odds: string } => ({ odds, state: 'open', margin: '5.00' });

export const run = (from: SlipState, ...actions: SlipAction[]): SlipState =>
  actions.reduce(slipReducer, from);

/** A slip with these selections, tapped one after the other. */
export const slipOf = (...picks: [pick: SlipSelection, odds: string][]): SlipState =>
  run(emptySlip, ...picks.map(([pick, odds]): SlipAction => ({ type: 'pick', pick, offer: at(odds) })));

export const attemptOf = (over: Partial<PlacingAttempt> = {}): PlacingAttempt => ({
  key: 'key-00000001',
  type: 'single',
  stake: '10.00',
  accept: 'none',
  legs: [{ event: 'e1', market: '1x2', selection: '1', odds: '1.72' }],
  ...over,
});

export const bet: Bet = {
  id: 'b1',
  type: 'single',
  lines: 1,
  unit: '10.00',
  state: 'waiting',
  stake: '10.00',
  odds: '1.72',
  potential: '17.20',
  placedAt: '2026-06-13T18:00:00.000Z',
  rules: '1',
  receipt: null,
  legs: [],
};
