import { formatAmount } from '@touchline/money/amount';
import { formatOdds } from '@touchline/money/odds';
import { systemLines, systemPotential } from '@touchline/money/system';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf, type SlipSelection } from './selection.ts';
import { type BetFigures, type Bounds, figuresOf, mostStake, quoteStake, tighter, viewOf } from './quote.ts';
import type { SlipAction } from './slip-state.ts';
import { type SlipState, targetOf } from './slip.ts';
import { attemptOf, pickOn, run, slipOf } from './testing.ts';

const bounds: Bounds = { available: '1284.50', min: '1.00', max: '5000.00', scale: 2 };
const leg = (odds: string, margin = '5.00') => ({ odds, margin });
const figures = (odds: readonly string[], k = odds.length): BetFigures => {
  const found = figuresOf(
    odds.map((each) => leg(each)),
    k,
  );
  if (found === undefined) throw new Error('no figures');
  return found;
};
const quote = (stake: string, over: Partial<Bounds> = {}) =>
  quoteStake(stake, figures(['9.60']), { ...bounds, ...over });
const anyOdds = fc.array(fc.integer({ min: 1001, max: 99_999 }), { minLength: 1, maxLength: 8 });

describe('the figures of a bet', () => {
  it('of one leg are those of its price and its market', () => {
    expect(figures(['9.60'])).toMatchObject({
      lines: 1,
      oddsMilli: 9600,
      rateOfReturn: '860',
      breakEven: '10.42',
      margin: '5.00',
      winsToBreakEven: 1,
    });
  });

  it('of an accumulator multiply', () => {
    expect(figures(['2.00', '3.00', '1.50'])).toMatchObject({
      lines: 1,
      oddsMilli: 9000,
      breakEven: '11.11',
      // 1.05³ − 1
      margin: '15.76',
      winsToBreakEven: 3,
    });
  });

  it('of a system are over all its lines', () => {
    // Lines 2×2, 2×4, 2×4: together 20 for a stake of 3.
    expect(figures(['2.00', '2.00', '4.00'], 2)).toMatchObject({
      lines: 3,
      oddsMilli: 6666,
      breakEven: '15.00',
      // The mean of three times 1.05² − 1.
      margin: '10.25',
      // The two shortest alone return 4 of 3.
      winsToBreakEven: 2,
    });
  });

  it('of a full cover are over the lines of all sizes', () => {
    // A Patent at evens: 3 singles, 3 doubles and a treble return 3 × 2 + 3 × 4 + 8 for a stake of 7.
    expect(figures(['2.00', '2.00', '2.00'], -1)).toMatchObject({
      lines: 7,
      oddsMilli: 3714,
      // Two right: 2 × 2 + 4 = 8.
      winsToBreakEven: 2,
    });
    // A Trixie: 3 × 4 + 8 for 4; two right return its stake exactly.
    expect(figures(['2.00', '2.00', '2.00'], -2)).toMatchObject({ lines: 4, winsToBreakEven: 2 });
  });

  it('say when not even all right bring the stake back', () => {
    expect(figures(['1.10', '1.10', '1.10'], 2).winsToBreakEven).toBe(3);
    expect(figures(['1.50', '1.50', '1.50', '1.50'], 2).winsToBreakEven).toBe(3);
  });

  it('leave the margin out while one is not known', () => {
    expect(figuresOf([leg('2.00'), leg('3.00', '')], 2)?.margin).toBeUndefined();
  });

  it('are not made of odds that are none, or of a system that is none', () => {
    expect(figuresOf([leg('0.5')], 1)).toBeUndefined();
    expect(figuresOf([leg('2.00')], 2)).toBeUndefined();
    expect(figuresOf([], 0)).toBeUndefined();
  });

  it('stay writable however long the odds are', () => {
    expect(figures(Array.from({ length: 20 }, () => '1000.00')).oddsMilli).toBe(1_000_000_000);
  });
});

