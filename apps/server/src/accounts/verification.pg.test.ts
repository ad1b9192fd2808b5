import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { insertUpload } from './uploads/queries.ts';
import { sharedSites } from '../testing/shared-sites.ts';
import { outcomeOf, type TestMember, type TestOperator, type TestTouchline } from '../testing/touchline.ts';
import type { ManualClock } from '../core/clock.ts';

let site: TestTouchline<ManualClock>;
let reviewer: TestOperator;
sharedSites.beforeAll(async ({ frozenSite }) => {
  site = frozenSite;
  reviewer = await site.operator('cashier');
});

const reason = (name: string) => ({ data: { reason: name } });
type Member = TestMember;
/** An image of a document, as its row without a file. */
const upload = async ({ owner }: Member): Promise<string> => {
  const id = newId();
  await insertUpload(site.database.pool, {
    ...owner,
    id,
    purpose: 'identity',
    mime: 'image/png',
    bytes: 1,
    width: 1,
    height: 1,
    sha256: hash('sha256', id, 'buffer'),
    pixelHash: hash('sha256', id),
    lookHash: 0n,
    place: id,
    now: site.clock.now(),
  });
  return id;
};
const submit = async (member: Member, realName = 'Ada Lovelace', document?: string) =>
  member.call('identitySave', { realName, document: document ?? (await upload(member)) });
const waiting = async (member: Member): Promise<string> => {
  const { data } = await reviewer.call('officeIdentityList', { state: 'in_review', limit: 100 });
  return data.list.find((one) => one.member.id === member.id)?.id ?? '';
};
const decide = (id: string, decision: string, why?: string) =>
  reviewer.call('officeIdentityDecide', {
    id,
    version: 0,
    decision,
    reason: why,
  });

describe('submitting a name', () => {
  test('shows it in review, as typed', async () => {
    const max = await site.member();
    expect((await max.call('userInfo')).data).toMatchObject({ identity: 'none', verified: false });
    const { data } = await submit(max, '  Ada   Lovelace');
    expect(data).toMatchObject({ identity: 'in_review', verified: false, realName: 'Ada Lovelace' });
    expect(await site.modules.members.service.verifiedName(max.id)).toBeUndefined();
  });

  test('waits for the decision before another one', async () => {
    const max = await site.member();
    await submit(max);
    const document = await upload(max);
    expect(await submit(max, 'Another Name', document)).toMatchObject(reason('identity_fixed'));
    expect(await site.modules.uploads.service.find(max.owner, document)).toMatchObject({ usedFor: null });
  });

  test('several simultaneous submissions create one request', async () => {
    const max = await site.member();
    const answers = await Promise.all([1, 2, 3, 4].map((i) => submit(max, `Ada ${'x'.repeat(i)}`)));
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  });

  test('needs an unused upload of the member', async () => {
    const max = await site.member();
    const eve = await site.member();
    for (const document of [await upload(max), newId(), 'x', "' or 1=1"]) {
      expect(await submit(eve, 'Eve Adams', document)).toMatchObject(reason('not_found'));
    }
    const document = await upload(max);
    await submit(max, 'Ada Lovelace', document);
    await decide(await waiting(max), 'refuse', 'voucher_unreadable');
    expect(await submit(max, 'Ada Lovelace', document)).toMatchObject(reason('document_used'));
    expect((await max.call('userInfo')).data.identity).toBe('refused');
    expect((await eve.call('userInfo')).data.identity).toBe('none');
  });

  test('that is malformed is refused', async () => {
    const max = await site.member();
    expect(await submit(max, 'Ada 4')).toMatchObject({ data: { rules: { realName: 'real_name' } } });
    expect(await submit(max, 'A'.repeat(121))).toMatchObject({ data: { rules: { realName: 'length' } } });
  });
});

