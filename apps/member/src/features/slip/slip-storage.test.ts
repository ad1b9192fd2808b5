import { describe, expect, it } from 'vitest';
import { idOf } from './selection.ts';
import { readSlipFrom, storedSlip } from './slip-storage.ts';
import { emptySlip, lastingAccept, type SlipState, type TicketId } from './slip.ts';
import { attemptOf, builderOn, pickOn, run, slipOf } from './testing.ts';

const line = { ...pickOn('e2', 'over'), market: 'over_under', line: '2.5' };
const single: TicketId = { single: idOf(pickOn('e1')) };
const slip = run(
  slipOf([pickOn('e1'), '1.72'], [line, '1.90']),
  { type: 'stake', of: single, stake: '12.' },
  { type: 'tab', tab: 'system' },
  { type: 'k', k: 3 },
);
const reloaded = (state: SlipState): SlipState =>
  readSlipFrom(JSON.parse(JSON.stringify(storedSlip(state))), lastingAccept(state.accept));

describe('a slip after a reload', () => {
  it('has its selections, stakes and choices; prices are asked for again', () => {
    const next = reloaded(slip);
    expect(next).toMatchObject({ tab: 'system', k: 3, same: false, open: false, receipts: [] });
    expect(next.items.map(({ pick }) => pick)).toEqual(slip.items.map(({ pick }) => pick));
    expect(next.items[0]).toMatchObject({ agreed: '1.72', offer: undefined, ticket: { stake: '12.' } });
  });

  it('asks for the answer to what was on its way, under the same key', () => {
    const attempt = attemptOf({ type: 'accumulator', again: true });
    const sent = run(slip, { type: 'send', of: 'accumulator', attempt });
    expect(reloaded(sent).combined.accumulator).toMatchObject({ phase: 'unheard', attempt });
  });

  it('still edits the bet that it edited, with the quote that was sent', () => {
    const edit = { bet: 'old', sent: 'the quote' };
    expect(reloaded({ ...slip, edit }).edit).toEqual(edit);
    expect(reloaded({ ...slip, edit: { bet: 'old' } }).edit).toMatchObject({ bet: 'old' });
    expect(reloaded(slip).edit).toBeUndefined();
  });

  it('forgets a refusal: it was about one time', () => {
    const refused = { reason: 'stake_max', max: '4.00', text: 'no', legs: [] };
    const next = reloaded(run(slip, { type: 'refused', of: single, refused }));
    expect(next.items[0]?.ticket).toMatchObject({ phase: 'editing', refused: undefined });
  });

  it('is empty where nothing can be read', () => {
    for (const stored of [undefined, null, 'x', { items: 'x' }, { items: [{}, { pick: {} }] }]) {
      expect(readSlipFrom(stored, 'better')).toEqual({ ...emptySlip, accept: 'better' });
    }
  });

  it('still takes any price where the member said so for this slip', () => {
    for (const accept of ['any', 'better', 'none'] as const) {
      expect(reloaded(run(slip, { type: 'accept', accept })).accept).toBe(accept);
    }
    expect(readSlipFrom({ items: [], accept: 'any' }, 'none').accept).toBe('none');
  });

  it('leaves out what cannot be read', () => {
    const stored = JSON.parse(JSON.stringify(storedSlip(slip)));
    stored.items[0].ticket.stake = '1e9';
    stored.items.push({ pick: { event: 'e3' }, agreed: '2.00' }, stored.items[1]);
    stored.combined.accumulator = { stake: '5', attempt: { key: 'k', legs: [] } };
    const next = readSlipFrom(stored, 'none');
    expect(next.items).toHaveLength(2);
    expect(next.items[0]?.ticket.stake).toBe('');
    expect(next.combined.accumulator).toMatchObject({ stake: '5', attempt: undefined, phase: 'editing' });
  });

  it('has the selections of a builder, and asks for the answer to one that was on its way', () => {
    const parts = [
      { market: '1x2', selection: '1' },
      { market: 'over_under', selection: 'over', line: '2.5' },
    ];
    const built = slipOf([builderOn('e1', parts), '4.50']);
    const attempt = attemptOf({
      legs: [{ event: 'e1', market: 'builder', selection: 'all', odds: '4.50', parts }],
    });
    const of: TicketId = { single: idOf(builderOn('e1', parts)) };
    const next = reloaded(run(built, { type: 'send', of, attempt }));
    expect(next.items[0]).toMatchObject({ pick: { parts }, agreed: '4.50', ticket: { attempt } });
  });

  it('leaves out a builder of which a selection cannot be read', () => {
    const stored = JSON.parse(
      JSON.stringify(storedSlip(slipOf([builderOn('e1', [{ market: '1x2', selection: '1' }]), '4.50']))),
    );
    stored.items[0].pick.parts.push({ market: '1x2' });
    expect(readSlipFrom(stored, 'none').items).toEqual([]);
  });
});
