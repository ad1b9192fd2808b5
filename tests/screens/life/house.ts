import { dayMs } from '@touchline/contract/durations';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import { Secret, TOTP } from 'otpauth';
import { password } from '../../fixtures/member-api.ts';
import type { OfficeApi } from '../../fixtures/office-api.ts';
import type { Person, Work } from './people.ts';

const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

type Operators = { host: OfficeApi; host2: OfficeApi; trader: OfficeApi; second: OfficeApi };

const words = (title: string, body: string, chinese?: readonly [string, string]) => ({
  en: { title, body },
  ...(chinese !== undefined && { 'zh-CN': { title: chinese[0], body: chinese[1] } }),
});

/** What members read: published, planned, drafted. */
const publish = async (host: OfficeApi): Promise<void> => {
  const kick = 'Kick-off is an hour later than announced. Bets stay as they are.';
  const notice = {
    kind: 'notice',
    texts: words('Later kick-off', kick, ['开球推迟', '开球比原定晚一小时，投注照常有效。']),
  } as const;
  const { id } = await host.call('officeContentSave', notice);
  const again = {
    ...notice,
    texts: words('Kick-off an hour later', kick, ['开球推迟一小时', '开球比原定晚一小时，投注照常有效。']),
  };
  await host.call('officeContentSave', { ...again, id, seen: 1 });
  const rest = 'The cashier rests on Sunday between 2 and 4 in the morning.';
  await host.call('officeContentSave', {
    kind: 'notice',
    texts: words('Maintenance', rest),
    from: inDays(2),
  });
  await host.call('officeContentSave', {
    kind: 'notice',
    texts: words('Half written', 'So far'),
    draft: true,
  });
  await host.call('officeContentSave', {
    kind: 'help',
    section: 'money',
    order: 1,
    texts: words(
      'How long does a withdrawal take?',
      'A day at the most.\n\nLarge ones are looked at by two.',
    ),
  });
  await host.call('officeHouseTextAdd', {
    key: 'house-rules-1',
    kind: 'rules',
    from: inDays(8),
    reason: 'the league asked for it',
    seen: 0,
    texts: words('Abandoned matches', 'A match that is not played on within 48 hours is void.'),
  });
};

/** What the house has: balances at banks, of which one waits for another operator. */
const showReserves = async ({ host, host2 }: Operators): Promise<void> => {
  const day = inDays(-1).slice(0, 10);
  const balance = { day, fileHash: 'c0'.repeat(32), reason: 'statement of the month' };
  const first = await host.call('officeReserveAdd', {
    ...balance,
    key: 'reserve-1',
    name: 'First National',
    amount: '250000',
  });
  await host2.call('officeReserveDecide', { id: first.id, version: 0, decision: 'apply' });
  await host2.call('officeReserveAdd', { ...balance, key: 'reserve-2', name: 'Stripe', amount: '18400.50' });
  const { id } = await host.call('officeLiabilityPropose', {
    key: 'liabilities-1',
    reason: 'the regulator asked for it',
  });
  await host2.call('officeLiabilityDecide', { id, version: 0, decision: 'apply' });
};

/** Proposals that wait for another owner. */
const propose = async (host: OfficeApi): Promise<void> => {
  const { version } = await host.call('officeSettingList', {});
  await host.call('officeSettingSave', {
    version,
    reason: 'the bank asks for more',
    effectiveFrom: inDays(1),
    settings: [
      { name: 'WITHDRAW_FEE_FIXED', value: '1.50' },
      { name: 'WITHDRAW_MAX', value: '25000' },
    ],
  });
  await host.call('officeRewardRulesSave', {
    seen: '0',
    reason: 'a longer run shall be worth it',
    rules: { checkIn: ['1', '1', '2', '2', '3', '3', '10'], levels: [{ level: 2, turnover: '15000' }] },
  });
  const { list } = await host.call('officeTeamRules', {});
  const { version: seen = '1', levels = [] } = list[0] ?? {};
  await host.call('officeTeamRulesSave', { seen, levels, reason: 'as agreed with the leaders' });
};

