import { expect, test } from 'vitest';
import { newId, shardOf } from '../ids.ts';
import { sharedSites } from '../../testing/shared-sites.ts';
import type { TestOperator, TestTouchline } from '../../testing/touchline.ts';
import type { ManualClock } from '../clock.ts';

let site: TestTouchline<ManualClock>;
let auditor: TestOperator;
sharedSites.beforeAll(async ({ frozenSite }) => {
  site = frozenSite;
  auditor = await site.operator('auditor');
});

type Place = { address: string; browser?: string; days?: number };

/** Address and browser of a session some days ago. */
const wasAt = async (
  table: 'operator_session' | 'session',
  { id }: TestOperator,
  { address, browser = 'Firefox', days = 0 }: Place,
): Promise<void> => {
  const of = table === 'session' ? 'member_id' : 'operator_id';
  await site.database.pool.query(
    `update ${table} set address = $2, user_agent = $3, last_used_at = $4::timestamptz - $5 * interval '1 day'
     where ${of} = $1`,
    [id, address, browser, site.clock.now(), days],
  );
};

/** An operator and a member, each signed in from an address. */
const pair = async (operatorAt: Place, memberAt: Place) => {
  const [operator, member] = [await site.operator('cashier'), await site.member()];
  await wasAt('operator_session', operator, operatorAt);
  await wasAt('session', member, memberAt);
  const propose = (more: Record<string, unknown> = {}) =>
    operator.call('officeAdjustmentAdd', {
      key: newId(),
      member: member.id,
      amount: '1',
      reason: 'For the test',
      ...more,
    });
  return { operator, member, propose };
};

const home = '203.0.113.7';

test.each<[string, Place, Place, 'device' | 'address']>([
  ['one browser at one address', { address: home }, { address: home }, 'device'],
  ['two browsers at one address', { address: home, browser: 'Chrome' }, { address: home }, 'address'],
])('%s: %j with %j is %s', async (_what, operatorAt, memberAt, origin) => {
  const { operator, member, propose } = await pair(operatorAt, memberAt);
  const first = await propose();
  expect(first).toMatchObject({ code: 0, data: { reason: 'member_origin', memberOrigin: origin } });
  const list = () => operator.call('officeAdjustmentList', { member: member.id });
  expect((await list()).data.total).toBe(0);
  const made = await propose({ originSeen: true });
  expect(made).toMatchObject({ code: 1, data: { state: 'proposed', memberOrigin: origin } });
  const { data } = await auditor.call('officeAuditList', { subject: made.data.id });
  expect(data.list).toMatchObject([{ action: 'adjustment_proposed', detail: { memberOrigin: origin } }]);

  // The mark depends on the operator: one at another address decides without it.
  const other = await site.operator('cashier');
  await wasAt('operator_session', other, { address: '198.51.100.9' });
  const [shown] = (await other.call('officeAdjustmentList', { member: member.id })).data.list;
  expect(shown?.memberOrigin).toBeUndefined();
  if (!shown) throw new Error('Nothing is shown');
  const { id, version, balance } = shown;
  const walletVersion = balance?.walletVersion;
  const apply = { id, version, decision: 'apply', walletVersion };
  await wasAt('operator_session', other, operatorAt);
  expect(await other.call('officeAdjustmentDecide', apply)).toMatchObject({
    data: { reason: 'member_origin', memberOrigin: origin },
  });
  expect((await member.call('userInfo')).data.balance).toBe('1000.00');
  expect(await other.call('officeAdjustmentDecide', { ...apply, originSeen: true })).toMatchObject({
    data: { state: 'applied' },
  });
});

test.each<[string, Place, Place]>([
  ['two addresses', { address: home }, { address: '203.0.113.8' }],
  ['this machine itself', { address: '127.0.0.1' }, { address: '127.0.0.1' }],
  ['the member long ago', { address: home }, { address: home, days: 31 }],
])('%s: %j with %j share nothing', async (_what, operatorAt, memberAt) => {
  const { propose } = await pair(operatorAt, memberAt);
  const made = await propose();
  expect(made).toMatchObject({ code: 1, data: { state: 'proposed' } });
  expect(made.data.memberOrigin).toBeUndefined();
});

test.each([
  [29, 'device'],
  [31, undefined],
])('a session of the operator %i days ago: %s', async (days, origin) => {
  const { operator, propose } = await pair({ address: '203.0.113.8' }, { address: home });
  await site.database.pool.query(
    `insert into operator_session (id, operator_id, token_hash, created_at, last_used_at, expires_at, address, user_agent)
     select $1, $2, uuid_send($1), t.at, t.at, t.at, $3, 'Firefox'
     from (select $4::timestamptz - $5 * interval '1 day' as at) t`,
    [newId(), operator.id, home, site.clock.now(), days],
  );
  expect((await propose()).data.memberOrigin).toBe(origin);
});

test('a payout method shared with a member at the address of the operator', async () => {
  const { member, propose } = await pair({ address: home }, { address: '203.0.113.8' });
  const neighbour = await site.member();
  await wasAt('session', neighbour, { address: home });
  expect(await propose()).toMatchObject({ code: 1 });
  for (const { id } of [member, neighbour]) {
    await site.database.pool.query(
      `insert into payout_method (shard, member_id, id, type, fields, fingerprint, created_at, usable_from)
       values ($1, $2, $3, 'usdt-erc20', '{}', 'one place', now(), now())`,
      [shardOf(id), id, newId()],
    );
  }
  expect(await propose()).toMatchObject({ data: { reason: 'member_origin', memberOrigin: 'payout' } });
  expect(await propose({ originSeen: true })).toMatchObject({ code: 1 });
});
