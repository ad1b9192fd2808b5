import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { testTouchline, type TestTouchline } from '../../testing/touchline.ts';

let site: TestTouchline;
beforeAll(async () => {
  site = await testTouchline({ background: true });
}, 60_000);
afterAll(() => site.close());

const refused = (name: string) => ({ code: 0, data: { reason: name } });
const checkIn = ['1', '1', '1', '1', '1', '1', '2'];
const today = () => new Date().toISOString().slice(0, 10);

test('the overview shows the rules in force and their cost by the ledger', async () => {
  const auditor = await site.operator('auditor');
  const max = await site.member();
  expect(await max.call('checkIn', { key: newId() })).toMatchObject({ data: { reward: '1.00' } });
  // The day of the check-in, also when midnight comes while its sum is awaited.
  const { rows } = await site.database.owner.query<{ day: string }>('select day::text from check_in');
  const day = rows[0]?.day;
  // The sums of days follow once no older transaction is open in any database of the cluster.
  const overview = async () => (await auditor.call('officeRewardOverview', { from: day, to: day })).data;
  await expect.poll(overview, { timeout: 30_000 }).toMatchObject({
    version: '0',
    checkIn: ['1.00', '1.00', '2.00', '2.00', '3.00', '3.00', '5.00'],
    levels: [
      { level: 0, withdrawFee: '1.00' },
      { level: 1, turnover: '1000.00', withdrawFee: '0.90', members: 0 },
      {},
      {},
      {},
      { level: 5, support: 'priority' },
    ],
    cost: {
      amount: '1.00',
      checkIns: 1,
      days: [{ day, amount: '1.00', checkIns: 1 }],
      levels: { fees: '0.00', withdrawals: 0, checkIns: '0.00', unknownWithdrawals: 0, unknownCheckIns: 0 },
    },
  });
  // As if it had been before sums were kept.
  await site.database.owner.query('delete from check_in_sum');
  expect(await overview()).toMatchObject({ cost: { levels: { unknownCheckIns: 1 } } });
  expect(await auditor.call('officeRewardOverview', { from: '2026-06-12', to: '2026-06-11' })).toMatchObject(
    refused('validation'),
  );
});

test('rules are proposed by one, applied by another, and count from the next day', async () => {
  const [owner, cashier] = [await site.operator('owner'), await site.operator('cashier')];
  const rules = { checkIn, levels: [{ level: 2, turnover: '20000' }] };
  const given = { rules, seen: '0', reason: 'A calmer season' };
  const proposed = await owner.call('officeRewardRulesSave', given);
  expect(proposed).toMatchObject({ data: { state: 'proposed', basedOn: '0', rules } });
  const rival = await owner.call('officeRewardRulesSave', { ...given, rules: { checkIn: [], levels: [] } });
  const unwanted = await owner.ask('officeRewardRulesSave', given);
  expect(
    await cashier.ask('officeRewardRulesDecide', { id: unwanted.id, seen: 0, decision: 'refuse' }),
  ).toMatchObject({ state: 'refused' });
  const id = proposed.data.id;
  const apply = { id, seen: 0, decision: 'apply' };
  expect(await owner.call('officeRewardRulesDecide', apply)).toMatchObject(refused('same_operator'));
  const twice = await Promise.all([
    cashier.call('officeRewardRulesDecide', apply),
    cashier.call('officeRewardRulesDecide', { id: rival.data.id, seen: 0, decision: 'apply' }),
  ]);
  const outcomes = twice.map(({ code, data }) => (code === 1 ? data.version : data.reason));
  expect(new Set(outcomes)).toEqual(new Set(['1', 'outdated']));
  const { data: versions } = await cashier.call('officeRewardRules');
  expect(versions).toMatchObject({
    total: 2,
    list: [{ version: '1' }, { version: '0', rules: { levels: [] } }],
  });
  const { data: now } = await owner.call('officeRewardOverview', { from: today(), to: today() });
  expect(now).toMatchObject({ version: '0' });
  expect(await owner.call('officeRewardRulesSave', given)).toMatchObject(refused('outdated'));
  const auditor = await site.operator('auditor');
  const { data: log } = await auditor.call('officeAuditList', { action: 'reward_rules_applied' });
  expect(log).toMatchObject({
    list: [{ subject: { kind: 'reward_rules' }, detail: { before: { levels: [] }, version: '1' } }],
  });
});

test('contradictory rules are refused with every field concerned', async () => {
  const owner = await site.operator('owner');
  const propose = (rules: unknown) =>
    owner.call('officeRewardRulesSave', { rules, seen: '1', reason: 'For the test' });
  const wrong = await propose({ checkIn, levels: [{ level: 1, withdrawFee: '1.01', checkIn: 130 }] });
  expect(wrong).toMatchObject({
    data: {
      reason: 'validation',
      fields: {
        'rules.levels.1.withdrawFee': expect.any(String),
        'rules.levels.2.checkIn': expect.any(String),
      },
    },
  });
  for (const rules of [
    { checkIn: ['1'], levels: [] },
    { checkIn: [...checkIn.slice(1), '0'], levels: [] },
    { checkIn: [...checkIn.slice(1), '-1'], levels: [] },
    { checkIn: [...checkIn, '1'], levels: [] },
    { checkIn, levels: [{ level: 6 }] },
    { checkIn, levels: [{ level: 0, checkIn: 200 }] },
    { checkIn, levels: [{ level: 1, cashback: '5' }] },
    { checkIn, levels: [{ level: 1 }, { level: 1 }] },
  ]) {
    expect(await propose(rules)).toMatchObject(refused('validation'));
  }
  for (const id of ['x', newId()]) {
    const decided = await owner.call('officeRewardRulesDecide', { id, seen: 0, decision: 'apply' });
    expect(decided).toMatchObject(refused('not_found'));
  }
});