/** Stops, a fixed price, results and voids that wait for a second person. */
const trade = async ({ trader, second }: Operators): Promise<void> => {
  const { list } = await trader.call('officeEventList', { limit: 50 });
  const coming = list.flatMap(({ event }) => (event.state === 'scheduled' ? [event] : []));
  const [priced, stopped, voided] = coming;
  const detail = (event: string) => trader.call('officeEventDetail', { id: event });
  if (priced !== undefined) {
    const { markets } = await detail(priced.id);
    const market = markets.find((one) => one.market.market === '1x2')?.market;
    const [home] = market?.selections ?? [];
    const odds = (Number(home?.odds ?? '2') * 1.04).toFixed(2);
    const set = {
      event: priced.id,
      market: '1x2',
      version: market?.version ?? 0,
      reason: 'the striker is out',
    };
    await trader.call('officePriceSet', { ...set, prices: [{ selection: home?.selection ?? '1', odds }] });
  }
  if (stopped !== undefined)
    await trader.call('officeSuspend', {
      event: stopped.id,
      market: '1x2',
      reason: 'waiting for the line-ups',
    });
  if (voided !== undefined) {
    const { seen } = await detail(voided.id);
    await second.call('officeVoidAdd', {
      event: voided.id,
      seen,
      scope: { market: '1x2' },
      reason: 'wrong price shown for a minute',
    });
  }
  const finished = await trader.call('officeEventList', { state: 'finished', limit: 1 });
  const done = finished.list[0]?.event;
  if (done !== undefined) {
    const { seen } = await detail(done.id);
    const score = { ht: { home: 1, away: 0 }, ft: { home: 2, away: 1 } };
    await second.call('officeResultAdd', { event: done.id, seen, ...score, source: 'report of the referee' });
  }
};

/** Notes, a lock and a letter. */
const lookAfter = async (host: OfficeApi, people: readonly Person[]): Promise<void> => {
  for (const [nth, { api, account }] of people.entries()) {
    const { user } = await api.login(account);
    const member = user.id;
    if (nth === 0) {
      for (const text of [
        'Called about the delay of a withdrawal; told to wait for Monday.',
        'VIP, prefers e-mail.',
      ])
        await host.call('officeMemberNoteAdd', { member, text });
      const texts = words('Welcome back', 'Good to see you again.', ['欢迎回来', '很高兴再次见到您。']);
      await host.call('officeLetterSend', { key: 'letter-0001', member, texts });
    }
    if (nth === 5)
      await host.call('officePlayExclude', { member, length: '6m', reason: 'asked for it by telephone' });
    if (account === 'kenji') {
      const { secret } = await api.call('otpBegin', { password });
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      await api.call('otpConfirm', { otp: totp.generate({ timestamp: Date.now() - 30_000 }) });
      await host.call('officeMemberFactorEnd', { member, why: 'telephone and codes were stolen, called us' });
    }
    if (nth === 6)
      await host.call('officeMemberLock', {
        member,
        version: 0,
        locked: true,
        why: 'somebody else may know the password',
      });
  }
};

/** Other operators, one of whom has left, and one who is proposed; flags, of which one is cleared. */
const oversee = async ({ host, host2 }: Operators): Promise<void> => {
  const add = async (account: string, roles: OperatorRole[]): Promise<string> => {
    const { code } = await host.call('officeAccessAsk', { account, password: 'stone-74-hill' });
    const { proposal } = await host.call('officeOperatorSave', { account, roles, code });
    if (proposal === undefined) throw new Error(`${account} was not proposed`);
    const decision = { id: proposal.id, version: 0, decision: 'apply', code } as const;
    const { operator } = await host2.call('officeOperatorDecide', decision);
    if (operator === undefined) throw new Error(`${account} was not added`);
    return operator.id;
  };
  await add('nadia', ['content', 'support']);
  const left = await add('victor', ['trader']);
  await host.call('officeOperatorSave', { id: left, version: 0, disabled: true });
  const { code } = await host.call('officeAccessAsk', { account: 'yusuf', password: 'stone-74-hill' });
  await host2.call('officeOperatorSave', { account: 'yusuf', roles: ['cashier'], code });
  const { list } = await host.call('officeTeamFlagList', { state: 'open' });
  await host.call('officeTeamFlagDecide', { id: list[0]?.id ?? '', version: 0, decision: 'clear' });
};

/** What operators do on a day. */
export const houseWork = (operators: Operators, people: readonly Person[]): Work => [
  ['publish', () => publish(operators.host)],
  ['propose', () => propose(operators.host)],
  ['trade', () => trade(operators)],
  ['look after', () => lookAfter(operators.host, people)],
  ['oversee', () => oversee(operators)],
  ['show reserves', () => showReserves(operators)],
];
