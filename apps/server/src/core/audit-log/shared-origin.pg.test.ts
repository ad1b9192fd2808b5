import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { sharedSites } from '../../testing/shared-sites.ts';
import type { TestOperator, TestTouchline } from '../../testing/touchline.ts';
import type { ManualClock } from '../clock.ts';

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

/** Address and browser of an operator's session some days ago. */
const wasAt = (of: TestOperator, address: string, browser: string, days = 0) =>
  site.database.pool.query(
    `update operator_session set address = $2, user_agent = $3, last_used_at = $4::timestamptz - $5 * interval '1 day'
     where operator_id = $1`,
    [of.id, address, browser, site.clock.now(), days],
  );

/** A correction that one proposes and the other refuses. @returns the detail of the second's line */
const decided = async (
  place: (one: TestOperator, other: TestOperator) => Promise<unknown>,
): Promise<unknown> => {
  const [one, other] = [await site.operator('cashier'), await site.operator('cashier')];
  const member = await site.member();
  const { data } = await one.call('officeAdjustmentAdd', {
    key: newId(),
    member: member.id,
    amount: '1',
    reason: 'For the test',
  });
  await place(one, other);
  const refuse = { id: data.id, version: 0, decision: 'refuse', note: 'For the test' };
  expect(await other.call('officeAdjustmentDecide', refuse)).toMatchObject({ code: 1 });
  const auditor = await site.operator('auditor');
  const { data: log } = await auditor.call('officeAuditList', { subject: data.id });
  expect(log.list).toMatchObject([{ action: 'adjustment_refused' }, { action: 'adjustment_proposed' }]);
  expect(log.list[1]?.detail.shared).toBeUndefined();
  return log.list[0]?.detail?.shared;
};

test('two at one address with one browser are marked in the line of the second', async () => {
  const place = async (one: TestOperator, other: TestOperator) => {
    await wasAt(one, '203.0.113.7', 'Firefox');
    await wasAt(other, '203.0.113.7', 'Firefox');
  };
  expect(await decided(place)).toBe('device');
});

test('with different browsers it is the address alone', async () => {
  const place = async (one: TestOperator, other: TestOperator) => {
    await wasAt(one, '203.0.113.7', 'Firefox');
    await wasAt(other, '203.0.113.7', 'Chrome');
  };
  expect(await decided(place)).toBe('address');
});

test('at different addresses, or more than thirty days apart, nothing is marked', async () => {
  const apart = async (one: TestOperator, other: TestOperator) => {
    await wasAt(one, '203.0.113.7', 'Firefox');
    await wasAt(other, '203.0.113.8', 'Firefox');
  };
  expect(await decided(apart)).toBeUndefined();
  const longAgo = async (one: TestOperator, other: TestOperator) => {
    await wasAt(one, '203.0.113.9', 'Firefox', 31);
    await wasAt(other, '203.0.113.9', 'Firefox');
  };
  expect(await decided(longAgo)).toBeUndefined();
});
