import { createHmac, randomUUID } from 'node:crypto';
import { notifyPath } from '@touchline/contract/paths';
import { parseVerifierKey } from '@touchline/verify/keys';
import { verifyReceipt, type SignedReceipt } from '@touchline/verify/receipts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signNotice } from '../../payments/providers/signature.ts';
import { newId } from '../ids.ts';
import { testEvent } from '../../testing/book.ts';
import {
  memberPassword,
  outcomeOf,
  testLogKey,
  testTouchline,
  type TestMember,
  type TestTouchline,
} from '../../testing/touchline.ts';

// Each answer that settles something between the house and a member has receipts, and no answer to an operator has one.

let site: TestTouchline;
beforeAll(async () => {
  site = await testTouchline({
    background: true,
    env: {
      PLAY_GRANT: '10000',
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      PAYOUT_COOLING_HOURS: '0',
      PAYOUT_RAIL: 'manual',
      TURNOVER_MULTIPLE: '0',
      LIVE_DELAY_MS: '100',
    },
  });
});
afterAll(() => site.close());

const key = parseVerifierKey(testLogKey.vkey);
/** What receipts say, in the words of their bodies, once each has verified. */
const saidBy = (receipts: readonly SignedReceipt[] | undefined): unknown[] =>
  (receipts ?? []).map((receipt) => {
    const verdict = verifyReceipt(receipt, key);
    if (!verdict.ok) throw new Error(`no receipt: ${verdict.reason}`);
    const { kind, type, step, change, state, time, placedAt } = verdict.fact;
    // The promise counts from when it happened.
    expect(new Date(verdict.timeMs).toISOString()).toBe(time ?? placedAt);
    return [kind, kind === 'bet' || kind === 'entry' ? type : (step ?? change ?? state)];
  });

/** The sandbox signs with a key derived from the server's secret, which tests know. */
const noticeSecret = createHmac('sha256', Buffer.alloc(32, 7)).update('sandbox-notice').digest();
const pay = async (recharge: string, amount: string): Promise<void> => {
  const raw = JSON.stringify({
    id: `sbx_${randomUUID()}`,
    created: Math.floor(Date.now() / 1_000),
    type: 'payment.paid',
    recharge,
    payment: randomUUID(),
    amount,
    currency: 'PLAY',
  });
  const { statusCode } = await site.app.inject({
    method: 'POST',
    url: notifyPath.replace(':rail', 'sandbox-card'),
    payload: raw,
    headers: {
      'content-type': 'application/json',
      'sandbox-signature': signNotice(noticeSecret, Buffer.from(raw), new Date()),
    },
  });
  expect(statusCode).toBe(200);
};

const bet = async (member: TestMember, stake = '50.00') => {
  const { pool } = site.database;
  const { id: event } = await testEvent(pool);
  await pool.query('update event set home_mean = 1.5, away_mean = 1.1 where id = $1', [event]);
  await site.modules.book.service.board.refresh([event]);
  const legs = [{ event, market: '1x2', selection: 'X', odds: '3.40' }];
  return member.ask('orderAdd', { key: newId(), type: 'single', stake, accept: 'any', legs });
};
const method = (member: TestMember) =>
  member.ask('walletSave', {
    type: 'usdt-erc20',
    address: `0x${newId().replaceAll('-', '')}00000000`,
    password: memberPassword,
  });
const withdraw = async (member: TestMember) =>
  member.ask('createWithdraw', {
    key: randomUUID(),
    wallet: (await method(member)).id,
    amount: '20',
    password: memberPassword,
  });

