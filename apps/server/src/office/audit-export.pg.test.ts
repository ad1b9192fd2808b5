import { auditExportPath } from '@touchline/contract/paths';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTouchline, type TestTouchline } from '../testing/touchline.ts';
import { setUpOperatorApp } from '../testing/second-factors.ts';
import type { ManualClock } from '../core/clock.ts';

const noon = new Date('2026-06-11T12:00:00Z');

let site: TestTouchline<ManualClock>;
beforeAll(async () => {
  site = await testTouchline({ frozenAt: noon });
});
afterAll(() => site.close());

const take = async (token: string, query: Record<string, string> = {}) => {
  const headers = { 'ba-office-token': token };
  const response = await site.app.inject({ method: 'GET', url: auditExportPath, query, headers });
  return { status: response.statusCode, type: response.headers['content-type'], text: response.payload };
};

test('the filtered log is a table of all its lines, and the export is logged', async () => {
  const auditor = await site.operator('auditor');
  const owner = await site.operator('owner');
  const ann = await site.operator('cashier');
  await setUpOperatorApp(site, ann);
  const reason = '=HYPERLINK("http://evil")';
  // An owner alone, so that it is done at once.
  await owner.call('officeFactorEnd', { id: ann.id, version: 0, reason });
  // More than are read with one query.
  await site.database.pool.query(
    `with line as (
       insert into office_audit (id, action, subject_kind, subject_id, detail, address, at)
       select gen_random_uuid(), 'sign_in_failed', 'operator', '=1+' || i, '{}', '@x', now() from generate_series(1, 2500) i
       returning id
     ) insert into office_audit_waiting select id from line`,
  );
  await site.modules.office.service.seal();
  const removed = await take(auditor.token, { action: 'factor_removed' });
  expect(removed).toMatchObject({ status: 200, type: 'text/csv; charset=utf-8' });
  const [head, row, ...rest] = removed.text.split('\r\n');
  expect(head).toBe(
    '\uFEFFseq,at,operator,operator id,action,subject,subject id,member,address,detail,hash,id',
  );
  expect(row).toMatch(
    new RegExp(`^\\d+,2026-.*,${owner.account},${owner.id},factor_removed,operator,${ann.id},,`),
  );
  expect(row).toContain(JSON.stringify(reason).replaceAll('"', '""'));
  expect(rest).toEqual(['']);
  const { text } = await take(auditor.token, { action: 'sign_in_failed' });
  const lines = text.split('\r\n').slice(1, -1);
  expect(lines).toHaveLength(2_500);
  expect(new Set(lines).size).toBe(2_500);
  for (const line of lines) expect(line).toMatch(/,'=1\+\d+,,'@x,/);
  const { data } = await auditor.call('officeAuditList', { action: 'exported' });
  expect(data).toMatchObject({
    total: 2,
    list: [{ operator: { id: auditor.id }, detail: { action: 'sign_in_failed' } }, {}],
  });
});

test('is for auditors, and only by what the log is searched by', async () => {
  const owner = await site.operator('owner', 'cashier', 'support', 'trader', 'content');
  const auditor = await site.operator('auditor');
  expect((await take(owner.token)).status).toBe(403);
  expect(JSON.parse((await take('x')).text)).toMatchObject({ code: 303 });
  for (const query of [
    { what: 'all' },
    { action: 'unknown' },
    { from: 'yesterday' },
    { from: '2026-02-02', to: '2026-02-01' },
  ]) {
    expect(JSON.parse((await take(auditor.token, query)).text)).toMatchObject({
      data: { reason: 'validation' },
    });
  }
  expect((await take(auditor.token, { operator: 'nobody' })).text.split('\r\n')).toHaveLength(2);
});