describe('the quote of a stake', () => {
  it('shows what could be received and what remains', () => {
    expect(quote('10')).toEqual({
      unitMinor: 1000n,
      stakeMinor: 1000n,
      receiveMinor: 9600n,
      leftMinor: 127450n,
      problem: undefined,
    });
  });

  it('of a system is the stake of one line times its lines', () => {
    expect(quoteStake('10', figures(['2.00', '2.00', '4.00'], 2), bounds)).toEqual({
      unitMinor: 1000n,
      stakeMinor: 3000n,
      receiveMinor: 20000n,
      leftMinor: 125450n,
      problem: undefined,
    });
  });

  it('rounds down once', () => {
    expect(quoteStake('0.33', figures(['1.725']), { ...bounds, min: '0.01' }).receiveMinor).toBe(56n);
  });

  it('names the problem, the stake bounds before the wallet', () => {
    expect(quote('').problem).toBe('empty');
    expect(quote('0.').problem).toBe('empty');
    expect(quote('0.99').problem).toBe('under_min');
    expect(quote('5000.01', { available: '10.00' }).problem).toBe('over_max');
    expect(quote('1284.51').problem).toBe('insufficient');
    expect(quote('1284.50').problem).toBeUndefined();
  });

  it('agrees with what the book pays for every stake, price and system', () => {
    fc.assert(
      fc.property(anyOdds, fc.nat(), fc.integer({ min: 0, max: 9_999_999 }), (odds, seed, unit) => {
        const k = (seed % odds.length) + 1;
        const found = quoteStake(
          formatAmount(BigInt(unit), 2),
          figures(
            odds.map((each) => formatOdds(each)),
            k,
          ),
          bounds,
        );
        expect(found.receiveMinor).toBe(systemPotential(BigInt(unit), k, odds));
        expect(found.stakeMinor).toBe(BigInt(unit) * BigInt(systemLines(k, odds.length)));
      }),
    );
  });

  it('never promises the stake back from fewer wins than it takes', () => {
    fc.assert(
      fc.property(anyOdds, fc.nat(), (odds, seed) => {
        const k = (seed % odds.length) + 1;
        const { winsToBreakEven: wins, lines } = figures(
          odds.map((each) => formatOdds(each)),
          k,
        );
        if (wins === undefined) return;
        const shortest = odds.toSorted((a, b) => a - b).slice(0, wins);
        expect(systemPotential(1_000_000n, k, shortest)).toBeGreaterThanOrEqual(1_000_000n * BigInt(lines));
      }),
    );
  });
});

describe('the tighter bound', () => {
  it('is the smaller amount, by value and not by text', () => {
    expect(tighter('500.00', '90.00', 2)).toBe('90.00');
    expect(tighter('90.00', '500.00', 2)).toBe('90.00');
    expect(tighter('90.00', undefined, 2)).toBe('90.00');
    expect(tighter('90.00', 'x', 2)).toBe('90.00');
  });
});

const site: Bounds = { available: '100.00', min: '1.00', max: '5000.00', scale: 2 };
const [one, other, two, three] = [pickOn('e1'), pickOn('e1', 'X'), pickOn('e2'), pickOn('e3')];
const stake = (event: typeof one, typed: string): SlipAction => ({
  type: 'stake',
  of: { single: idOf(event) },
  stake: typed,
});
const singles = run(slipOf([one, '2.00'], [two, '3.00']), { type: 'tab', tab: 'single' });

describe('singles', () => {
  it('are placed where they have a stake; the others stay', () => {
    const view = viewOf(run(singles, stake(two, '10')), site);
    expect(view.ready).toEqual([{ single: idOf(two) }]);
    expect(view.total).toEqual({ stakeMinor: 1000n, receiveMinor: 3000n, leftMinor: 9000n });
  });

  it('are held back together when the wallet does not hold them all', () => {
    const view = viewOf(run(singles, stake(one, '60'), stake(two, '60')), site);
    expect(view).toMatchObject({ ready: [], isBeyondWallet: true });
    expect(view.bets.map(({ quote }) => quote.problem)).toEqual([undefined, undefined]);
  });

  it('are held back while one of them has a stake that cannot be', () => {
    expect(viewOf(run(singles, stake(one, '0.5'), stake(two, '10')), site).ready).toEqual([]);
  });

  it('of one match are no trouble', () => {
    const both = run(slipOf([one, '2.00'], [other, '3.40']), stake(one, '1'), stake(other, '1'));
    expect(viewOf(both, site).ready).toHaveLength(2);
  });

  it('pass over what is suspended', () => {
    const suspended: SlipAction = {
      type: 'offer',
      pick: one,
      offer: { odds: '2.00', state: 'suspended', margin: '5.00' },
    };
    const view = viewOf(run(singles, stake(one, '5'), stake(two, '5'), suspended), site);
    expect(view.ready).toEqual([{ single: idOf(two) }]);
  });
});

describe('the most that can be staked', () => {
  const most = (state: SlipState, over: Partial<Bounds> = {}): bigint => {
    const limits = { ...site, max: '100000.00', ...over };
    const view = viewOf(state, limits);
    const target = targetOf(state);
    const bet = view.bets.find(({ of }) => typeof of !== 'string' && of.single === target) ?? view.bets[0];
    if (bet === undefined) throw new Error('no bet');
    return mostStake(state, view, bet, limits);
  };
  const wallet = 128_450n;
  const available = '1284.50';

  it('is what the wallet holds, less what the other singles take', () => {
    expect(most(slipOf([one, '2.00']), { available })).toBe(wallet);
    const both = run(singles, stake(one, '5'), stake(two, '10'));
    expect(most(both, { available })).toBe(wallet - 500n);
  });

  it('is no more than one bet may have', () => {
    expect(most(slipOf([one, '2.00']), { available, max: '50.00' })).toBe(5_000n);
  });

  it('is a line of a system, and one of singles that share a stake', () => {
    const system = run(slipOf([one, '2.00'], [two, '3.00'], [three, '1.50']), { type: 'tab', tab: 'system' });
    expect(most(system, { available })).toBe(wallet / 3n);
    expect(most(run(singles, { type: 'same', same: true }), { available })).toBe(wallet / 2n);
  });

  it('can always be placed, no matter what is typed already', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 128_450 }),
        fc.integer({ min: 0, max: 9_999 }),
        (cents, typed) => {
          const held = formatAmount(BigInt(cents), 2);
          const state = run(slipOf([one, '2.00']), stake(one, String(typed)));
          expect(most(state, { available: held, min: '0.01' })).toBe(BigInt(cents));
        },
      ),
    );
  });

  it('is nothing where the other stakes are more than there is', () => {
    expect(most(run(singles, stake(one, '20')), { available: '5.00' })).toBe(0n);
  });
});

