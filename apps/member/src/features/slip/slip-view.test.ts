import { describe, expect, it } from 'vitest';
import { idOf } from './pick.ts';
import type { Bounds } from './quote.ts';
import type { SlipAction } from './slip-state.ts';
import { viewOf } from './slip-view.ts';
import { attemptOf, pickOn, run, slipOf } from './testing.ts';

const bounds: Bounds = { available: '100.00', min: '1.00', max: '5000.00', scale: 2 };
const [one, other, two, three] = [pickOn('e1'), pickOn('e1', 'X'), pickOn('e2'), pickOn('e3')];
const stake = (event: typeof one, typed: string): SlipAction => ({
  type: 'stake',
  of: { single: idOf(event) },
  stake: typed,
});
const singles = run(slipOf([one, '2.00'], [two, '3.00']), { type: 'tab', tab: 'single' });

describe('singles', () => {
  it('are placed where they have a stake; the others stay', () => {
    const view = viewOf(run(singles, stake(two, '10')), bounds);
    expect(view.ready).toEqual([{ single: idOf(two) }]);
    expect(view.total).toEqual({ stakeMinor: 1000n, receiveMinor: 3000n, leftMinor: 9000n });
  });

  it('are held back together when the wallet does not hold them all', () => {
    const view = viewOf(run(singles, stake(one, '60'), stake(two, '60')), bounds);
    expect(view).toMatchObject({ ready: [], isBeyondWallet: true });
    expect(view.bets.map(({ quote }) => quote.problem)).toEqual([undefined, undefined]);
  });

  it('are held back while one of them has a stake that cannot be', () => {
    expect(viewOf(run(singles, stake(one, '0.5'), stake(two, '10')), bounds).ready).toEqual([]);
  });

  it('of one match are no trouble', () => {
    const both = run(slipOf([one, '2.00'], [other, '3.40']), stake(one, '1'), stake(other, '1'));
    expect(viewOf(both, bounds).ready).toHaveLength(2);
  });

  it('pass over what is suspended', () => {
    const suspended: SlipAction = {
      type: 'offer',
      pick: one,
      offer: { odds: '2.00', state: 'suspended', margin: '5.00' },
    };
    const view = viewOf(run(singles, stake(one, '5'), stake(two, '5'), suspended), bounds);
    expect(view.ready).toEqual([{ single: idOf(two) }]);
  });
});

describe('a combined bet', () => {
  const staked = run(slipOf([one, '2.00'], [two, '3.00'], [three, '1.50']), {
    type: 'stake',
    of: 'accumulator',
    stake: '10',
  });

  it('is one bet of all selections', () => {
    const view = viewOf(staked, bounds);
    expect(view).toMatchObject({ tab: 'accumulator', ready: ['accumulator'] });
    expect(view.total.receiveMinor).toBe(9000n);
  });

  it('cannot hold two selections of one match', () => {
    const clash = run(staked, {
      type: 'pick',
      pick: other,
      offer: { odds: '3.40', state: 'open', margin: '5.00' },
    });
    const view = viewOf(run(clash, { type: 'tab', tab: 'accumulator' }), bounds);
    expect(view.ready).toEqual([]);
    expect([...view.conflicts]).toEqual([idOf(one), idOf(other)]);
  });

  it('waits for the answer about a price that moved', () => {
    const moved: SlipAction = {
      type: 'offer',
      pick: two,
      offer: { odds: '2.80', state: 'open', margin: '5.00' },
    };
    const view = viewOf(run(staked, moved), bounds);
    expect(view.moved.map(({ pick }) => pick)).toEqual([two]);
    // Reckoned at the price it would be placed at.
    expect(view.total.receiveMinor).toBe(8400n);
  });

  it('takes no more than a counter-offer, a system per line', () => {
    const refused = { reason: 'stake_max', max: '4.00', text: 'no', legs: [] };
    const single = viewOf(run(staked, { type: 'refused', of: 'accumulator', refused }), bounds);
    expect(single.bets[0]).toMatchObject({ max: '4.00', quote: { problem: 'over_max' } });
    const system = run(
      staked,
      { type: 'tab', tab: 'system' },
      { type: 'stake', of: 'system', stake: '4' },
      { type: 'refused', of: 'system', refused },
    );
    expect(viewOf(system, bounds)).toMatchObject({ ready: ['system'], bets: [{ max: '5000.00' }] });
  });

  it('tells of a lost reply', () => {
    const lost = run(
      staked,
      { type: 'send', of: 'accumulator', attempt: attemptOf() },
      { type: 'unheard', of: 'accumulator' },
    );
    expect(viewOf(lost, bounds).unheard).toEqual(['accumulator']);
  });
});

it('an empty slip has nothing to place', () => {
  const empty = run(slipOf([one, '2.00']), { type: 'remove', id: idOf(one) });
  expect(viewOf(empty, bounds)).toMatchObject({ bets: [], ready: [], isEmpty: true });
});
