import { createHmac, randomUUID } from 'node:crypto';
import { filePath, notifyPath, officeFilePath } from '@touchline/contract/paths';
import sharp from 'sharp';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headersOf } from '../testing/callers.ts';
import { memberPassword, testTouchline, type TestMember, type TestTouchline } from '../testing/touchline.ts';
import { auditShard } from '../ledger/auditor.ts';
import { signNotice } from './providers/signature.ts';
import { verifyCashier } from './verify.ts';

// The cashier through HTTP, bad input first: a clear answer, nothing changed, nothing lost.

/** The sandbox signs with a key derived from the server's secret, which tests know. */
const noticeSecret = createHmac('sha256', Buffer.alloc(32, 7)).update('sandbox-notice').digest();
let site: TestTouchline;
beforeAll(async () => {
  site = await testTouchline({
    env: {
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      PAYOUT_COOLING_HOURS: '0',
      PAYOUT_RAIL: 'manual',
      WITHDRAW_TWO_ABOVE: '100',
    },
  });
});
afterAll(() => site.close());

type Data = Record<string, unknown>;
const Rows = Type.Array(Type.Record(Type.String(), Type.Unknown()));
const Id = Type.Object({ id: Type.String() });
const listIn = (data: { list?: unknown }): Data[] => Value.Parse(Rows, data.list);
const money = async (of: TestMember): Promise<unknown[]> => {
  const { balance, held } = await of.ask('userInfo');
  return [balance, held];
};

