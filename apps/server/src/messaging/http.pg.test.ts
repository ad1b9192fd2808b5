import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '@touchline/contract/paths';
import sharp from 'sharp';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, shardOf } from '../core/ids.ts';
import { testTouchline, type TestTouchline } from '../testing/touchline.ts';
import { photoWithPlace, picture } from '../accounts/uploads/testing/images.ts';

// The inbox of members and operators: the whole server over HTTP, every answer checked against the contract.

let folder: string;
let site: TestTouchline;
let origin: string;
let writer: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-inbox-'));
  site = await testTouchline({
    background: true,
    env: {
      DATA_DIR: folder,
      SIGNIN_LIMIT_PER_MINUTE: '1000',
      SITE_SUPPORT: 'help@example.org',
      SITE_OPERATOR: 'Example Ltd',
    },
  });
  const { app } = site;
  writer = (await site.operator('content')).token;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

let people = 0;
const member = async (lan = 'en') => {
  people += 1;
  const form = { password: 'stone-74-hill', confirmPassword: 'stone-74-hill', birthDate: '1990-05-31' };
  const { data } = await site.call('register', { ...form, account: `reader${people}` });
  const headers = { 'ba-user-token': data.token, 'accept-language': lan };
  const user = await site.call('userInfo', {}, headers);
  return { id: user.data.id, headers };
};
const asWriter = () => ({ 'ba-office-token': writer });
const publish = async (input: Record<string, unknown>) => {
  const { data } = await site.call('officeContentSave', input, asWriter());
  return data;
};
const takeBack = (id: unknown) => site.call('officeContentDel', { id: String(id), seen: 1 }, asWriter());

const sendPicture = async (bytes: Buffer, headers: Record<string, string>) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'x.png');
  const url = origin + paths.officePictureAdd[1];
  const response = await fetch(url, { method: 'POST', body: form, headers });
  const body: unknown = await response.json();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test itself is the check
  return body as { code: number; data: Record<string, unknown> };
};

describe('the boxes', () => {
  test('of a new member hold what is in force, and count it', async () => {
    const notice = await publish({
      kind: 'notice',
      link: '/pages/rules/rules',
      texts: {
        en: { title: 'New rules', body: 'Read them.' },
        de: { title: 'Neue Regeln', body: 'Lies sie.' },
      },
    });
    const { headers } = await member('de-AT,de;q=0.9');
    const list = await site.call('noticeList', { box: 'system' }, headers);
    expect(list.data).toMatchObject({
      total: 1,
      page: 1,
      unread: { system: 1, letter: 1 },
      list: [{ id: notice.id, title: 'Neue Regeln', read: false, link: '/pages/rules/rules' }],
    });
    const home = await site.call('home', {}, headers);
    expect(home.data).toMatchObject({
      unread: 2,
      notices: [{ title: 'Neue Regeln' }],
      banners: [{ id: 'results' }, { id: 'safer_play' }],
    });
    const read = await site.call('noticeRead', { all: true }, headers);
    expect(read.data).toEqual({ unread: 0, boxes: { system: 0, letter: 0 } });
    await takeBack(notice.id);
    expect((await site.call('noticeList', { box: 'system' }, headers)).data).toMatchObject({ total: 0 });
  });

  test.each([
    ['noticeRead', {}, { id: 'required' }],
    ['noticeRead', { id: 'x', all: true }, { all: 'unknown' }],
    ['noticeDel', { id: 'x' }, { box: 'required' }],
    ['noticeDel', { box: 'system' }, { id: 'required' }],
    ['noticeList', { box: 'trash' }, { box: 'choice' }],
  ] as const)('%s of %o is refused', async (name, input, rules) => {
    const { headers } = await member();
    const answer = await site.call(name, input, headers);
    expect(answer).toMatchObject({ code: 0, data: { reason: 'validation', fields: expect.anything() } });
    const { fields } = Object(answer.data);
    expect(Object.keys(fields)).toEqual(Object.keys(rules));
  });
});

describe('letters of what happens', () => {
  /** What was written after the welcome, which is the first. */
  const letters = async (headers: Record<string, string>): Promise<unknown[]> => {
    const { data } = await site.call('noticeList', { box: 'letter' }, headers);
    return Array.isArray(data.list) ? data.list.slice(0, -1) : [];
  };

  test('a credited recharge sends one letter, however often the rail reports it', async () => {
    const { id: memberId, headers } = await member();
    const input = { key: newId(), channel: 'cash-card', amount: '20' };
    const recharge = await site.call('createRecharge', input, headers);
    const paid = {
      shard: shardOf(memberId),
      memberId,
      rechargeId: recharge.data.id,
      rail: 'sandbox-card',
      ref: newId(),
      paidUnits: 2_000n,
      seenAt: new Date(),
    } as const;
    await site.modules.cashier.service.arrivals.final(paid);
    await site.modules.cashier.service.arrivals.final(paid);
    await expect
      .poll(() => letters(headers))
      .toMatchObject([{ title: expect.stringMatching(/^Recharge credited: [0-9.]+\sPLAY$/u), read: false }]);
  });

  test('an applied correction of a balance sends a letter, a rejected one does not', async () => {
    const { id, headers } = await member();
    const office = site.modules.office.service;
    const [first, second] = await Promise.all(
      ['fin1', 'fin2'].map(async (account) => {
        const named = `${account}x${people}`;
        const who = { account: named, roles: ['cashier'] as const };
        const { password } = await office.operators.add(who, { address: '' });
        const { data } = await site.call('officeLogin', { account: named, password });
        return { 'ba-office-token': data.token };
      }),
    );
    const propose = async (amount: string): Promise<string> => {
      const input = { key: newId(), member: id, amount, reason: 'For the test' };
      return (await site.call('officeAdjustmentAdd', input, first)).data.id;
    };
    const refused = { id: await propose('7'), version: 0, decision: 'refuse' };
    await site.call('officeAdjustmentDecide', refused, second);
    const { data } = await site.call('officeMemberFind', { q: id }, first);
    const Found = Type.Array(Type.Object({ walletVersion: Type.Integer() }));
    const walletVersion = Value.Parse(Found, data.list)[0]?.walletVersion;
    const applied = { id: await propose('-3.50'), version: 0, decision: 'apply', walletVersion };
    await site.call('officeAdjustmentDecide', applied, second);
    await site.call('officeAdjustmentDecide', applied, second);
    await expect
      .poll(() => letters(headers))
      .toMatchObject([{ title: 'Your balance was corrected: −3.50\u00A0PLAY' }]);
  });
});

