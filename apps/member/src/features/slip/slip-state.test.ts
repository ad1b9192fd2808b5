import { describe, expect, it } from 'vitest';
import { limits } from '@touchline/contract/limits';
import { idOf, type SlipSelection } from './selection.ts';
import {
  blockOf,
  conflictsOf,
  emptySlip,
  isClosed,
  type Item,
  priceToAnswer,
  type SlipState,
  systemOf,
  systemsOf,
  tabOf,
  targetOf,
  type TicketId,
} from './slip.ts';
import type { SlipAction } from './slip-state.ts';
import { at, attemptOf, bet, builderOn, pickOn, run, slipOf } from './testing.ts';

const one = pickOn('e1');
const other = pickOn('e1', 'X');
const two = pickOn('e2');
const three = pickOn('e3');
const single: TicketId = { single: idOf(one) };
const inSlip = run(slipOf([one, '1.72']), { type: 'stake', of: single, stake: '10' });
const sent = run(inSlip, { type: 'send', of: single, attempt: attemptOf() });
const offerAt = (odds: string): SlipAction => ({ type: 'offer', pick: one, offer: at(odds) });
const first = (state: SlipState): Item => {
  const [item] = state.items;
  if (item === undefined) throw new Error('nothing in the slip');
  return item;
};
const digit = (name: string): SlipAction => ({ type: 'key', key: { kind: 'digit', digit: name }, scale: 2 });
const stakes = ({ items }: SlipState) => items.map(({ ticket }) => ticket.stake);

describe('picking', () => {
  it('puts the selection in the slip at the price seen and opens it', () => {
    expect(inSlip.open).toBe(true);
    expect(first(inSlip)).toMatchObject({ pick: one, agreed: '1.72' });
  });

  it('adds the next ones without covering the page', () => {
    const state = run(inSlip, { type: 'close' }, { type: 'pick', pick: two, offer: at('3.65') });
    expect(state.open).toBe(false);
    expect(state.items.map(({ pick }) => pick)).toEqual([one, two]);
  });

  it('takes out what is there already', () => {
    expect(run(inSlip, { type: 'pick', pick: one, offer: at('1.80') })).toEqual(emptySlip);
    const left = run(slipOf([one, '1.72'], [two, '2.00']), { type: 'pick', pick: one, offer: at('1.72') });
    expect(left.items.map(({ pick }) => pick)).toEqual([two]);
  });

  it('stops at as many as one bet may have', () => {
    const full = slipOf(
      ...Array.from({ length: limits.legsMax + 1 }, (_, nth): [ReturnType<typeof pickOn>, string] => [
        pickOn(`e${nth}`),
        '2.00',
      ]),
    );
    expect(full.items).toHaveLength(limits.legsMax);
  });

  it('gives a new selection the stake of the others where it is the same for all', () => {
    const same = run(slipOf([one, '1.72']), { type: 'same', same: true }, digit('7'));
    expect(stakes(run(same, { type: 'pick', pick: two, offer: at('2.00') }))).toEqual(['7', '7']);
  });
});

describe('undoing a removal', () => {
  const one = pickOn('e1');
  const two = pickOn('e2');
  const before = run(slipOf([one, '2.00'], [two, '3.00']), { type: 'stake', of: 'accumulator', stake: '12' });
  const after = run(before, { type: 'remove', id: idOf(two) });

  it('brings the selection and the stake back', () => {
    expect(run(after, { type: 'restore', before, after })).toEqual(before);
  });

  it('keeps the price of now', () => {
    const moved = run(after, { type: 'offer', pick: one, offer: at('2.20') });
    const back = run(moved, { type: 'restore', before, after });
    expect(back.items.map(({ offer }) => offer?.odds)).toEqual(['2.20', '3.00']);
  });

  it('changes nothing once something else was picked', () => {
    const further = run(after, { type: 'pick', pick: pickOn('e3'), offer: at('4.00') });
    expect(run(further, { type: 'restore', before, after })).toBe(further);
  });
});

describe('the tab', () => {
  it('is singles for one selection, all together for several, each alone for one match', () => {
    expect(tabOf(inSlip)).toBe('single');
    expect(tabOf(slipOf([one, '1.72'], [two, '2.00']))).toBe('accumulator');
    expect(tabOf(slipOf([one, '1.72'], [other, '3.40']))).toBe('single');
  });

  it('is the chosen one where it fits', () => {
    const system = run(slipOf([one, '1.72'], [two, '2.00'], [three, '3.00']), { type: 'tab', tab: 'system' });
    expect(tabOf(system)).toBe('system');
    expect(tabOf(run(system, { type: 'remove', id: idOf(three) }))).toBe('accumulator');
  });
});

