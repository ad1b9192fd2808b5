import { fromBase64 } from '@touchline/verify/bytes';
import { parseCanonicalObject } from '@touchline/verify/canonical-json';
import { memberSums } from '@touchline/verify/sums/member-sums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import type { ManualClock } from '../../core/clock.ts';
import {
  outcomeOf,
  testTouchline,
  type TestMember,
  type TestOperator,
  type TestTouchline,
} from '../../testing/touchline.ts';

let site: TestTouchline<ManualClock>;
let ada: TestMember;
let owner: TestOperator;
let cashier: TestOperator;
beforeAll(async () => {
  site = await testTouchline({
    env: { PLAY_GRANT: '1000', OPERATOR_WAIT_HOURS: '0' },
    frozenAt: new Date('2026-03-01T12:00:00Z'),
  });
  ada = await site.member();
  owner = await site.operator('owner');
  cashier = await site.operator('cashier');
});
afterAll(() => site.close());

const reason = 'Asked for by the regulator';

/** What a member finds in a proof, by the published entry alone. */
const sumsIn = (entry: string, of: Parameters<typeof memberSums>[1]): bigint[] | undefined => {
  const { size, root, totals } = parseCanonicalObject(entry);
  if (typeof size !== 'number' || typeof root !== 'string' || !Array.isArray(totals)) {
    throw new Error('no entry');
  }
  const sums = totals.flatMap((one) => {
    const { available, held, openBets } = Object(one);
    return [available, held, openBets].map((amount) => BigInt(amount));
  });
  return memberSums({ size, hash: fromBase64(root), totals: sums }, of)?.slice();
};

/** One operator proposes to publish, another does. */
const publish = async () => {
  // The sessions of before are over after hours.
  [owner, cashier] = [await site.operator('owner'), await site.operator('cashier')];
  const { id } = await owner.ask('officeLiabilityPropose', { key: newId(), reason });
  return cashier.call('officeLiabilityDecide', { id, version: 0, decision: 'apply' });
};

test('each day what is owed is published, and a member finds their own part', async () => {
  expect(await ada.ask('liabilityProof')).toEqual({});
  expect(await owner.ask('officeLiabilityList')).toMatchObject({ list: [], total: 0, refused: [] });

  await site.member();
  await site.modules.liabilities.service.makeDaily();
  const owed = { available: '2000.00', held: '0.00', openBets: '0.00' };
  const issued = { kind: 'issued', amount: '2000.00', given: '2000.00', paidIn: '0.00', lost: '0.00' };
  expect(await owner.ask('officeLiabilityList')).toMatchObject({
    list: [{ owed, reserves: [issued], members: 2, rounded: false }],
    total: 1,
  });

  const { found } = await ada.ask('liabilityProof');
  expect(found).toMatchObject({ owed: { ...owed, available: '1000.00' }, version: 1 });
  const { entry = '', proof = { leaves: [], siblings: '' } } = found ?? {};
  expect(sumsIn(entry, { memberId: ada.id, proof })).toEqual([100_000n, 0n, 0n]);

  // A member who came later is in none yet.
  expect(await (await site.member()).ask('liabilityProof')).toEqual({});
});

test('two operators publish between the days, with rounded totals and exact proofs', async () => {
  const { id } = await owner.ask('officeLiabilityPropose', { key: newId(), reason });
  const apply = { id, version: 0, decision: 'apply' };
  expect(outcomeOf(await owner.call('officeLiabilityDecide', apply))).toBe('same_operator');
  expect((await owner.ask('officeLiabilityList')).proposals).toMatchObject([
    { id, proposedBy: { account: owner.account }, state: 'proposed' },
  ]);
  const { made } = await cashier.ask('officeLiabilityDecide', apply);
  // 3,000.00 is available and nothing is held: each becomes the next thousand above it.
  const owed = { available: '4000.00', held: '1000.00', openBets: '1000.00' };
  const issued = { kind: 'issued', amount: '5000.00', paidIn: '1000.00', lost: '1000.00', given: '5000.00' };
  expect(made).toMatchObject({
    owed,
    reserves: [issued],
    members: 3,
    rounded: true,
    madeBy: { account: cashier.account },
  });
  const list = await owner.ask('officeLiabilityList');
  expect(list).toMatchObject({ list: [made, {}], total: 2, proposals: [] });

  const { found } = await ada.ask('liabilityProof');
  expect(found).toMatchObject({ owed: { available: '1000.00', held: '0.00', openBets: '0.00' } });
  const { entry = '', proof = { leaves: [], siblings: '' } } = found ?? {};
  expect(parseCanonicalObject(entry).totals).toEqual([
    { currency: 'PLAY', available: '400000', held: '100000', openBets: '100000', roundedTo: '100000' },
  ]);
  expect(sumsIn(entry, { memberId: ada.id, proof })).toEqual([100_000n, 0n, 0n]);

  const auditor = await site.operator('auditor');
  const lines = (await auditor.ask('officeAuditList', { subject: made?.id })).list;
  expect(lines).toMatchObject([{ action: 'liabilities_made', detail: { root: made?.root } }]);
  const decisions = (await auditor.ask('officeAuditList', { subject: id })).list;
  expect(decisions.map(({ action }) => action)).toEqual(['liabilities_applied', 'liabilities_proposed']);
});

test('the next one waits for six hours after the one before', async () => {
  expect(await publish()).toMatchObject({
    data: { reason: 'published_lately', until: '2026-03-01T18:00:00.000Z' },
  });
  expect((await owner.ask('officeLiabilityList')).total).toBe(2);
  site.clock.advance(6 * 3_600_000 - 1_000);
  expect(outcomeOf(await publish())).toBe('published_lately');
  site.clock.advance(1_000);
  expect(outcomeOf(await publish())).toBe('done');
  // Applied before the other had published: it is found out when it is written.
  await expect(site.modules.liabilities.service.makeFor(owner.id)).rejects.toMatchObject({
    reason: 'published_lately',
  });
  expect((await owner.ask('officeLiabilityList')).total).toBe(3);
  site.clock.advance(6 * 3_600_000);
});

test('where a wallet was changed by hand nothing is published, and the office says why', async () => {
  const { shard, memberId } = ada.owner;
  const change = (by: number) =>
    site.database.owner.query(
      'update wallet set available = available + $3 where shard = $1 and member_id = $2',
      [shard, memberId, by],
    );
  await change(5);
  const differences = [
    'members have 300005 PLAY, by the accounts of the house 300000',
    'members have 300005 and 0 held PLAY, by the sums of days 300000 and 0',
  ];
  try {
    expect(await publish()).toMatchObject({ data: { refused: differences } });
    const { list, refused } = await owner.ask('officeLiabilityList');
    expect(list).toHaveLength(3);
    expect(refused).toMatchObject([{ differences, madeBy: { account: cashier.account } }]);
  } finally {
    await change(-5);
  }
  // Nothing was published, so that the next one waits for nothing.
  expect(outcomeOf(await publish())).toBe('done');
  expect(outcomeOf(await publish())).toBe('published_lately');
  expect((await owner.ask('officeLiabilityList')).refused).toEqual([]);
});