/** Sends an image as a form does. */
const send = async (of: TestMember, bytes: Buffer, purpose: string): Promise<Data> => {
  const form = new FormData();
  form.append('purpose', purpose);
  form.append('file', new Blob([bytes]), 'image.png');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/alioss/callback',
    headers: {
      'ba-user-token': of.token,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json<{ data: Data }>().data;
};
const image = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer();

describe('recharges', () => {
  test.each([
    ['under', '0.99', 'amount_min'],
    ['over', '5000.01', 'amount_max'],
    ['with three decimals', '10.005', 'validation'],
    ['of nothing', '0', 'amount_min'],
    ['below nothing', '-5', 'validation'],
    ['with an exponent', '1e2', 'validation'],
  ])('an amount %s is refused in the language of the caller', async (_what, amount, reason) => {
    const of = await site.member();
    const answer = await of.call(
      'createRecharge',
      { key: randomUUID(), channel: 'scan-code', amount },
      headersOf({ lan: 'de' }),
    );
    expect(answer).toMatchObject({ code: 0, data: { reason } });
    expect(answer.msg).toMatch(/[A-Za-zäöüß]/);
    expect((await of.ask('rechargeList')).total).toBe(0);
  });

  test('refuse an unknown channel, a malformed id, and a key used for something else', async () => {
    const of = await site.member();
    const key = randomUUID();
    expect(await of.call('createRecharge', { key, channel: 'cash', amount: '5' })).toMatchObject({
      data: { reason: 'not_found' },
    });
    expect(await of.call('rechargeList', { id: "1' or '1'='1" })).toMatchObject({
      data: { reason: 'not_found' },
    });
    await of.ask('createRecharge', { key, channel: 'scan-code', amount: '5' });
    expect(await of.call('createRecharge', { key, channel: 'scan-code', amount: '6' })).toMatchObject({
      data: { reason: 'key_reused' },
    });
  });

  test('a voucher counts once, for one recharge, of its member', async () => {
    const [of, other] = [await site.member(), await site.member()];
    const begin = async (who: TestMember): Promise<string> =>
      (await who.ask('createRecharge', { key: randomUUID(), channel: 'scan-code', amount: '5' })).id;
    const [first, second, others] = [await begin(of), await begin(of), await begin(other)];
    const voucher = String((await send(of, await image('#123456'), 'voucher')).id);
    expect(await other.call('updateRecharge', { id: others, voucher })).toMatchObject({
      data: { reason: 'not_found' },
    });
    const kept = await of.ask('updateRecharge', { id: first, voucher });
    expect(kept).toMatchObject({ state: 'created', voucher: { url: `${filePath}?id=${voucher}` } });
    expect(await of.call('updateRecharge', { id: second, voucher })).toMatchObject({
      data: { reason: 'voucher_used' },
    });
    // The same picture, sent by another member.
    const copy = String((await send(other, await image('#123456'), 'voucher')).id);
    expect(await other.call('updateRecharge', { id: others, voucher: copy })).toMatchObject({
      data: { reason: 'voucher_used' },
    });
    expect(await money(of)).toEqual(['1000.00', '0.00']);
  });

  test('refuse two changes in one call, and a hash for a card', async () => {
    const of = await site.member();
    const { id } = await of.ask('createRecharge', { key: randomUUID(), channel: 'cash-card', amount: '5' });
    for (const input of [{ id }, { id, cancel: true, txHash: 'a'.repeat(64) }]) {
      expect(await of.call('updateRecharge', input)).toMatchObject({ data: { reason: 'validation' } });
    }
    expect(await of.call('updateRecharge', { id, txHash: 'a'.repeat(64) })).toMatchObject({
      data: { reason: 'validation', rules: { txHash: 'unknown' } },
    });
    expect((await of.ask('updateRecharge', { id, cancel: true })).state).toBe('rejected');
  });

  test('credit nothing for a notice without a right signature', async () => {
    const of = await site.member();
    const { id } = await of.ask('createRecharge', { key: randomUUID(), channel: 'scan-code', amount: '5' });
    for (const rail of ['sandbox-scan', 'sandbox-card', 'nobody']) {
      const response = await site.app.inject({
        method: 'POST',
        url: notifyPath.replace(':rail', rail),
        headers: {
          'content-type': 'application/json',
          'sandbox-signature': `t=${Date.now()},v1=${'0'.repeat(64)}`,
        },
        payload: JSON.stringify({ id: 'evt_1', type: 'paid', rechargeId: id, amount: '500' }),
      });
      expect(response.statusCode).toBe(rail === 'nobody' ? 404 : 400);
    }
    expect(await money(of)).toEqual(['1000.00', '0.00']);
  });
});

const notice = (rechargeId: unknown, over: Data = {}): Data => ({
  id: `sbx_${randomUUID()}`,
  created: Math.floor(Date.now() / 1_000),
  type: 'payment.paid',
  recharge: rechargeId,
  payment: randomUUID(),
  amount: '500',
  currency: 'PLAY',
  ...over,
});
const hear = async (body: Data, rail = 'sandbox-scan', at_ = new Date()): Promise<number> => {
  const raw = JSON.stringify(body);
  const response = await site.app.inject({
    method: 'POST',
    url: notifyPath.replace(':rail', rail),
    payload: raw,
    headers: {
      'content-type': 'application/json',
      'sandbox-signature': signNotice(noticeSecret, Buffer.from(raw), at_),
    },
  });
  return response.statusCode;
};
const beginScan = async (of: TestMember): Promise<unknown> =>
  (await of.ask('createRecharge', { key: randomUUID(), channel: 'scan-code', amount: '5' })).id;

describe('notices of a provider', () => {
  const stateOf = async (of: TestMember, id: unknown): Promise<Data | undefined> =>
    listIn(await of.ask('rechargeList', { id: String(id) }))[0];

  test('sent again, also at once, credit once; another body under the same number is refused', async () => {
    const of = await site.member();
    const paid = notice(await beginScan(of));
    const first = await Promise.all([hear(paid), hear(paid), hear(paid)]);
    expect(first).toContain(200);
    expect(await hear(paid)).toBe(200);
    expect(await hear({ ...paid, amount: '50000' })).toBe(400);
    expect(await money(of)).toEqual(['1005.00', '0.00']);
  });

  test('of one payment under another number credit once', async () => {
    const of = await site.member();
    const paid = notice(await beginScan(of));
    await hear(paid);
    expect(await hear({ ...paid, id: 'sbx_another' })).toBe(200);
    expect(await money(of)).toEqual(['1005.00', '0.00']);
  });

  test('out of order: a paid recharge stays paid, and an earlier failure does not lose it', async () => {
    const of = await site.member();
    const [a, b] = [await beginScan(of), await beginScan(of)];
    expect(await hear(notice(a))).toBe(200);
    expect(await hear(notice(a, { type: 'payment.failed' }))).toBe(200);
    expect(await stateOf(of, a)).toMatchObject({ state: 'credited' });
    expect(await hear(notice(b, { type: 'payment.failed' }))).toBe(200);
    expect(await stateOf(of, b)).toMatchObject({ state: 'rejected', reason: 'payment_failed' });
    expect(await hear(notice(b))).toBe(200);
    expect(await stateOf(of, b)).toMatchObject({ state: 'credited', case: 'late' });
    expect(await money(of)).toEqual(['1010.00', '0.00']);
  });

  test('with an old signature, in another currency or for no recharge credit nothing', async () => {
    const of = await site.member();
    const id = await beginScan(of);
    expect(await hear(notice(id), 'sandbox-scan', new Date(Date.now() - 301_000))).toBe(400);
    expect(await hear(notice(id, { currency: 'EUR' }))).toBe(200);
    expect(await stateOf(of, id)).toMatchObject({ state: 'awaiting', case: 'wrong_currency' });
    expect(await hear(notice(randomUUID()))).toBe(200);
    expect(await money(of)).toEqual(['1000.00', '0.00']);
  });
});

describe('withdrawals', () => {
  const wallet = async (of: TestMember): Promise<string> =>
    (
      await of.ask('walletSave', {
        type: 'usdt-trc20',
        address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX',
        password: memberPassword,
      })
    ).id;

  test('of two at once with money for one make one', async () => {
    const of = await site.member();
    const to = await wallet(of);
    const both = await Promise.all(
      ['600', '600'].map((amount) =>
        of.call('createWithdraw', { key: randomUUID(), wallet: to, amount, password: memberPassword }),
      ),
    );
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([1, 1003]));
    expect(await money(of)).toEqual(['400.00', '600.00']);
  });

  test.each([
    ['9.99', 'amount_min'],
    ['50000.01', 'amount_max'],
    ['10.005', 'validation'],
    ['2000', 'password_needed'],
  ])('of %s: %s', async (amount, reason) => {
    const of = await site.member();
    const input = { key: randomUUID(), wallet: await wallet(of), amount };
    expect(await of.call('createWithdraw', input)).toMatchObject({ code: 0, data: { reason } });
    expect(await money(of)).toEqual(['1000.00', '0.00']);
  });

  test('report a wrong address at its field', async () => {
    const of = await site.member();
    const answer = await of.call(
      'walletSave',
      { type: 'usdt-erc20', address: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
      headersOf({ lan: 'zh-CN' }),
    );
    expect(answer).toMatchObject({
      data: { reason: 'validation', rules: { address: 'crypto_address' }, fields: { address: /地址/ } },
    });
  });

  test('above the threshold by two operators, and the member reads the reference', async () => {
    const of = await site.member();
    const [one, two] = [await site.operator('cashier'), await site.operator('cashier')];
    const asked = await of.ask('createWithdraw', {
      key: randomUUID(),
      wallet: await wallet(of),
      amount: '200',
    });
    const it = { member: of.id, id: asked.id, version: 0 };
    const paid = { ...it, reference: `REF ${asked.id.slice(-8)}` };
    expect(await one.call('officeWithdrawPaid', paid)).toMatchObject({ data: { reason: 'withdraw_state' } });
    expect(await one.call('officeWithdrawDecide', { ...it, decision: 'refuse' })).toMatchObject({
      data: { reason: 'reason_needed' },
    });
    expect(await one.call('officeWithdrawDecide', { ...it, decision: 'approve' })).toMatchObject({
      data: { version: 1 },
    });
    // The other operator's page is older than the first approval: it overturns nothing, and the answer names
    // who was first.
    const stale = { ...it, decision: 'refuse', reason: 'suspicious' };
    expect(await two.call('officeWithdrawDecide', stale)).toMatchObject({
      data: {
        reason: 'outdated',
        meanwhile: {
          by: expect.stringMatching(/^operator\d+$/),
          action: 'withdrawal_approved',
          at: expect.any(String),
        },
      },
    });
    const now = { ...it, version: 1 };
    expect(await one.call('officeWithdrawDecide', { ...now, decision: 'approve' })).toMatchObject({
      data: { reason: 'same_operator' },
    });
    expect(await one.call('officeWithdrawPaid', { ...paid, version: 1 })).toMatchObject({
      data: { reason: 'withdraw_state' },
    });
    expect(await two.call('officeWithdrawDecide', { ...now, decision: 'approve' })).toMatchObject({
      data: { version: 2, approvals: [{}, {}], withdrawal: { stage: 'paying' } },
    });
    expect(await two.call('officeWithdrawPaid', paid)).toMatchObject({ data: { reason: 'outdated' } });
    expect(await two.call('officeWithdrawPaid', { ...paid, version: 2 })).toMatchObject({ code: 1 });
    expect(await two.call('officeWithdrawFinish', { ...it, version: 3 })).toMatchObject({ code: 1 });
    const [seen] = listIn(await of.ask('withdrawList', { id: it.id }));
    expect(seen).toMatchObject({ state: 'finished', reference: paid.reference, cancellable: false });
    const lines = await site.database.pool.query<{ action: string }>(
      'select action from office_audit where subject_id = $1 order by at, id',
      [it.id],
    );
    expect(lines.rows.map(({ action }) => action)).toEqual([
      'withdrawal_approved',
      'withdrawal_approved',
      'withdrawal_paid',
      'withdrawal_finished',
    ]);
  });

  test('an operator sees the origin of the money, the turnover left, and risks', async () => {
    const of = await site.member();
    const reviewer = await site.operator('cashier');
    const first = await of.ask('createWithdraw', {
      key: randomUUID(),
      wallet: await wallet(of),
      amount: '50',
    });
    const it = { member: of.id, id: first.id };
    const now = await reviewer.call('officeWithdrawDetail', it);
    expect(now.data).toMatchObject({
      turnoverLeft: '0.00',
      identity: { state: 'none' },
      methodSince: expect.any(String),
      // The requested amount is held, and still in the wallet.
      story: [{ kind: 'grant', count: 1, amount: '1000.00' }],
      risks: ['new_method', 'new_member', 'first'],
    });
    await hear(notice(await beginScan(of)));
    await reviewer.call('officeWithdrawDecide', { ...it, version: 0, decision: 'approve' });
    expect((await reviewer.call('officeWithdrawDetail', it)).data).toMatchObject({
      turnoverLeft: '5.00',
      story: [{ kind: 'grant' }, { kind: 'recharge', count: 1, amount: '5.00' }],
      risks: ['little_play', 'new_method', 'new_member', 'first'],
    });
    await reviewer.call('officeWithdrawPaid', { ...it, version: 1, reference: `STORY ${of.id.slice(-8)}` });
    const { data } = await reviewer.call('officeWithdrawDetail', it);
    expect(data.risks).toEqual([]);
    const story = listIn({ list: data.story });
    const paid = story.filter(({ kind }) => kind === 'withdrawal_paid');
    const [balance, held] = await money(of);
    const total = story.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    expect(total).toBe(Math.round((Number(balance) + Number(held)) * 100));
    expect(paid).toMatchObject([{ count: 1, amount: expect.stringMatching(/^-/) }]);
  });

  test('a withdrawal from the operator’s own address is marked, confirmed again, and in the audit log', async () => {
    const of = await site.member();
    const cashier = await site.operator('cashier');
    const made = await of.ask('createWithdraw', {
      key: randomUUID(),
      wallet: await wallet(of),
      amount: '50',
    });
    await site.database.pool.query("update session set address = '203.0.113.7' where member_id = $1", [
      of.id,
    ]);
    await site.database.pool.query(
      `update operator_session set address = '203.0.113.7', user_agent = 'another'
       where operator_id in (select id from operator where account = $1)`,
      [cashier.account],
    );
    const asked = { member: of.id, id: made.id };
    const { data } = await cashier.call('officeWithdrawDetail', asked);
    expect(data).toMatchObject({ memberOrigin: 'address' });
    const approve = { ...asked, version: data.version, decision: 'approve' };
    expect(await cashier.call('officeWithdrawDecide', approve)).toMatchObject({
      data: { reason: 'member_origin', memberOrigin: 'address' },
    });
    expect((await cashier.call('officeWithdrawDetail', asked)).data).toMatchObject({ approvals: [] });
    expect(await cashier.call('officeWithdrawDecide', { ...approve, originSeen: true })).toMatchObject({
      data: { withdrawal: { stage: 'paying' } },
    });
    const { rows } = await site.database.pool.query(
      "select detail ->> 'memberOrigin' as origin from office_audit where subject_id = $1",
      [made.id],
    );
    expect(rows).toEqual([{ origin: 'address' }]);
  });

  test('a bank card needs a verified name, which an operator reads off the document', async () => {
    const of = await site.member();
    const card = {
      type: 'bank',
      bankName: 'First Bank',
      bankCode: 'FBXX',
      holder: 'Ada Lovelace',
      account: '6222021001112345678',
      phone: '+442079460000',
    };
    expect(await of.call('walletSave', card)).toMatchObject({ data: { reason: 'not_verified' } });
    const document = String((await send(of, await image('#654321'), 'identity')).id);
    expect(await of.ask('identitySave', { realName: 'Ada  Lovelace', document })).toMatchObject({
      identity: 'in_review',
      verified: false,
    });
    const reviewer = await site.operator('cashier');
    const url = `${officeFilePath}?member=${of.id}&id=${document}`;
    const open = (token: string) =>
      site.app.inject({ method: 'GET', url, headers: { 'ba-office-token': token } });
    expect((await open(reviewer.token)).headers['content-type']).toMatch(/^image\//);
    const auditor = await site.operator('auditor');
    const linesOf = async (action: string) =>
      (await auditor.ask('officeAuditList', { operator: reviewer.id, action })).list;
    expect(await linesOf('file_opened')).toMatchObject([
      { subject: { kind: 'file', id: document }, member: { id: of.id } },
    ]);
    expect((await open('nobody')).json()).toMatchObject({ code: 303 });
    expect((await open(of.token)).json()).toMatchObject({ code: 303 });
    const writer = await open((await site.operator('content')).token);
    expect([writer.statusCode, writer.json()]).toMatchObject([403, { data: { reason: 'forbidden' } }]);
    const others = url.replace(of.id, (await site.member()).id);
    const wrong = await site.app.inject({
      method: 'GET',
      url: others,
      headers: { 'ba-office-token': reviewer.token },
    });
    expect(wrong.statusCode).toBe(404);
    const list = await reviewer.call('officeIdentityList');
    const [request] = listIn(list.data).filter((one) => Value.Parse(Id, one.member).id === of.id);
    // The page asks again and again, which is one reading of each name.
    await reviewer.call('officeIdentityList');
    const [read, ...more] = await linesOf('identities_listed');
    expect([read?.detail['requests'], more]).toEqual([[request?.id], []]);
    await reviewer.call('officeIdentityDetail', { id: request?.id });
    await reviewer.call('officeIdentityDetail', { id: request?.id });
    expect(await linesOf('identity_opened')).toMatchObject([
      { subject: { id: request?.id }, member: { id: of.id } },
    ]);
    await reviewer.call('officeIdentityDecide', { id: request?.id, version: 0, decision: 'verify' });
    expect(await of.call('walletSave', { ...card, holder: 'Grace Hopper' })).toMatchObject({
      data: { reason: 'name_mismatch' },
    });
    expect(
      await of.ask('walletSave', { ...card, holder: 'ADA LOVELACE', password: memberPassword }),
    ).toMatchObject({
      type: 'bank',
      account: card.account,
    });
    expect(await of.ask('userInfo')).toMatchObject({ verified: true, realName: 'Ada Lovelace' });
  });

  test('after all of these the ledger is sound, and recharges and withdrawals agree with it', async () => {
    const { rows } = await site.database.pool.query<{ shard: number }>('select distinct shard from wallet');
    for (const { shard } of rows) expect(await auditShard(site.database.pool, shard)).toEqual([]);
    expect((await verifyCashier(site.database.pool)).differences).toEqual([]);
  });
});