describe('the amount on the button', () => {
  it('is the stake also while the wallet holds less', () => {
    const view = viewOf(run(slipOf([one, '2.00']), stake(one, '10')), { ...site, available: '3.13' });
    expect(view).toMatchObject({ ready: [], isBeyondWallet: true, costMinor: 1_000n });
  });
});

describe('what has closed', () => {
  const close = (pick: SlipSelection): SlipAction => ({
    type: 'offer',
    pick,
    offer: { odds: null, state: 'closed', margin: '' },
  });

  it('leaves nothing to bet in a slip of one', () => {
    const view = viewOf(run(slipOf([one, '2.00']), stake(one, '5'), close(one)), site);
    expect(view).toMatchObject({ isClosed: true, ready: [], isEmpty: true, total: { stakeMinor: 0n } });
  });

  it('is left out of singles, with its stake', () => {
    const view = viewOf(run(singles, stake(one, '5'), stake(two, '7'), close(one)), site);
    expect(view).toMatchObject({ isClosed: false, ready: [{ single: idOf(two) }], costMinor: 700n });
    expect(view.closed.map(({ pick }) => pick)).toEqual([one]);
    expect(view.total.stakeMinor).toBe(700n);
  });

  it('ends a combined bet until it is removed', () => {
    const both = run(slipOf([one, '2.00'], [two, '3.00']), close(two));
    expect(viewOf(both, site)).toMatchObject({ tab: 'accumulator', isClosed: true });
    expect(viewOf(run(both, { type: 'remove', id: idOf(two) }), site).isClosed).toBe(false);
  });

  it('still asks for the answer to what was sent', () => {
    const lost = run(
      slipOf([one, '2.00'], [two, '3.00']),
      { type: 'send', of: 'accumulator', attempt: attemptOf() },
      { type: 'unheard', of: 'accumulator' },
      close(two),
    );
    expect(viewOf(lost, site)).toMatchObject({ isClosed: false, unheard: ['accumulator'] });
  });
});

describe('a combined bet', () => {
  const staked = run(slipOf([one, '2.00'], [two, '3.00'], [three, '1.50']), {
    type: 'stake',
    of: 'accumulator',
    stake: '10',
  });

  it('is one bet of all selections', () => {
    const view = viewOf(staked, site);
    expect(view).toMatchObject({ tab: 'accumulator', ready: ['accumulator'] });
    expect(view.total.receiveMinor).toBe(9000n);
  });

  it('cannot hold two selections of one match', () => {
    const clash = run(staked, {
      type: 'pick',
      pick: other,
      offer: { odds: '3.40', state: 'open', margin: '5.00' },
    });
    const view = viewOf(run(clash, { type: 'tab', tab: 'accumulator' }), site);
    expect(view.ready).toEqual([]);
    expect([...view.conflicts]).toEqual([idOf(one), idOf(other)]);
  });

  it('waits for the answer about a price that moved', () => {
    const moved: SlipAction = {
      type: 'offer',
      pick: two,
      offer: { odds: '2.80', state: 'open', margin: '5.00' },
    };
    const view = viewOf(run(staked, moved), site);
    expect(view.moved.map(({ pick }) => pick)).toEqual([two]);
    // Calculated with the price it would be placed at.
    expect(view.total.receiveMinor).toBe(8400n);
  });

  it('takes no more than a counter-offer, a system per line', () => {
    const refused = { reason: 'stake_max', max: '4.00', text: 'no', legs: [] };
    const single = viewOf(run(staked, { type: 'refused', of: 'accumulator', refused }), site);
    expect(single.bets[0]).toMatchObject({ max: '4.00', quote: { problem: 'over_max' } });
    const system = run(
      staked,
      { type: 'tab', tab: 'system' },
      { type: 'stake', of: 'system', stake: '4' },
      { type: 'refused', of: 'system', refused },
    );
    expect(viewOf(system, site)).toMatchObject({ ready: ['system'], bets: [{ max: '5000.00' }] });
  });

  it('reports a lost reply', () => {
    const lost = run(
      staked,
      { type: 'send', of: 'accumulator', attempt: attemptOf() },
      { type: 'unheard', of: 'accumulator' },
    );
    expect(viewOf(lost, site).unheard).toEqual(['accumulator']);
  });
});

it('an empty slip has nothing to place', () => {
  const empty = run(slipOf([one, '2.00']), { type: 'remove', id: idOf(one) });
  expect(viewOf(empty, site)).toMatchObject({ bets: [], ready: [], isEmpty: true });
});
