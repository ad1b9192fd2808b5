import { describe, expect, it } from 'vitest';
import { cashOutReducer, type CashOutAction, type CashOutState } from './cash-out-state.ts';

const quote = (offer: string) => ({
  quote: `q ${offer}`,
  fair: '29.01',
  fee: '1.16',
  offer,
  expiresAt: '2026-06-13T18:30:08.000Z',
});
const attempt = { key: 'key-00000001', bet: 'b1', quote: 'q 27.85', share: '0.5' };
const run = (...actions: CashOutAction[]): CashOutState =>
  actions.reduce(cashOutReducer, { phase: 'asking', before: undefined });
const offered: CashOutAction = { type: 'offered', quote: quote('27.85'), lifeMs: 8_000 };

describe('cashing out', () => {
  it('renews an offer that ran out and remembers the one before', () => {
    const renewed = run(offered, { type: 'ask' }, { ...offered, quote: quote('27.10') });
    expect(renewed).toMatchObject({
      phase: 'offered',
      quote: { offer: '27.10' },
      before: { offer: '27.85' },
    });
  });

  it('asks anew when the offer has moved, and says so', () => {
    const moved = run(
      offered,
      { type: 'send', attempt },
      { type: 'refused', reason: 'quote_moved', text: 'moved' },
    );
    expect(moved).toMatchObject({ phase: 'asking', note: 'moved', before: { offer: '27.85' } });
    expect(cashOutReducer(moved, offered)).toMatchObject({ phase: 'offered', note: 'moved' });
  });

  it('ends with a plain no while nothing is offered', () => {
    expect(run({ type: 'none', text: 'suspended' })).toEqual({ phase: 'none', text: 'suspended' });
    const late = run(
      offered,
      { type: 'send', attempt },
      { type: 'refused', reason: 'no_cash_out', text: 'over' },
    );
    expect(late).toEqual({ phase: 'none', text: 'over' });
  });

  it('keeps the key of an attempt whose reply was lost', () => {
    const lost = run(offered, { type: 'send', attempt }, { type: 'unheard' });
    expect(lost).toMatchObject({ phase: 'unheard', attempt });
    expect(cashOutReducer(lost, { type: 'send', attempt })).toMatchObject({ phase: 'selling', attempt });
  });

  it('does not renew an offer while it is being taken', () => {
    const selling = run(offered, { type: 'send', attempt });
    expect(cashOutReducer(selling, { type: 'ask' })).toBe(selling);
    expect(cashOutReducer(selling, offered)).toBe(selling);
    expect(cashOutReducer(selling, { type: 'none', text: 'x' })).toBe(selling);
  });
});
