import { fromBase64 } from '@touchline/verify/bytes';
import { parseCanonicalObject } from '@touchline/verify/canonical-json';
import { memberSums } from '@touchline/verify/sums/member-sums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  testTouchline,
  type TestMember,
  type TestOperator,
  type TestTouchline,
} from '../testing/touchline.ts';

let site: TestTouchline;
let ada: TestMember;
let owner: TestOperator;
beforeAll(async () => {
  site = await testTouchline({ env: { PLAY_GRANT: '1000' } });
  ada = await site.member();
  owner = await site.operator('owner');
});
afterAll(() => site.close());

test('an operator publishes what is owed, and a member finds their own part', async () => {
  expect(await ada.ask('liabilityProof')).toEqual({});
  expect(await owner.ask('officeLiabilityList')).toMatchObject({ list: [], total: 0, refused: [] });

  await site.member();
  const { made } = await owner.ask('officeLiabilityMake').then((answer) => {
    if ('refused' in answer) throw new Error(answer.refused.join());
    return answer;
  });
  const owed = { available: '2000.00', held: '0.00', openBets: '0.00' };
  const issued = { kind: 'issued', amount: '2000.00', given: '2000.00', paidIn: '0.00', lost: '0.00' };
  expect(made).toMatchObject({ owed, reserves: [issued], members: 2, madeBy: { account: owner.account } });
  expect(await owner.ask('officeLiabilityList')).toMatchObject({ list: [made], total: 1 });

  const { found } = await ada.ask('liabilityProof');
  expect(found).toMatchObject({ owed: { ...owed, available: '1000.00' }, version: 1 });
  const { entry = '', proof = { leaves: [], siblings: '' } } = found ?? {};
  const { size, root } = parseCanonicalObject(entry);
  if (typeof size !== 'number' || typeof root !== 'string') throw new Error('no entry');
  const sums = memberSums(
    { size, hash: fromBase64(root), totals: [200_000n, 0n, 0n] },
    { memberId: ada.id, proof },
  );
  expect(sums).toEqual([100_000n, 0n, 0n]);

  // A member who came later is in none yet.
  expect(await (await site.member()).ask('liabilityProof')).toEqual({});
  const { list } = await (
    await site.operator('auditor')
  ).ask('officeAuditList', { action: 'liabilities_made' });
  expect(list).toMatchObject([{ subject: { kind: 'liabilities', id: made.id }, detail: { root } }]);
});

test('where a wallet was changed by hand nothing is published, and the office says why', async () => {
  const { shard, memberId } = ada.owner;
  const change = (by: number) =>
    site.database.owner.query(
      'update wallet set available = available + $3 where shard = $1 and member_id = $2',
      [shard, memberId, by],
    );
  await change(5);
  try {
    const differences = [
      'members have 300005 PLAY, by the accounts of the house 300000',
      'members have 300005 and 0 held PLAY, by the sums of days 300000 and 0',
    ];
    expect(await owner.ask('officeLiabilityMake')).toEqual({ refused: differences });
    const { list, refused } = await owner.ask('officeLiabilityList');
    expect(list).toHaveLength(1);
    expect(refused).toMatchObject([{ differences, madeBy: { account: owner.account } }]);
  } finally {
    await change(-5);
  }
  await owner.ask('officeLiabilityMake');
  expect((await owner.ask('officeLiabilityList')).refused).toEqual([]);
});