describe('receipts of a member', () => {
  test('a bet has them when it is placed, sold in part, sold whole, and looked at', async () => {
    const member = await site.member();
    const placed = await bet(member);
    expect(saidBy(placed.receipt ? [placed.receipt] : [])).toEqual([['bet', 'single']]);
    const sell = async (share: string) => {
      const { quote } = await member.ask('cashOutQuote', { bet: placed.id });
      const request = { key: newId(), bet: placed.id, quote, share };
      const sold = await member.ask('cashOut', request);
      // The same request again has the same answer.
      expect(saidBy((await member.ask('cashOut', request)).receipts)).toEqual(saidBy(sold.receipts));
      return sold;
    };
    const [stake, sale] = [
      ['entry', 'stake'],
      ['entry', 'cash_out'],
    ];
    expect(saidBy((await sell('0.5')).receipts)).toEqual([stake, sale]);
    expect(saidBy((await sell('1')).receipts)).toEqual([stake, sale, sale]);
    const detail = await member.ask('orderDetail', { id: placed.id });
    expect(saidBy(detail.receipts)).toEqual([stake, sale, sale]);
    expect(detail.receipt?.body).toBe(placed.receipt?.body);
  });

  test('the promise of a receipt does not begin again when it is asked for again', async () => {
    const member = await site.member();
    const placed = await bet(member);
    const timeOf = (receipt: SignedReceipt | null): number => {
      const verdict = receipt ? verifyReceipt(receipt, key) : undefined;
      return verdict?.ok === true ? verdict.timeMs : 0;
    };
    const hourAgo = new Date(Date.now() - 3_600_000);
    await site.database.owner.query('update bet set placed_at = $2 where id = $1', [placed.id, hourAgo]);
    expect(timeOf((await member.ask('orderDetail', { id: placed.id })).receipt)).toBe(hourAgo.getTime());
  });

  test('a bet that had to wait names the key of its request', async () => {
    const member = await site.member();
    const { id: event } = await testEvent(site.database.pool, {
      state: 'live',
      kickOff: new Date(Date.now() - 60_000),
    });
    await site.modules.book.service.board.refresh([event]);
    const request = {
      key: newId(),
      type: 'single',
      stake: '10.00',
      accept: 'any',
      legs: [{ event, market: '1x2', selection: 'X', odds: '3.40' }],
    } as const;
    const placed = await member.ask('orderAdd', { ...request, legs: [...request.legs] });
    const again = await member.ask('orderAdd', { ...request, legs: [...request.legs] });
    const detail = await member.ask('orderDetail', { id: placed.id });
    for (const { receipt } of [placed, again, detail]) {
      expect(JSON.parse(receipt?.body ?? '{}')).toMatchObject({ id: placed.id, request: request.key });
    }
    expect(saidBy(detail.receipts)).toEqual([
      ['entry', 'live_delay'],
      ['entry', 'stake'],
    ]);
  });

  test('a recharge has those of its payments and entries', async () => {
    const member = await site.member();
    const { id, receipts } = await member.ask('createRecharge', {
      key: randomUUID(),
      channel: 'cash-card',
      amount: '50',
    });
    expect(receipts).toBeUndefined();
    await pay(id, '5000');
    const { list } = await member.ask('rechargeList', { id });
    expect(saidBy(list[0]?.receipts)).toEqual([
      ['payment', 'credited'],
      ['entry', 'recharge'],
      ['entry', 'recharge_fee'],
    ]);
    expect((await member.ask('rechargeList')).list[0]?.receipts).toBeUndefined();
  });

  test('a payout method has those of its changes, also once it is removed', async () => {
    const member = await site.member();
    const saved = await method(member);
    const { id, type, address } = saved;
    expect(saidBy(saved.receipts)).toEqual([['payout_method', 'added']]);
    const renamed = await member.ask('walletSave', { id, type, address, alias: 'Mine' });
    const both = [
      ['payout_method', 'added'],
      ['payout_method', 'changed'],
    ];
    expect(saidBy(renamed.receipts)).toEqual(both);
    expect(saidBy((await member.ask('walletDetail', { id })).receipts)).toEqual(both);
    expect((await member.ask('walletList')).list[0]?.receipts).toBeUndefined();
    const removed = await member.ask('walletDel', { id });
    expect(saidBy(removed.receipts)).toEqual([...both, ['payout_method', 'removed']]);
  });

  test('a withdrawal has those of its steps and entries', async () => {
    const member = await site.member();
    const [held, fee] = [
      ['entry', 'withdrawal'],
      ['entry', 'withdrawal_fee'],
    ];
    const asked = await withdraw(member);
    expect(saidBy(asked.receipts)).toEqual([['withdrawal', 'requested'], held, fee]);
    const cancelled = await member.ask('cancelWithdraw', { id: asked.id });
    expect(saidBy(cancelled.receipts)).toEqual(
      expect.arrayContaining([
        ['withdrawal', 'requested'],
        ['withdrawal', 'cancelled'],
        ['entry', 'withdrawal_returned'],
      ]),
    );
    const { id } = await withdraw(member);
    const cashier = await site.operator('cashier');
    const of = { member: member.id, id };
    await cashier.ask('officeWithdrawDecide', { ...of, version: 0, decision: 'approve' });
    await cashier.ask('officeWithdrawPaid', { ...of, version: 1, reference: newId() });
    const { list } = await member.ask('withdrawList', { id });
    expect(saidBy(list[0]?.receipts)).toEqual(
      expect.arrayContaining([
        ['withdrawal', 'approved'],
        ['withdrawal', 'paid'],
        ['entry', 'withdrawal_paid'],
      ]),
    );
    expect((await member.ask('withdrawList')).list[0]?.receipts).toBeUndefined();
  });

  test('a new account has that of its play money', async () => {
    const { receipts, user } = await site.ask('register', {
      account: `receipts${newId().slice(-8)}`,
      password: memberPassword,
      confirmPassword: memberPassword,
      birthDate: '1990-05-05',
    });
    expect(saidBy(receipts)).toEqual([['entry', 'grant']]);
    expect(JSON.parse(receipts[0]?.body ?? '{}')).toMatchObject({ amount: '1000000', available: '1000000' });
    expect(user.balance).toBe('10000.00');
  });

  test('a check-in has that of its entry, and so has each entry of the wallet', async () => {
    const member = await site.member();
    const request = { key: randomUUID() };
    const given = await member.ask('checkIn', request);
    expect(saidBy(given.receipts)).toEqual([['entry', 'check_in']]);
    expect(saidBy((await member.ask('checkIn', request)).receipts)).toEqual(saidBy(given.receipts));
    const { list } = await member.ask('moneyLogList');
    expect(list.map(({ kind, receipts }) => [kind, receipts])).toEqual([
      ['check_in', undefined],
      ['grant', undefined],
    ]);
    for (const { id, kind } of list) {
      const { list: only, total } = await member.ask('moneyLogList', { id });
      expect(total).toBe(1);
      expect(only[0]).toMatchObject({ id, kind });
      expect(saidBy(only[0]?.receipts)).toEqual([['entry', kind]]);
    }
    for (const id of ['3', '0', '-1', '1.5', '1e3', 'all', '9'.repeat(30), newId()]) {
      expect(outcomeOf(await member.call('moneyLogList', { id }))).toBe('not_found');
    }
  });
});