describe('selections of one match', () => {
  it('conflict with each other only', () => {
    const { items } = slipOf([one, '1.72'], [two, '2.00'], [other, '3.40']);
    expect([...conflictsOf(items)]).toEqual([idOf(one), idOf(other)]);
    expect(conflictsOf(slipOf([one, '1.72'], [two, '2.00']).items).size).toBe(0);
  });
});

describe('systems', () => {
  it('take two of all up to all but one', () => {
    expect(systemsOf(4)).toEqual([
      { k: 2, lines: 6 },
      { k: 3, lines: 4 },
      { k: -2, lines: 11, name: 'Yankee', legs: 4 },
      { k: -1, lines: 15, name: 'Lucky 15', legs: 4 },
    ]);
    expect(systemsOf(2)).toEqual([]);
    expect(systemsOf(8).map(({ name }) => name)).toContain('Goliath');
    expect(systemsOf(9).every(({ name }) => name === undefined)).toBe(true);
  });

  it('of too many lines are not offered', () => {
    expect(systemsOf(20).map(({ k }) => k)).toEqual([2, 18, 19]);
  });

  it('follow the selections when there are fewer than chosen for', () => {
    const four = slipOf([one, '2.00'], [two, '2.00'], [three, '2.00'], [pickOn('e4'), '2.00']);
    const chosen = run(four, { type: 'k', k: 3 });
    expect(systemOf(chosen)).toBe(3);
    expect(systemOf(run(chosen, { type: 'remove', id: idOf(one) }))).toBe(2);
    const yankee = run(four, { type: 'k', k: -2 });
    expect(systemOf(yankee)).toBe(-2);
    expect(systemOf(run(yankee, { type: 'remove', id: idOf(one) }))).toBe(-2);
  });
});

describe('the pad', () => {
  const both = slipOf([one, '1.72'], [two, '2.00']);

  it('writes the stake of the single that was chosen, else the last picked', () => {
    const singles = run(both, { type: 'tab', tab: 'single' });
    expect(targetOf(singles)).toBe(idOf(two));
    expect(stakes(run(singles, digit('5')))).toEqual(['', '5']);
    expect(stakes(run(singles, { type: 'target', id: idOf(one) }, digit('5')))).toEqual(['5', '']);
  });

  it('writes them all where it is the same for all', () => {
    const singles = run(both, { type: 'tab', tab: 'single' }, digit('5'), { type: 'same', same: true });
    expect(stakes(singles)).toEqual(['5', '5']);
    expect(stakes(run(singles, digit('0')))).toEqual(['50', '50']);
  });

  it('writes one stake for the accumulator and another for the system', () => {
    const state = run(
      slipOf([one, '1.72'], [two, '2.00'], [three, '3.00']),
      digit('9'),
      { type: 'tab', tab: 'system' },
      digit('1'),
    );
    expect(state.combined).toMatchObject({ accumulator: { stake: '9' }, system: { stake: '1' } });
    expect(stakes(state)).toEqual(['', '', '']);
  });
});

describe('a price that moves', () => {
  it('asks by default, and the answer becomes the agreed price', () => {
    const moved = run(inSlip, offerAt('1.65'));
    expect(first(moved).agreed).toBe('1.72');
    expect(priceToAnswer(first(moved))).toBe('1.65');
    const agreed = run(moved, { type: 'agree', seen: moved.items });
    expect(first(agreed)).toMatchObject({ agreed: '1.65', before: '1.72' });
    expect(priceToAnswer(first(agreed))).toBeUndefined();
  });

  it('is agreed to as it was seen: a further move asks again', () => {
    const seen = run(inSlip, offerAt('1.65')).items;
    const agreed = run(inSlip, offerAt('1.65'), offerAt('1.40'), { type: 'agree', seen });
    expect(first(agreed)).toMatchObject({ agreed: '1.65', before: '1.72' });
    expect(priceToAnswer(first(agreed))).toBe('1.40');
  });

  it('is agreed to where it was seen only', () => {
    const both = run(slipOf([one, '1.72'], [two, '2.00']), offerAt('1.65'), {
      type: 'offer',
      pick: two,
      offer: at('2.20'),
    });
    const agreed = run(both, { type: 'agree', seen: both.items.slice(0, 1) });
    expect(agreed.items.map(({ agreed }) => agreed)).toEqual(['1.65', '2.00']);
  });

  it('has nothing left to ask when it moves back', () => {
    expect(priceToAnswer(first(run(inSlip, offerAt('1.65'), offerAt('1.72'))))).toBeUndefined();
  });

  it('is taken when better, asked about when worse', () => {
    const better = run(inSlip, { type: 'accept', accept: 'better' });
    expect(first(run(better, offerAt('1.80')))).toMatchObject({ agreed: '1.80', before: '1.72' });
    expect(priceToAnswer(first(run(better, offerAt('1.60'))))).toBe('1.60');
  });

  it('is taken either way under "any", also when chosen after the move', () => {
    const moved = run(inSlip, offerAt('1.60'), { type: 'accept', accept: 'any' });
    expect(first(moved)).toMatchObject({ agreed: '1.60', before: '1.72' });
  });

  it('of another selection is not ours', () => {
    expect(run(inSlip, { type: 'offer', pick: other, offer: at('9.00') })).toBe(inSlip);
  });

  it('does not touch a bet on its way, single or together', () => {
    const any = run(slipOf([one, '1.72'], [two, '2.00']), { type: 'accept', accept: 'any' });
    const waiting = run(any, { type: 'send', of: 'accumulator', attempt: attemptOf() }, offerAt('1.60'));
    expect(first(waiting).agreed).toBe('1.72');
    const alone = run(any, { type: 'send', of: single, attempt: attemptOf() }, offerAt('1.60'));
    expect(first(alone).agreed).toBe('1.72');
  });
});

