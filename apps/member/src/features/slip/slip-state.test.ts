import { describe, expect, it } from 'vitest';
import type { Bet } from '@touchline/contract/shapes/bet';
import {
  blockOf,
  emptySlip,
  priceToAnswer,
  slipReducer,
  type Attempt,
  type Offer,
  type Pick,
  type SlipAction,
  type SlipState,
} from './slip-state.ts';

const team = (id: string) => ({
  id,
  name: id,
  short: id,
  colours: ['#000', '#fff'] satisfies [string, string],
});
const pick: Pick = {
  event: 'e1',
  home: team('BRA'),
  away: team('MAR'),
  kickOff: '2026-06-13T18:30:00.000Z',
  market: '1x2',
  selection: '1',
};
const other: Pick = { ...pick, selection: 'X' };
const at = (odds: string): Offer & { odds: string } => ({ odds, state: 'open', margin: '5.00' });
const run = (from: SlipState, ...actions: SlipAction[]): SlipState => actions.reduce(slipReducer, from);
const attempt: Attempt = { key: 'key-00000001', stake: '10.00', odds: '1.72', accept: 'none' };
const inSlip = run(emptySlip, { type: 'pick', pick, offer: at('1.72') }, { type: 'stake', stake: '10' });
const sent = run(inSlip, { type: 'send', attempt });
const offerAt = (odds: string): SlipAction => ({ type: 'offer', pick, offer: at(odds) });
const blockWith = (offer: Offer) => blockOf({ ...inSlip, offer });
const bet: Bet = {
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

describe('picking', () => {
  it('puts the selection in the slip at the price seen and opens it', () => {
    expect(inSlip).toMatchObject({ pick, agreed: '1.72', open: true, phase: 'editing' });
  });

  it('replaces the selection, keeps the stake and the choice about moving prices', () => {
    const next = run(
      inSlip,
      { type: 'accept', accept: 'better' },
      { type: 'pick', pick: other, offer: at('3.65') },
    );
    expect(next).toMatchObject({ pick: other, agreed: '3.65', stake: '10', accept: 'better' });
  });

  it('opens again what is already there, without forgetting the price agreed to', () => {
    const moved = run(inSlip, { type: 'offer', pick, offer: at('1.80') }, { type: 'close' });
    expect(run(moved, { type: 'pick', pick, offer: at('1.80') })).toMatchObject({
      agreed: '1.72',
      open: true,
    });
  });

  it('is refused while a bet is on its way', () => {
    expect(run(sent, { type: 'pick', pick: other, offer: at('3.65') })).toBe(sent);
  });
});

describe('a moving price', () => {
  it('asks by default, and the answer becomes the agreed price', () => {
    const moved = run(inSlip, offerAt('1.65'));
    expect(moved.agreed).toBe('1.72');
    expect(priceToAnswer(moved)).toBe('1.65');
    const agreed = run(moved, { type: 'agree' });
    expect(agreed).toMatchObject({ agreed: '1.65', before: '1.72' });
    expect(priceToAnswer(agreed)).toBeUndefined();
  });

  it('has nothing left to ask when it moves back', () => {
    expect(priceToAnswer(run(inSlip, offerAt('1.65'), offerAt('1.72')))).toBeUndefined();
  });

  it('is taken when better, asked about when worse', () => {
    const better = run(inSlip, { type: 'accept', accept: 'better' });
    expect(run(better, offerAt('1.80'))).toMatchObject({ agreed: '1.80', before: '1.72' });
    expect(priceToAnswer(run(better, offerAt('1.60')))).toBe('1.60');
  });

  it('is taken either way under "any", also when chosen after the move', () => {
    const moved = run(inSlip, offerAt('1.60'), { type: 'accept', accept: 'any' });
    expect(moved).toMatchObject({ agreed: '1.60', before: '1.72' });
  });

  it('of another selection is not ours', () => {
    expect(run(inSlip, { type: 'offer', pick: other, offer: at('9.00') })).toBe(inSlip);
  });

  it('does not touch a bet on its way', () => {
    const waiting = run(
      run(inSlip, { type: 'accept', accept: 'any' }),
      { type: 'send', attempt },
      offerAt('1.60'),
    );
    expect(waiting).toMatchObject({ agreed: '1.72', attempt });
  });
});

describe('the key of an attempt', () => {
  it('is kept when the reply is lost, so that trying again cannot place twice', () => {
    expect(run(sent, { type: 'unheard' })).toMatchObject({ phase: 'unheard', attempt });
  });

  it('is kept through price messages that come in meanwhile', () => {
    const lost = run(sent, { type: 'unheard' }, { type: 'offer', pick, offer: at('1.50') });
    expect(lost).toMatchObject({ attempt, agreed: '1.72' });
  });

  it('is dropped by a definite refusal', () => {
    const refused = run(sent, {
      type: 'refused',
      refused: { reason: 'stake_max', max: '4.00', text: 'no', legs: [] },
    });
    expect(refused).toMatchObject({ phase: 'editing', attempt: undefined, refused: { max: '4.00' } });
  });

  it('is dropped by an edit after a lost reply', () => {
    const lost = run(sent, { type: 'unheard' });
    const edited = run(lost, { type: 'key', key: { kind: 'digit', digit: '0' }, scale: 2 });
    expect(edited).toMatchObject({ phase: 'editing', attempt: undefined, stake: '100' });
  });
});

describe('answers', () => {
  it('a changed price shows the new one and asks', () => {
    const legs = [{ event: 'e1', market: '1x2', selection: '1', odds: '1.60' }];
    const next = run(sent, { type: 'refused', refused: { reason: 'price_changed', legs, text: 'moved' } });
    expect(priceToAnswer(next)).toBe('1.60');
  });

  it('an edit takes the refusal away', () => {
    const refused = run(sent, {
      type: 'refused',
      refused: { reason: 'stake_max', max: '4.00', text: 'no', legs: [] },
    });
    expect(run(refused, { type: 'stake', stake: '4.00' })).toMatchObject({
      stake: '4.00',
      refused: undefined,
    });
  });

  it('a placed bet shows its receipt, also when the sheet was closed meanwhile', () => {
    const placed = run(sent, { type: 'close' }, { type: 'placed', bet });
    expect(placed).toMatchObject({ phase: 'placed', receipt: bet, open: true, attempt: undefined });
  });

  it('closing a receipt empties the slip and keeps the choice', () => {
    const done = run(inSlip, { type: 'accept', accept: 'any' }, { type: 'placed', bet }, { type: 'close' });
    expect(done).toEqual({ ...emptySlip, accept: 'any' });
  });

  it('nothing is edited while waiting for one', () => {
    expect(run(sent, { type: 'stake', stake: '99' })).toBe(sent);
    expect(run(sent, { type: 'remove' })).toBe(sent);
  });
});

describe('what blocks a selection', () => {
  it('is its market or its missing price', () => {
    expect(blockWith(at('1.72'))).toBeUndefined();
    expect(blockWith({ odds: '1.72', state: 'suspended', margin: '' })).toBe('suspended');
    expect(blockWith({ odds: null, state: 'open', margin: '' })).toBe('suspended');
    expect(blockWith({ odds: null, state: 'settled', margin: '' })).toBe('closed');
  });
});