describe('what was committed', () => {
  test('is proven to its owner alone', async () => {
    const [member, other] = [await site.member(), await site.member()];
    const { id: wallet } = await method(member);
    const asked = await member.ask('createWithdraw', {
      key: randomUUID(),
      wallet,
      amount: '20',
      password: memberPassword,
    });
    const { id: recharge } = await member.ask('createRecharge', {
      key: randomUUID(),
      channel: 'cash-card',
      amount: '50',
    });
    await pay(recharge, '5000');
    const payment = (await member.ask('rechargeList', { id: recharge })).list[0]?.payments[0]?.id ?? '';
    const things = [
      { kind: 'withdrawal', id: `${asked.id}:1` },
      { kind: 'payout_method', id: `${wallet}:1` },
      { kind: 'payment', id: `${payment}:1` },
    ] as const;
    for (const of of things) {
      expect((await member.call('logProof', of)).code).toBe(1);
      expect(outcomeOf(await other.call('logProof', of))).toBe('not_found');
      for (const id of [of.id.replace(':1', ':2'), of.id.replace(':1', ''), newId(), 'x']) {
        expect(outcomeOf(await member.call('logProof', { kind: of.kind, id }))).toBe('not_found');
      }
    }
    expect(outcomeOf(await member.call('logProof', { kind: 'audit', id: newId() }))).toBe('validation');
  });

  test('is in no answer to an operator', async () => {
    const member = await site.member();
    const placed = await bet(member);
    const { id } = await withdraw(member);
    const { id: recharge } = await member.ask('createRecharge', {
      key: randomUUID(),
      channel: 'cash-card',
      amount: '50',
    });
    await pay(recharge, '5000');
    const [owner, cashier] = [await site.operator('owner'), await site.operator('cashier')];
    const of = { member: member.id };
    const answers = [
      await owner.call('officeMemberBet', { ...of, id: placed.id }),
      await owner.call('officeMemberBets', of),
      await owner.call('officeMemberMoney', of),
      await owner.call('officeMemberDetail', of),
      await cashier.call('officeWithdrawList', { queue: 'in_review' }),
      await cashier.call('officeWithdrawDetail', { ...of, id }),
      await cashier.call('officeWithdrawDecide', { ...of, id, version: 0, decision: 'approve' }),
      await cashier.call('officeRechargeDetail', { ...of, id: recharge }),
    ];
    for (const answer of answers) {
      expect(outcomeOf(answer)).toBe('done');
      expect(JSON.stringify(answer)).not.toMatch(/nonce|tlog-proof/);
    }
    // An operator who names an entry gets the list all the same.
    const named = await owner.call('officeMemberMoney', { ...of, id: '1' });
    expect(JSON.stringify(named)).not.toMatch(/nonce|tlog-proof/);
  });
});
