import type { MoneyEntry } from '@touchline/contract/shapes/money';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import { createTranslator } from '@touchline/locales/translator';
import { expect, it } from 'vitest';
import { csvCell, csvOf } from './csv.ts';

const entry: MoneyEntry = {
  ...{ id: '2', kind: 'stake', amount: '-12.50', held: '0.00', balanceAfter: '1987.50', heldAfter: '0.00' },
  ...{ at: '2026-06-11T12:00:00.000Z', ref: '0197a000-0000-7000-8000-000000000001', note: 'A – B, +1' },
};
const { ref: _, note: __, ...own } = entry;

it('writes a heading and a line for each entry, amounts as they are', async () => {
  const t = createTranslator('en', await loadAppCatalogue('en'));
  expect(csvOf([entry, { ...own, id: '1', kind: 'grant', amount: '2000.00' }], t)).toBe(
    '\uFEFFNumber,Time (UTC),What,Amount,Balance after it,Held,Held after it,Belongs to,Note\r\n' +
      '2,2026-06-11T12:00:00.000Z,Stake,-12.50,1987.50,0.00,0.00,0197a000-0000-7000-8000-000000000001,"A – B, +1"\r\n' +
      '1,2026-06-11T12:00:00.000Z,Play money,2000.00,1987.50,0.00,0.00,,\r\n',
  );
});

it('keeps a comma, a quotation mark and what looks like a formula within its cell', () => {
  expect(csvCell('=a,"b"')).toBe(`"'=a,""b"""`);
  expect(csvCell('a\nb')).toBe('"a\nb"');
  expect(csvCell('-12.50')).toBe('-12.50');
});
