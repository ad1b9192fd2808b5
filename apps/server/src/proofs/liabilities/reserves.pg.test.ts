import { parseCanonicalObject } from '@touchline/verify/canonical-json';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveStatement } from '../../testing/cases/liabilities.ts';
import { outcomeOf, testTouchline, type TestOperator, type TestTouchline } from '../../testing/touchline.ts';

let site: TestTouchline;
let owner: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  site = await testTouchline({
    background: true,
    env: { PLAY_GRANT: '1000', OPERATOR_WAIT_HOURS: '0', CHAIN_SANDBOX_BLOCK_MS: '100' },
  });
  [owner, second] = [await site.operator('owner'), await site.operator('cashier')];
});
afterAll(() => site.close());

/** The reserves of a new snapshot, as its entry has them. */
const published = async (): Promise<unknown> => {
  await site.modules.liabilities.service.make({ operatorId: null, day: null });
  const [row] = await site.modules.liabilities.service.newest(1);
  return parseCanonicalObject(row?.entry ?? '').reserves;
};

test('an address counts once its key has signed the challenge of the day', async () => {
  const wallet = privateKeyToAccount(`0x${'22'.repeat(32)}`);
  const of = { network: 'usdt-erc20', address: wallet.address };
  const { challenge } = await owner.ask('officeReserveChallenge', of);
  const other = await wallet.signMessage({ message: `${challenge} ` });
  expect(outcomeOf(await owner.call('officeReserveAddressAdd', { ...of, signature: other }))).toBe(
    'validation',
  );
  expect(outcomeOf(await owner.call('officeReserveChallenge', { ...of, address: 'T'.repeat(34) }))).toBe(
    'validation',
  );
  expect(await published()).toEqual([]);

  await site.modules.cashier.service.chain.sandbox?.send({
    network: 'usdt-erc20',
    to: wallet.address,
    micro: 2_500_000n,
  });
  const signature = await wallet.signMessage({ message: challenge });
  await owner.ask('officeReserveAddressAdd', { ...of, signature });
  const expected = { kind: 'address', currency: 'USDT', ...of, challenge, signature, amount: '2500000' };
  await expect.poll(published, { timeout: 10_000 }).toContainEqual(expect.objectContaining(expected));
  const { addresses } = await second.ask('officeReserveList');
  expect(addresses).toMatchObject([{ ...of, counts: true, addedBy: { account: owner.account } }]);
  const { list } = await owner.ask('officeLiabilityList');
  expect(list[0]?.reserves).toContainEqual(
    expect.objectContaining({ kind: 'address', amount: '2.500000', block: expect.stringMatching(/^\d+$/) }),
  );
});

test('a statement counts once a second operator has applied it, and the next of its name replaces it', async () => {
  const statements = async () =>
    JSON.stringify(await published()).match(/"amount":"\d+","currency":"PLAY"[^}]*"kind":"statement"/g) ?? [];
  const one = await owner.ask('officeReserveAdd', { ...reserveStatement(), amount: '10' });
  expect(await statements()).toEqual([]);
  const decide = { id: one.id, version: 0, decision: 'apply' };
  expect(outcomeOf(await owner.call('officeReserveDecide', decide))).toBe('same_operator');
  expect(await second.ask('officeReserveDecide', decide)).toMatchObject({ state: 'applied', counts: true });
  expect(await statements()).toHaveLength(1);

  const next = await second.ask('officeReserveAdd', { ...reserveStatement(), amount: '20' });
  await owner.ask('officeReserveDecide', { ...decide, id: next.id });
  expect(await statements()).toEqual([expect.stringContaining('"amount":"2000"')]);
  const { statements: all } = await owner.ask('officeReserveList');
  expect(all.map(({ id, counts }) => [id, counts])).toEqual([
    [next.id, true],
    [one.id, false],
  ]);
  for (const day of ['2020-01-01', '2999-01-01'])
    expect(outcomeOf(await owner.call('officeReserveAdd', { ...reserveStatement(), day }))).toBe(
      'validation',
    );
});