describe('the review', () => {
  test('shows the member, the document and earlier requests', async () => {
    const max = await site.member();
    await submit(max, 'Ada Lovelac');
    await decide(await waiting(max), 'refuse', 'name_differs');
    const document = await upload(max);
    await submit(max, 'Ada Lovelace', document);
    const { data } = await reviewer.call('officeIdentityDetail', { id: await waiting(max) });
    expect(data).toMatchObject({
      request: { realName: 'Ada Lovelace', birthDate: '1990-01-01', document, state: 'in_review' },
      member: { id: max.id, account: max.account, balance: '1000.00' },
      earlier: [
        { realName: 'Ada Lovelac', state: 'refused', reason: 'name_differs', decidedBy: { id: reviewer.id } },
      ],
    });
    expect(data.earlier).toHaveLength(1);
  });

  test('verifies a name for good', async () => {
    const max = await site.member();
    await submit(max);
    const id = await waiting(max);
    expect(await decide(id, 'verify')).toMatchObject({
      data: { state: 'verified', decidedBy: { account: reviewer.account } },
    });
    expect((await max.call('userInfo')).data).toMatchObject({
      verified: true,
      identity: 'verified',
      realName: 'Ada Lovelace',
    });
    expect(await site.modules.members.service.verifiedName(max.id)).toBe('Ada Lovelace');
    expect(await submit(max, 'Another Name')).toMatchObject(reason('identity_fixed'));
    expect(await decide(id, 'refuse', 'other')).toMatchObject(reason('outdated'));
    expect(await decide(id, 'verify')).toMatchObject({ code: 1 });
  });

  test('rejects with a reason that the member sees, and allows another request', async () => {
    const max = await site.member();
    await submit(max);
    const id = await waiting(max);
    expect(await decide(id, 'refuse')).toMatchObject(reason('reason_needed'));
    expect(await decide(id, 'refuse', 'because')).toMatchObject(reason('validation'));
    await decide(id, 'refuse', 'voucher_unreadable');
    expect((await max.call('userInfo')).data).toMatchObject({
      verified: false,
      identity: 'refused',
      identityReason: 'voucher_unreadable',
    });
    expect(await submit(max)).toMatchObject({ code: 1, data: { identity: 'in_review' } });
  });

  test('of two decisions at once takes one', async () => {
    const max = await site.member();
    await submit(max);
    const id = await waiting(max);
    const other = await site.operator('cashier');
    const answers = await Promise.all([
      decide(id, 'verify'),
      other.call('officeIdentityDecide', { id, version: 0, decision: 'refuse', reason: 'other' }),
    ]);
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    expect(answers.filter((answer) => outcomeOf(answer) === 'outdated')).toHaveLength(1);
    const { data } = await (await site.operator('auditor')).call('officeAuditList', { subject: id });
    expect(data.total).toBe(1);
    expect(data.list[0]).toMatchObject({ subject: { kind: 'identity', id }, member: { id: max.id } });
  });

  test('answers an unknown request with not_found', async () => {
    for (const id of ['x', newId()]) {
      expect(await decide(id, 'verify')).toMatchObject(reason('not_found'));
      expect(await reviewer.call('officeIdentityDetail', { id })).toMatchObject(reason('not_found'));
    }
  });
});

describe('finding members', () => {
  const find = async (q: string): Promise<string[]> => {
    const { data } = await reviewer.call('officeMemberFind', { q });
    return data.list.map((one: { account: string }) => one.account);
  };

  test('works by id, account or its beginning, e-mail and mobile number', async () => {
    const form = { password: 'flag & whistle', confirmPassword: 'flag & whistle', birthDate: '1990-01-01' };
    const mail = await site.call('register', { ...form, email: 'Find.Me@Example.org' });
    const phone = await site.call('register', { ...form, mobile: '7400 123456', areaCode: '44' });
    await site.call('register', { ...form, account: 'findable_one' });
    await site.call('register', { ...form, account: 'findableXone' });
    expect(await find('find.me@example.ORG ')).toEqual([mail.data.user.account]);
    expect(await find('+44 7400 123456')).toEqual([phone.data.user.account]);
    expect(await find('07400123456')).toEqual([phone.data.user.account]);
    expect(await find(mail.data.user.id)).toEqual([mail.data.user.account]);
    expect((await find('FINDABLE')).sort()).toEqual(['findableXone', 'findable_one']);
    expect(await find('findable_')).toEqual(['findable_one']);
    expect(await find('%')).toEqual([]);
    expect(await find('   ')).toEqual([]);
  });
});

describe('checking the password again', () => {
  const check = (member: Member, password: string, address = '203.0.113.9') =>
    site.modules.members.service.checkPassword({ memberId: member.id, password, address });

  test('passes the right one', async () => {
    const max = await site.member();
    await expect(check(max, max.password)).resolves.toBeUndefined();
    await expect(check(max, 'guess')).rejects.toMatchObject({ reason: 'wrong_credentials' });
  });

  test('is slowed as at sign-in', async () => {
    const max = await site.member();
    for (let i = 0; i < 5; i++) {
      await expect(check(max, 'guess')).rejects.toMatchObject({ reason: 'wrong_credentials' });
    }
    await expect(check(max, max.password)).rejects.toMatchObject({ reason: 'locked' });
    await expect(check(max, max.password, '203.0.113.10')).resolves.toBeUndefined();
  });
});