describe('the key of an attempt', () => {
  const attempt = attemptOf();

  it('is kept when the reply is lost, so that trying again cannot place twice', () => {
    const lost = run(sent, { type: 'unheard', of: single });
    expect(first(lost).ticket).toMatchObject({ phase: 'unheard', attempt });
  });

  it('is kept through price messages that arrive in the meantime', () => {
    const lost = run(sent, { type: 'unheard', of: single }, offerAt('1.50'));
    expect(first(lost)).toMatchObject({ agreed: '1.72', ticket: { attempt } });
  });

  it('is dropped by a definite refusal', () => {
    const refusal = { reason: 'stake_max', max: '4.00', text: 'no', legs: [] };
    const refused = run(sent, { type: 'refused', of: single, refused: refusal });
    expect(first(refused).ticket).toMatchObject({
      phase: 'editing',
      attempt: undefined,
      refused: { max: '4.00' },
    });
  });

  it('is dropped by an edit after a lost reply', () => {
    const edited = run(sent, { type: 'unheard', of: single }, digit('0'));
    expect(first(edited).ticket).toMatchObject({ phase: 'editing', attempt: undefined, stake: '100' });
  });

  it('of a combined bet is dropped when its legs are others', () => {
    const lost = run(
      slipOf([one, '1.72'], [two, '2.00']),
      { type: 'send', of: 'accumulator', attempt },
      { type: 'unheard', of: 'accumulator' },
    );
    expect(lost.combined.accumulator).toMatchObject({ phase: 'unheard', attempt });
    const more = run(lost, { type: 'pick', pick: three, offer: at('3.00') });
    expect(more.combined.accumulator).toMatchObject({ phase: 'editing', attempt: undefined });
  });
});

describe('answers', () => {
  it('a changed price shows the new one and asks', () => {
    const legs = [{ event: 'e1', market: '1x2', selection: '1', odds: '1.60' }];
    const refusal = { reason: 'price_changed', legs, text: 'moved' };
    const next = run(sent, { type: 'refused', of: single, refused: refusal });
    expect(priceToAnswer(first(next))).toBe('1.60');
  });

  it('an edit takes the refusal away', () => {
    const refusal = { reason: 'stake_max', max: '4.00', text: 'no', legs: [] };
    const refused = run(sent, { type: 'refused', of: single, refused: refusal });
    const edited = run(refused, { type: 'stake', of: single, stake: '4.00' });
    expect(first(edited).ticket).toMatchObject({ stake: '4.00', refused: undefined });
  });

  it('a placed bet shows its receipt, also when the sheet was closed in the meantime', () => {
    const placed = run(sent, { type: 'close' }, { type: 'placed', of: single, bet });
    expect(placed).toMatchObject({ items: [], receipts: [bet], open: true });
  });

  it('a placed single leaves the others in the slip', () => {
    const both = slipOf([one, '1.72'], [two, '2.00']);
    const placed = run(both, { type: 'placed', of: single, bet });
    expect(placed.items.map(({ pick }) => pick)).toEqual([two]);
    expect(placed.receipts).toEqual([bet]);
  });

  it('a placed combined bet takes all selections along', () => {
    const placed = run(slipOf([one, '1.72'], [two, '2.00']), { type: 'placed', of: 'accumulator', bet });
    expect(placed).toMatchObject({ items: [], receipts: [bet], open: true });
  });

  it.each([
    ['better', 'better'],
    ['any', 'none'],
  ] as const)('closing a receipt empties the slip; the choice "%s" becomes "%s"', (accept, next) => {
    const chosen = run(inSlip, { type: 'accept', accept });
    const done = run(chosen, { type: 'placed', of: single, bet }, { type: 'close' });
    expect(done).toEqual({ ...emptySlip, accept: next });
    expect(run(chosen, { type: 'remove', id: idOf(one) }).accept).toBe(next);
    expect(run(chosen, { type: 'clear' }).accept).toBe(next);
  });

  it('nothing is edited while waiting for one', () => {
    const waiting = first(sent).ticket;
    expect(first(run(sent, { type: 'stake', of: single, stake: '99' })).ticket).toBe(waiting);
    expect(run(sent, { type: 'remove', id: idOf(one) })).toBe(sent);
    expect(run(sent, { type: 'clear' })).toBe(sent);
    expect(run(sent, { type: 'pick', pick: two, offer: at('2.00') })).toBe(sent);
    expect(first(run(sent, { type: 'accept', accept: 'any' })).ticket).toBe(waiting);
  });
});

