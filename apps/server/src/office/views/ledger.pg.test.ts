import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { outcomeOf, testTouchline, type TestTouchline } from '../../testing/touchline.ts';

let site: TestTouchline;
let auditor: TestTouchline['call'];
beforeAll(async () => {
  site = await testTouchline({ env: { PLAY_GRANT: '1000' } });
  auditor = (await site.operator('auditor')).call;
});
afterAll(() => site.close());

describe('the ledger in the office', () => {
  test('shows accounts and members, which are nothing together, now and before', async () => {
    const before = new Date().toISOString();
    await site.member();
    await site.member();
    const { data } = await auditor('officeTrialBalance');
    expect(data).toMatchObject({ complete: true, agrees: true, sum: '0.00' });
    expect(data.accounts).toEqual([{ account: 'promotions', balance: '-2000.00', entries: 2 }]);
    expect(data.members).toEqual({ available: '2000.00', held: '0.00', wallets: 2 });
    await site.folded();
    const accounts = (await auditor('officeLedgerAccounts')).data;
    expect(accounts.list).toEqual([
      { account: 'promotions', balance: '-2000.00', entries: 2, today: '-2000.00' },
    ]);
    const earlier = (await auditor('officeTrialBalance', { at: before })).data;
    expect(earlier).toMatchObject({ agrees: true, accounts: [], members: { available: '0.00' } });
  });

  test('is drilled from an account by day to its entries', async () => {
    const member = await site.member();
    await site.folded();
    const day = new Date().toISOString().slice(0, 10);
    const { data } = await auditor('officeLedgerDays', { from: day, to: day, account: 'promotions' });
    expect(data.list).toMatchObject([{ day, kind: 'grant', account: 'promotions' }]);
    const [sum] = data.list;
    const found = [];
    for (let after: string | undefined; ;) {
      const page = (
        await auditor('officeLedgerEntries', {
          day,
          account: 'promotions',
          kind: 'grant',
          limit: 2,
          after,
        })
      ).data;
      found.push(...page.list);
      after = page.next;
      if (after === undefined) break;
    }
    expect(found).toHaveLength(sum?.entries ?? -1);
    expect(found.reduce((all, { house }) => all + Number(house), 0)).toBe(Number(sum?.house));
    expect(found[0]).toMatchObject({
      kind: 'grant',
      account: 'promotions',
      amount: '1000.00',
      held: '0.00',
      house: '-1000.00',
      member: { id: member.id, account: member.account },
      balance: '1000.00',
      balanceHeld: '0.00',
    });
    const own = (await auditor('officeLedgerEntries', { member: member.id })).data;
    expect(own.list).toHaveLength(1);
    expect((await auditor('officeLedgerEntries', { member: newId() })).data).toEqual({ list: [] });
  });

  test('leaves as CSV, in which nothing runs', async () => {
    const member = await site.member();
    await site.database.pool.query(`update member set account = '=1+1' where id = $1`, [member.id]);
    const { data } = await auditor('officeLedgerExport', { member: member.id });
    const [head, line, end] = data.csv.split('\r\n');
    expect(head).toBe('at,kind,account,amount,held,house,member_id,member,ref,key,balance,balance_held');
    expect(line).toMatch(
      new RegExp(
        `^[^,]+Z,grant,promotions,1000.00,0.00,-1000.00,${member.id},'=1\\+1,,grant:play,1000.00,0.00$`,
      ),
    );
    expect([end, data.next]).toEqual(['', undefined]);
    const { list } = (await auditor('officeLedgerEntries', { limit: 1 })).data;
    const rest = (await auditor('officeLedgerExport', { after: list[0]?.id })).data;
    expect(rest.csv).not.toContain('member_id');
  });

  test('refuses what makes no sense, and answers owners and auditors only', async () => {
    const reason = async (...call: Parameters<TestTouchline['call']>) => outcomeOf(await auditor(...call));
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await reason('officeTrialBalance', { at: later })).toBe('validation');
    expect(await reason('officeTrialBalance', { at: 'yesterday' })).toBe('validation');
    expect(await reason('officeLedgerDays', { from: '2026-02-02', to: '2026-02-01' })).toBe('validation');
    expect(await reason('officeLedgerDays', { from: '2024-02-02', to: '2026-02-01' })).toBe('validation');
    expect(await reason('officeLedgerEntries', { member: 'x' })).toBe('not_found');
    expect(await reason('officeLedgerEntries', { after: "x'; drop table entry" })).toBe('validation');
    const cashier = (await site.operator('cashier', 'trader', 'support', 'content')).call;
    expect(await cashier('officeTrialBalance')).toMatchObject({ status: 403, data: { reason: 'forbidden' } });
  });
});
