import { setTimeout as wait } from 'node:timers/promises';
import { createMemberClient } from '@touchline/client/member-client';
import { memorySession } from '@touchline/client/session';
import type { Browser } from 'playwright-core';
import { memberApi, password } from '../../fixtures/member-api.ts';
import type { OfficeApi } from '../../fixtures/office-api.ts';
import type { Person, Work } from './people.ts';

const address = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';

/** A picture of a few lines, as telephones make them of a payment or a card. */
const photo = async (browser: Browser, lines: readonly string[]): Promise<Blob> => {
  const page = await browser.newPage({ viewport: { width: 420, height: 620 } });
  const [first = '', ...others] = lines;
  await page.setContent(
    `<body style="margin:0;padding:40px;background:#e9eef3;font:20px sans-serif"><h2>${first}</h2>${others
      .map((line) => `<p>${line}</p>`)
      .join('')}</body>`,
  );
  const bytes = await page.screenshot();
  await page.close();
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' });
};

/** Sends a picture as the member of an account. @returns its id */
const upload = async (
  url: string,
  { account }: Person,
  [purpose, picture]: ['voucher' | 'identity', Blob],
): Promise<string> => {
  const session = memorySession(await memberApi(url).login(account));
  const form = new FormData();
  form.set('purpose', purpose);
  form.set('file', picture, 'photo.png');
  const { id } = await createMemberClient({ origin: url, session }).upload(form);
  return id;
};

/** Recharges in each state: paid, paid too much, refused, with a voucher, open. */
const recharge = async (url: string, browser: Browser, person: Person, act: string): Promise<void> => {
  const { api, account } = person;
  const { list } = await api.call('channelList', {});
  const channel = list.find(({ id }) => id === 'scan-code');
  if (channel === undefined) throw new Error('there is no scan-code');
  // More than a channel takes waits for a person.
  const amount = act === 'more' ? channel.max : '120.00';
  const made = await api.call('createRecharge', {
    key: `in-${account}-${act}`.replaceAll('.', '-'),
    channel: channel.id,
    amount,
  });
  if (act === 'voucher') {
    const picture = await photo(browser, ['Transfer', `${made.receive} ${account}`, 'Bank of the Pitch']);
    await api.call('updateRecharge', {
      id: made.id,
      voucher: await upload(url, person, ['voucher', picture]),
    });
    return;
  }
  const once = Array.from(`${account}${act}`, (letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(32, '0')
    .slice(0, 32);
  const form = { method: 'POST', redirect: 'manual', headers: { origin: url } } as const;
  await fetch(new URL(made.qr ?? '', url), { ...form, body: new URLSearchParams({ act, once }) });
};

/** Withdrawals: two that wait for anybody, one with the first of two approvals, one paid, one refused. */
const withdraw = async (people: readonly Person[], [one, two]: readonly [OfficeApi, OfficeApi]) => {
  const asked: { member: string; id: string; amount: string }[] = [];
  for (const [nth, { api, account }] of people.entries()) {
    const wallet = await api
      .call('walletSave', {
        type: 'usdt-trc20',
        address: nth < 2 ? address : `${address.slice(0, -nth)}${'x'.repeat(nth)}`,
        password,
      })
      .catch(() => api.call('walletSave', { type: 'usdt-trc20', address, password }));
    const { user } = await memberLogin(api, account);
    for (const amount of ['40.00', '75.00']) {
      const key = `out-${account}-${amount}`.replaceAll('.', '-');
      const { id } = await api.call('createWithdraw', { key, wallet: wallet.id, amount, password });
      asked.push({ member: user, id, amount });
    }
  }
  // A later withdrawal of the same day may ask for a second approval of one before, which is another version of it.
  const { list } = await one.call('officeWithdrawList', { limit: 100 });
  const versions = new Map(list.map(({ withdrawal, version }) => [withdrawal.id, version]));
  for (const [nth, { member, id, amount }] of asked.entries()) {
    const seen = { member, id, version: versions.get(id) ?? 0 };
    if (nth % 4 === 1 && amount === '75.00')
      await one.call('officeWithdrawDecide', { ...seen, decision: 'approve' });
    if (nth % 4 === 2) await two.call('officeWithdrawDecide', { ...seen, decision: 'approve' });
    if (nth === 3) {
      await two.call('officeWithdrawDecide', {
        ...seen,
        decision: 'refuse',
        reason: 'account_wrong',
        note: 'The address is of another network.',
      });
    }
  }
};

const memberLogin = async (api: Person['api'], account: string): Promise<{ user: string }> => {
  const { user } = await api.login(account);
  return { user: user.id };
};

/** Names that wait for review, one of them verified, one refused. */
const handInNames = async (
  url: string,
  browser: Browser,
  people: readonly Person[],
  cashier: OfficeApi,
): Promise<void> => {
  for (const person of people) {
    const { name } = person;
    if (name === undefined) continue;
    const picture = await photo(browser, ['Identity card', name, '31 May 1990']);
    const document = await upload(url, person, ['identity', picture]);
    await person.api.call('identitySave', { realName: name, document });
  }
  const { list } = await cashier.call('officeIdentityList', {});
  const [first, second] = list;
  await cashier.call('officeIdentityDecide', { id: first?.id ?? '', version: 0, decision: 'verify' });
  const refusal = { decision: 'refuse', reason: 'name_differs' } as const;
  await cashier.call('officeIdentityDecide', { id: second?.id ?? '', version: 0, ...refusal });
};

/** Corrections of balances: proposed, applied, refused. */
const correct = async (people: readonly Person[], [one, two]: readonly [OfficeApi, OfficeApi]) => {
  const wanted = [
    ['25.00', 'the match was shown with the wrong kick-off'],
    ['-12.50', 'credited twice by the bank, told by telephone'],
    ['450.00', 'competition of the month, first prize'],
    ['3.33', 'rounding of an old bonus'],
  ] as const;
  for (const [nth, [amount, reason]] of wanted.entries()) {
    const person = people[nth];
    if (person === undefined) continue;
    const { user: member } = await memberLogin(person.api, person.account);
    const input = { key: `correction-${nth}-1`, member, amount, reason };
    const { id, balance } = await one.call('officeAdjustmentAdd', input);
    const walletVersion = balance?.walletVersion;
    if (nth === 2)
      await two.call('officeAdjustmentDecide', { id, version: 0, decision: 'apply', walletVersion });
    if (nth === 3)
      await two.call('officeAdjustmentDecide', { id, version: 0, decision: 'refuse', note: 'no such bonus' });
  }
};

/** Recharges of members, one after another, so that each state is there once. */
const payIn = async (url: string, browser: Browser, people: readonly Person[]): Promise<void> => {
  const acts = ['more', 'pay', 'voucher', 'less', 'twice', 'more', 'refuse', 'voucher'];
  for (const [nth, act] of acts.entries()) {
    const person = people[nth];
    if (person !== undefined) await recharge(url, browser, person, act);
    await wait(50);
  }
};

/** Money that comes, waits and goes. */
export const moneyWork = (
  url: string,
  browser: Browser,
  people: readonly Person[],
  cashiers: readonly [OfficeApi, OfficeApi],
): Work => [
  // First: what is paid in has to be turned over before anything is withdrawn.
  ['withdraw', () => withdraw(people.slice(4, 8), cashiers)],
  ['pay in', () => payIn(url, browser, people)],
  ['names', () => handInNames(url, browser, people, cashiers[0])],
  ['correct', () => correct(people, cashiers)],
];