describe('a slip that edits a bet', () => {
  const { items } = slipOf([one, '1.72']);
  const editing = run(emptySlip, { type: 'fill', items, tab: undefined, k: undefined, edit: { bet: 'old' } });
  const edit = { bet: 'old', sent: 'the quote' };
  const away = run(editing, { type: 'send', of: single, attempt: attemptOf(), edit });

  it('keeps the quote that was sent, and shows both bets once they are exchanged', () => {
    expect(editing.edit).toEqual({ bet: 'old' });
    expect(run(away, { type: 'unheard', of: single }).edit).toEqual(edit);
    const sold = { ...bet, id: 'old', cashOut: '9.11' };
    const done = run(away, { type: 'placed', of: single, bet, sold });
    expect(done).toMatchObject({ items: [], edit: undefined, open: true, receipts: [sold, bet] });
  });

  it('stays with selections that are picked as well, and ends with its last selection, another filling and by hand', () => {
    expect(run(editing, { type: 'pick', pick: two, offer: at('2.00') }).edit).toEqual({ bet: 'old' });
    expect(run(editing, { type: 'remove', id: idOf(one) }).edit).toBeUndefined();
    expect(run(editing, { type: 'clear' }).edit).toBeUndefined();
    expect(run(editing, { type: 'fill', items, tab: undefined, k: undefined }).edit).toBeUndefined();
  });
});

describe('a slip that is filled', () => {
  const items = slipOf([two, '2.00'], [three, '3.00']).items;
  const fill: SlipAction = { type: 'fill', items, tab: 'system', k: 2 };

  it('takes the place of what was in it, opens, and asks before it takes a price', () => {
    const next = run(inSlip, { type: 'accept', accept: 'any' }, fill);
    expect(next).toMatchObject({ items, tab: 'system', k: 2, open: true, accept: 'none' });
  });

  it('can be put back', () => {
    const after = run(inSlip, fill);
    expect(run(after, { type: 'restore', before: inSlip, after }).items).toEqual(inSlip.items);
  });

  it('waits for an answer that is under way', () => {
    expect(run(sent, fill)).toBe(sent);
  });

  it('is not emptied by nothing', () => {
    expect(run(inSlip, { ...fill, items: [] })).toBe(inSlip);
  });
});

describe('a selection that has closed', () => {
  const close: SlipAction = {
    type: 'offer',
    pick: two,
    offer: { odds: null, state: 'closed', margin: '' },
  };
  const both = run(slipOf([one, '1.72'], [two, '2.00']), { type: 'tab', tab: 'single' });

  it('takes no stake from the pad any more', () => {
    expect(targetOf(both)).toBe(idOf(two));
    const closed = run(both, close, digit('5'));
    expect(targetOf(closed)).toBe(idOf(one));
    expect(stakes(closed)).toEqual(['5', '']);
  });

  it('is not closed while the answer about it is awaited', () => {
    const lost = run(
      both,
      { type: 'send', of: { single: idOf(two) }, attempt: attemptOf() },
      { type: 'unheard', of: { single: idOf(two) } },
      close,
    );
    expect(lost.items.map(isClosed)).toEqual([false, false]);
  });
});

