import { livePath } from '@touchline/contract/paths';
import { currencies } from '@touchline/money/currency';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capsOf } from '../../betting/exposure/caps.ts';
import { stakeLimitsOf } from '../../betting/placing/stake-limits.ts';
import { testTouchline, type TestOperator, type TestTouchline } from '../../testing/touchline.ts';

type Person = TestOperator;

let site: TestTouchline;
let ann: Person;
let bob: Person;
let max: Person;
beforeAll(async () => {
  site = await testTouchline();
  ann = await site.operator('owner');
  bob = await site.operator('owner', 'trader');
  max = await site.member();
});
afterAll(() => site.close());

/** Changes settings of the running server, as two owners do. */
const change = async (settings: Record<string, string>): Promise<void> => {
  const version = async () => (await ann.call('officeSettingList')).data.version;
  const made = await ann.call('officeSettingSave', {
    version: await version(),
    reason: 'For the test of effects',
    settings: Object.entries(settings).map(([name, value]) => ({ name, value })),
  });
  if (made.code !== 1) throw new Error(JSON.stringify(made));
  const proposal = made.data.change;
  if (proposal?.state === 'proposed') {
    await bob.call('officeSettingDecide', { id: proposal.id, version: await version(), decision: 'accept' });
  }
};

test('words and rules of the site are what its next caller reads', async () => {
  await change({ SITE_NAME: 'The Dugout', SITE_OPERATOR: 'Dugout Ltd' });
  await change({ SITE_SUPPORT: 'help@dugout.example' });
  await change({
    SITE_CALLING_CODE: '49',
    MIN_AGE: '21',
    COUNTRIES_REFUSED: 'US',
    LIVE_DELAY_MS: '7000',
    REGISTER_CODE: 'true',
    INVITATION_NEEDED: 'true',
    STAKE_MIN: '2',
    STAKE_MAX: '300',
  });
  const { data } = await site.call('systemConfig');
  expect(data.site).toMatchObject({
    name: 'The Dugout',
    support: 'help@dugout.example',
    contry_code: '49',
    minAge: 21,
    liveDelayMs: 7_000,
    registerCode: true,
    invitationNeeded: true,
    stakeMin: '2.00',
    stakeMax: '300.00',
  });
  await change({ LANGUAGES: 'fr,de,zh-CN', LANGUAGE_DEFAULT: 'de' });
  const { language } = (await site.call('systemConfig')).data;
  expect(language).toMatchObject({ default: 'de', fallback: 'en' });
  expect(language.list.map(({ lan }: { lan: string }) => lan)).toEqual(['zh-CN', 'de', 'fr']);
  const refused = data.site.countries.filter(({ allowed }: { allowed: boolean }) => !allowed);
  expect(refused.map(({ iso }: { iso: string }) => iso)).toEqual(['US']);
  const words = JSON.stringify((await site.call('companyProfile')).data.sections);
  for (const word of ['The Dugout', 'Dugout Ltd', 'help@dugout.example']) expect(words).toContain(word);
  expect((await site.call('supportList')).data.list).toMatchObject([{ value: 'help@dugout.example' }]);
});

test('who may register is judged by what holds then', async () => {
  await change({ INVITATION_NEEDED: 'true', REGISTER_CODE: 'false', MIN_AGE: '21', PLAY_GRANT: '50.00' });
  const password = 'flag & whistle';
  const form = { account: 'newcomer', password, confirmPassword: password };
  const ask = (more: object) => site.call('register', { ...form, ...more });
  expect(await ask({ birthDate: '1990-01-01' })).toMatchObject({
    data: { fields: { invitationCode: expect.any(String) } },
  });
  await change({ INVITATION_NEEDED: 'false' });
  const young = new Date(Date.now() - 20 * 365.25 * 86_400_000).toISOString().slice(0, 10);
  const answer = await ask({ birthDate: young });
  expect(answer).toMatchObject({ data: { reason: 'under_age' } });
  // The message names the minimum age.
  expect(answer.msg).toContain('21');
  expect(await ask({ birthDate: '1990-01-01' })).toMatchObject({ data: { user: { balance: '50.00' } } });
  expect((await max.call('userInfo')).data.balance).toBe('1000.00');
});

