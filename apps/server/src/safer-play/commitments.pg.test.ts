import type { Receipt } from '@touchline/contract/shapes/receipt';
import { parseVerifierKey } from '@touchline/verify/keys';
import { verifyReceipt } from '@touchline/verify/receipts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWallet } from '../testing/book.ts';
import { testSaferPlay, type TestSaferPlay } from '../testing/safer-play.ts';
import { testLogKey } from '../testing/touchline.ts';

let book: TestSaferPlay;
beforeAll(async () => {
  book = await testSaferPlay();
});
afterAll(() => book.close());

const key = parseVerifierKey(testLogKey.vkey);
const member = async () => {
  const { id: memberId, shard } = await testWallet(book.database.pool, 1_000n);
  return { memberId, shard };
};
/** What a receipt says, once it has verified. */
const promised = (receipt: Receipt | undefined) => {
  const verdict = receipt && verifyReceipt(receipt, key);
  if (!verdict?.ok) throw new Error(`no receipt: ${verdict?.reason}`);
  return verdict.fact;
};
const factsOf = async (memberId: string): Promise<{ kind: string; id: string; body: string }[]> => {
  const { rows } = await book.database.pool.query<{ kind: string; id: string; body: string }>(
    'select kind, id, body from member_fact where member_id = $1 order by tx',
    [memberId],
  );
  return rows;
};

test('each change of a limit is signed, and a fact of the log', async () => {
  const owner = await member();
  const set = (amount?: string) => book.play.limitSave(owner, { kind: 'stake', period: 'day', amount });
  const first = await set('25.00');
  expect(promised(first)).toMatchObject({
    kind: 'limit',
    member: owner.memberId,
    limit: 'stake',
    period: 'day',
    amount: '2500',
    pending: null,
  });
  const higher = await set('50.00');
  expect(promised(higher)).toMatchObject({ amount: '2500', pending: { amount: '5000' } });
  const [pending] = (await book.play.info(owner)).limits;
  const kept = await book.play.limitCancel(owner, pending?.pending?.id ?? '');
  expect(promised(kept)).toMatchObject({ amount: '2500', pending: null });
  expect((await factsOf(owner.memberId)).map(({ body }) => body)).toEqual(
    [first, higher, kept].map((receipt) => receipt?.body),
  );
});

test('an exclusion is signed once, and a shorter one changes nothing', async () => {
  const owner = await member();
  const away = await book.play.timeOut(owner, '24h');
  expect(promised(away)).toMatchObject({ kind: 'restriction', restriction: 'time_out' });
  const excluded = await book.play.exclude(owner, '1y');
  expect(promised(excluded)).toMatchObject({ restriction: 'excluded', until: expect.any(String) });
  expect(await book.play.exclude(owner, '6m')).toBeUndefined();
  expect(await factsOf(owner.memberId)).toHaveLength(2);
});