describe('what blocks a selection', () => {
  it('is its market or its missing price', () => {
    expect(blockOf({ offer: at('1.72') })).toBeUndefined();
    expect(blockOf({ offer: { odds: '1.72', state: 'suspended', margin: '' } })).toBe('suspended');
    expect(blockOf({ offer: { odds: null, state: 'open', margin: '' } })).toBe('suspended');
    expect(blockOf({ offer: { odds: null, state: 'settled', margin: '' } })).toBe('closed');
    expect(blockOf({ offer: undefined })).toBe('unknown');
  });
});

describe('a builder', () => {
  const win = { market: '1x2', selection: '1' };
  const over = { market: 'over_under', selection: 'over', line: '2.5' };
  const both = { market: 'btts', selection: 'yes' };
  const builder = builderOn('e1', [win, over]);
  const put = (pick: SlipSelection, odds: string, replaces: readonly string[] = []): SlipAction => ({
    type: 'put',
    pick,
    offer: at(odds),
    replaces,
  });

  it('is one selection, whichever order its parts are in', () => {
    expect(idOf(builderOn('e1', [over, win]))).toBe(idOf(builder));
    expect(idOf(builderOn('e1', [win, both]))).not.toBe(idOf(builder));
  });

  it('joins others and opens the slip', () => {
    const state = run(slipOf([two, '2.00']), { type: 'close' }, put(builder, '4.50'));
    expect(state).toMatchObject({ open: true, target: idOf(builder) });
    expect(state.items.map(({ pick, agreed }) => [pick, agreed])).toEqual([
      [two, '2.00'],
      [builder, '4.50'],
    ]);
  });

  it('takes the place of itself at the price seen, and of the one that was changed, with its stake', () => {
    const staked = run(slipOf([builder, '4.50'], [two, '2.00']), {
      type: 'stake',
      of: { single: idOf(builder) },
      stake: '7',
    });
    const again = run(staked, put(builder, '4.60'));
    expect(again.items.map(({ agreed, ticket }) => [agreed, ticket.stake])).toEqual([
      ['4.60', '7'],
      ['2.00', ''],
    ]);
    const changed = builderOn('e1', [win, over, both]);
    const state = run(staked, put(changed, '6.00', [idOf(builder)]));
    expect(state.items.map(({ pick, ticket }) => [pick, ticket.stake])).toEqual([
      [changed, '7'],
      [two, ''],
    ]);
  });

  it('takes the place of all selections it combines', () => {
    const overPick = { ...pickOn('e1', 'over'), market: 'over_under', line: '2.5' };
    const before = slipOf([two, '2.00'], [one, '1.72'], [overPick, '1.90']);
    const state = run(before, put(builder, '3.10', [idOf(one), idOf(overPick)]));
    expect(state.items.map(({ pick }) => pick)).toEqual([two, builder]);
    expect(tabOf(state)).toBe('accumulator');
  });

  it('is still one leg of its match', () => {
    expect(conflictsOf(slipOf([builder, '4.50'], [two, '2.00']).items)).toEqual(new Set());
    expect(conflictsOf(slipOf([builder, '4.50'], [one, '2.00']).items)).toEqual(
      new Set([idOf(builder), idOf(one)]),
    );
  });

  it('does not join as many as one bet may have', () => {
    const full = slipOf(
      ...Array.from({ length: limits.legsMax }, (_, nth): [SlipSelection, string] => [
        pickOn(`m${nth}`),
        '2.00',
      ]),
    );
    expect(run(full, put(builder, '4.50'))).toBe(full);
  });

  it('waits in peace for the answer to a bet', () => {
    expect(run(sent, put(builder, '4.50'))).toBe(sent);
  });

  it('asks about a moved price that a refusal tells', () => {
    const of: TicketId = { single: idOf(builder) };
    const placing = run(slipOf([builder, '4.50']), { type: 'send', of, attempt: attemptOf() });
    const legs = [{ ...builder, parts: [over, win], odds: '4.20' }];
    const state = run(placing, {
      type: 'refused',
      of,
      refused: { reason: 'price_changed', text: 'moved', legs },
    });
    expect(priceToAnswer(first(state))).toBe('4.20');
  });

  it('shows what has closed of it', () => {
    const offer = {
      odds: null,
      state: 'closed' as const,
      margin: '',
      builder: { state: 'closed' as const, parts: ['open' as const, 'closed' as const] },
    };
    const state = run(slipOf([builder, '4.50']), { type: 'offer', pick: builder, offer });
    expect(blockOf(first(state))).toBe('closed');
    expect(isClosed(first(state))).toBe(true);
  });
});
