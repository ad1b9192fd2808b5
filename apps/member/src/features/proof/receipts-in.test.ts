import { expect, test } from 'vitest';
import { receiptsIn } from './receipts-in.ts';

const receipt = { body: '{}', nonce: 'n', proof: 'p' };

test('receipts are found where answers have them', () => {
  expect(receiptsIn({ receipt })).toEqual([receipt]);
  expect(receiptsIn({ id: 'bet', receipt: null, receipts: [receipt, receipt] })).toEqual([receipt, receipt]);
  expect(receiptsIn({ list: [{ receipts: [receipt] }], total: 1 })).toEqual([receipt]);
});

test('nothing else is one', () => {
  for (const answer of [undefined, null, 1, [], { receipt: { body: 1 } }, { receipts: 'x' }, { list: [1] }])
    expect(receiptsIn(answer)).toEqual([]);
});