describe('pictures', () => {
  test('are public only once something published shows them, and have no metadata', async () => {
    const wide = await picture(3, { width: 2_400, height: 600 }).png().toBuffer();
    const added = await sendPicture(wide, asWriter());
    expect(added.data).toMatchObject({ width: 1_600, height: 400 });
    const { id, url } = added.data;
    expect((await fetch(origin + String(url))).status).toBe(404);
    const saved = await publish({ kind: 'banner', image: id, texts: { en: { title: 'Cup', body: '' } } });
    const shown = await fetch(origin + String(url));
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 1_600 });
    const { headers } = await member();
    const home = await site.call('home', {}, headers);
    expect(home.data.banners).toEqual([{ id: saved.id, title: 'Cup', body: '', image: url, tone: 'pitch' }]);
    await takeBack(saved.id);
  });

  test('what a member sent is never one, nor is what an unknown id names', async () => {
    const { headers } = await member();
    const form = new FormData();
    form.append('purpose', 'identity');
    form.append('file', new Blob([new Uint8Array(await photoWithPlace(1))]), 'x.jpg');
    const response = await fetch(origin + paths.upload[1], { method: 'POST', body: form, headers });
    const sent: unknown = await response.json();
    const id = /"id":"([0-9a-f-]{36})"/.exec(JSON.stringify(sent))?.[1] ?? 'none';
    expect(id).not.toBe('none');
    for (const one of [id, newId(), '..%2f..%2fetc%2fpasswd', "'"]) {
      expect((await fetch(`${origin}/api/pictures/${one}`)).status).toBe(404);
    }
    const stolen = { kind: 'banner', image: id, texts: { en: { title: 'x', body: '' } } };
    const answer = await site.call('officeContentSave', stolen, asWriter());
    expect(answer).toMatchObject({
      code: 0,
      data: { reason: 'validation', fields: { image: expect.anything() } },
    });
  });

  test('are added by operators with `content` only, and must be images', async () => {
    const { headers } = await member();
    const bytes = await picture(5).png().toBuffer();
    expect((await sendPicture(bytes, headers)).code).toBe(303);
    expect(await sendPicture(Buffer.from('<svg onload="alert(1)"/>'), asWriter())).toMatchObject({
      code: 0,
      data: { reason: 'upload_type' },
    });
    expect(await site.call('officePictureAdd', {}, asWriter())).toMatchObject({
      code: 0,
      data: { reason: 'validation', fields: { file: expect.anything() } },
    });
  });
});

describe('pages of the house', () => {
  test('are there for everyone, with any token', async () => {
    for (const headers of [{}, { 'ba-user-token': 'junk' }, { 'ba-user-token': writer }]) {
      const support = await site.call('supportList', {}, headers);
      expect(support.data.list).toMatchObject([{ kind: 'email', value: 'help@example.org' }]);
      expect(await site.call('activityList', {}, headers)).toMatchObject({ code: 1, data: { total: 0 } });
    }
    const company = await site.call('companyProfile', {}, { 'accept-language': 'zh-CN' });
    expect(JSON.stringify(company.data)).toContain('本站由 Example Ltd 运营');
    const help = await site.call('helpList', { q: 'umsatz', limit: 2 }, { 'accept-language': 'de' });
    expect(help.data).toMatchObject({ page: 1, limit: 2 });
    expect(JSON.stringify(help.data.list)).toContain('Umsatz');
  });

  test('activities are on or to come', async () => {
    const texts = { en: { title: 'Past', body: '' } };
    const past = { from: '2020-01-01T00:00:00.000Z', until: '2020-01-02T00:00:00.000Z' };
    const gone = await publish({ kind: 'activity', texts, ...past });
    const coming = await publish({
      kind: 'activity',
      from: '2099-01-01T00:00:00.000Z',
      texts: { en: { title: 'Coming', body: 'x' } },
    });
    const { data } = await site.call('activityList', {}, {});
    expect(data).toMatchObject({ total: 1, list: [{ title: 'Coming', from: '2099-01-01T00:00:00.000Z' }] });
    const office = await site.call('officeContentList', { kind: 'activity' }, asWriter());
    expect(office.data).toMatchObject({ total: 2 });
    for (const { id } of [gone, coming]) await takeBack(id);
  });

  test('answer without asking the database: its tables are locked, and they answer', async () => {
    await site.call('activityList', {}, {});
    const client = await site.database.owner.connect();
    try {
      await client.query('begin');
      await client.query('lock table content, content_state, letter, notice_mark in access exclusive mode');
      for (const name of ['helpList', 'companyProfile', 'activityList', 'supportList'] as const) {
        expect(await site.call(name, {}, {})).toMatchObject({ code: 1 });
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