test('pages closed to visitors are for members and operators alone from then on', async () => {
  const ask = (name: 'eventList' | 'helpList', headers = {}) => site.call(name, {}, headers);
  const { ticket } = (await site.call('visitorTicket')).data;
  await change({ PUBLIC_PAGES: 'false' });
  expect(await ask('eventList')).toMatchObject({ code: 303, data: { reason: 'sign_in' } });
  expect(await ask('eventList', { 'ba-user-token': max.token })).toMatchObject({ code: 1 });
  expect(await ask('helpList', { 'ba-office-token': ann.token })).toMatchObject({ code: 1 });
  expect((await site.call('systemConfig')).data.site.publicPages).toBe(false);
  const stream = await site.app.inject({ url: `${livePath}?token=${ticket}` });
  expect(stream.json()).toMatchObject({ code: 303 });
  await change({ PUBLIC_PAGES: 'true' });
  expect(await ask('eventList')).toMatchObject({ code: 1 });
});

test('withdrawals have the current terms', async () => {
  await change({
    WITHDRAW_MIN: '20',
    WITHDRAW_MAX: '3000',
    WITHDRAW_FEE_BP: '150',
    WITHDRAW_FEE_FIXED: '0.50',
    WITHDRAW_FEE_MIN: '2',
    WITHDRAW_DAYS: '1,2',
    WITHDRAW_FROM: '08:00',
    WITHDRAW_TO: '18:30',
    WITHDRAW_ARRIVAL_HOURS: '48',
    WITHDRAW_PASSWORD_ABOVE: '100',
    PAYOUT_COOLING_HOURS: '1.5',
    TURNOVER_MULTIPLE: '2',
    WITHDRAW_TWO_ABOVE: '900',
  });
  expect((await max.call('withdrawList')).data.terms).toMatchObject({
    min: '20.00',
    max: '3000.00',
    feePercent: '1.50',
    feeFixed: '0.50',
    feeMin: '2.00',
    window: { days: [1, 2], from: '08:00', to: '18:30' },
    arrivalHours: 48,
    passwordAbove: '100.00',
    coolingHours: 1.5,
    turnoverMultiple: '2.00',
  });
  expect(site.modules.cashier.service.rules()).toMatchObject({ twoAboveMinor: 90_000n });
});

test('a channel that is closed takes no new recharge, and ends none that was begun', async () => {
  const begin = (channel: string, key: string) =>
    max.call('createRecharge', { key: `effects-${key}`, channel, amount: '25' });
  const begun = (await begin('scan-code', 'one')).data;
  await change({ CHANNELS: '[{"id":"scan-code","off":true},{"id":"cash-card","max":"20","feeBp":300}]' });
  const { data } = await max.call('channelList');
  expect(data.list.map(({ id }: { id: string }) => id)).not.toContain('scan-code');
  expect(await begin('scan-code', 'two')).toMatchObject({ data: { reason: 'not_found' } });
  expect(await begin('cash-card', 'three')).toMatchObject({ data: { reason: 'amount_max' } });
  // The same key continues its recharge, which can still be cancelled.
  expect(await begin('scan-code', 'one')).toMatchObject({ data: { id: begun.id, fee: begun.fee } });
  expect(await max.call('updateRecharge', { id: begun.id, cancel: true })).toMatchObject({
    data: { state: 'rejected' },
  });
});

test('the levels of members follow what holds for everybody', async () => {
  await change({ WITHDRAW_FEE_BP: '300', WITHDRAW_MAX: '2000' });
  expect((await max.call('levelList')).data.list[2]).toMatchObject({
    benefits: { withdrawFee: '2.40', withdrawMax: '4000.00' },
  });
});

test('limits of bets and caps are read at each bet', async () => {
  const { config } = site.modules.settings.service;
  const limits = stakeLimitsOf(config, currencies.PLAY.scale);
  const caps = capsOf(config, currencies.PLAY.scale);
  await change({ STAKE_MIN: '3', STAKE_MAX: '40', PAYOUT_MAX: '5000', EXPOSURE_CAP_SITE: '123456' });
  expect(limits).toMatchObject({ minMinor: 300n, maxMinor: 4_000n, potentialMaxMinor: 500_000n });
  expect(caps).toMatchObject({ site: 12_345_600, event: 100_000_000 });
  expect((await bob.call('officeExposureList')).data.site.cap).toBe('123456.00');
});

test('how many calls are taken is what holds now', async () => {
  const eve = await site.member();
  await change({ RATE_LIMIT_PER_MINUTE: '10' });
  const answers = [];
  for (let i = 0; i < 12; i++) answers.push((await eve.call('userInfo')).status);
  expect(answers).toContain(429);
});
