import type { Output } from '@touchline/contract/routes';
import {
  asIfAnswered,
  on as onPage,
  pause,
  press,
  refuse,
  settled,
  type OfficeStage,
  type Screen,
  type Step as StepOf,
} from './stage.ts';

type Step = StepOf<OfficeStage>;
type Account = 'host' | 'host2' | 'trader1' | 'cashier1' | 'cashier2' | 'auditor';
export type OfficeScreen = Screen<OfficeStage, Account>;
type Changes = NonNullable<OfficeScreen['changes']>;

const on = onPage<OfficeStage, Account>;

/** Presses keys as the help sheet writes them. */
const keys =
  (...pressed: readonly string[]): Step =>
  async ({ page }) => {
    for (const key of pressed) await page.keyboard.press(key);
    await page.waitForTimeout(250);
  };

/** Opens a row of the list on the page: the nth, or the first that has a text. */
const row =
  (which: number | string | RegExp = 0): Step =>
  async (stage) => {
    const { page } = stage;
    const links = page.locator('[data-row]');
    const rowOf = (text: string) => page.locator('tr').filter({ hasText: text }).locator('[data-row]');
    if (typeof which === 'number') await links.nth(which).click();
    else if (typeof which === 'string') await rowOf(which).first().click();
    else await links.filter({ hasText: which }).first().click();
    await settled(stage);
  };

/** Presses what a selector finds first. */
const click =
  (selector: string): Step =>
  ({ page }) =>
    page.locator(selector).first().click();

// What the server's answers become

/** A site that has one owner. */
const alarmed: Changes = {
  officeToday: (today) => ({
    ...today,
    alarms: [...today.alarms, { alarm: 'owner_alone', page: 'operators', count: 1, names: [] }],
  }),
};

/** An operator who is new and decides tomorrow. */
const waitsUntil = new Date(Date.now() + 80_000_000).toISOString();

const passkeys: Output<'officeMe'>['secondFactor']['passkeys'] = [
  {
    id: '01890000-0000-7000-8000-000000000001',
    name: 'Telephone',
    createdAt: '2026-03-02T09:12:00.000Z',
    lastUsedAt: '2026-11-20T07:58:00.000Z',
  },
  {
    id: '01890000-0000-7000-8000-000000000002',
    name: 'Key in the safe of the back office',
    createdAt: '2026-03-02T09:20:00.000Z',
  },
];

/** An operator who signs in with an app and passkeys. */
const proven: Changes = {
  officeMe: (me) => ({
    ...me,
    secondFactor: { totp: true, passkeys, recoveryLeft: 7, mustSetUp: false },
  }),
};

/** An own proposal as the owner has it who is the only one. */
const onlyOwner: Changes = {
  officeOperatorList: (list) => ({
    ...list,
    alone: { state: 'alone', owner: { id: '', account: 'host' } },
  }),
};

/** The operators as the one owner has them who has lost the other, or as everybody sees it once that one has asked. */
const ownerLost = (state: 'lost' | 'asked'): Changes => {
  const from = '2026-12-05T09:00:00.000Z';
  return {
    officeOperatorList: (answer) => {
      const { id = '' } = answer.list.find(({ account }) => account === 'host') ?? {};
      return { ...answer, alone: { state, owner: { id, account: 'host' }, from } };
    },
    officeMe: (me) => ({ ...me, ownerAlone: { state, owner: me, from } }),
  };
};

/** Corrections as a cashier sees them who sat at the browser of their member. */
const sharedDevice: Changes = {
  officeAdjustmentList: (answer) => ({
    ...answer,
    list: answer.list.map((one) => ({ ...one, memberOrigin: 'device' })),
  }),
};

// What is done on the pages

const marta = row('marta.silva');

/** Tabs of a member after the first, in their order. */
const tabs = ['bets', 'money', 'team', 'play', 'notes', 'sessions'] as const;

/** Gives the reason an open decision asks for, and confirms it. */
const confirm: Step = async ({ page }) => {
  await page.locator('form textarea').first().fill('asked for it by telephone');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
};

/** Asks for access: the answer is one of the pictures. */
const askAccess: Step = async ({ page, t }) => {
  await asIfAnswered(page, 'officeAccessAsk', { code: '7K2QF-9MXTR', expiresAt: '2026-11-21T07:58:00.000Z' });
  await page.getByLabel(t('signIn.account')).fill('nora');
  await page.getByLabel(t('account.newPassword'), { exact: true }).fill('stone-74-hill');
  await page.keyboard.press('Enter');
};

/** Begins with an authenticator app, whose secret is one of the pictures. */
const scan: Step = async ({ page, t }) => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const uri = `otpauth://totp/Touchline%20office:host?secret=${secret}&issuer=Touchline%20office`;
  await asIfAnswered(page, 'officeOtpBegin', { secret, uri });
  await page.getByLabel(t('signIn.password')).first().fill('stone-74-hill');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: t('factor.begin'), exact: true }).click();
};

/** Makes the first owner of a site that has one already: the answer is one of the pictures. */
const makeOwner: Step = async ({ page, t }) => {
  const operator: Output<'officeFirst'>['operator'] = {
    id: '01890000-0000-7000-8000-000000000003',
    account: 'anna',
    roles: ['owner'],
    createdAt: '2026-11-20T07:58:00.000Z',
    version: 0,
  };
  await asIfAnswered(page, 'officeFirst', { operator });
  await page.getByLabel(t('signIn.account')).fill('anna');
  await page.getByLabel(t('account.newPassword'), { exact: true }).fill('stone-74-hill');
  await page.keyboard.press('Enter');
};

/** What a decision would do is asked for first. */
const asked = pause(900);

const typeResult: Step = async ({ page }) => {
  const goals = page.locator('fieldset input');
  for (const [nth, text] of ['1', '1', '3', '2'].entries()) await goals.nth(nth).fill(text);
  await page.waitForTimeout(800);
};

/** Fixtures: valid ones, one of an unknown team, one that cannot be read. */
const fixtures = [
  'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG',
  'D1,12/12/2026,15:30,Bayern Munich,RB Leipzig,,,,',
  'D1,13/12/2026,17:30,Dortmund,Leverkusen,,,,',
  'D1,13/12/2026,15:30,FC Nowhere,Mainz,,,,',
  'D1,2026-31-02,15:30,Mainz,Union Berlin,,,,',
].join('\n');
const takeFile: Step = async ({ page }) => {
  const file = { name: 'fixtures-december.csv', mimeType: 'text/csv', buffer: Buffer.from(fixtures) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.waitForTimeout(1_500);
};

/** Fills in a new correction of an amount, as far as its reason. */
const newCorrection =
  (amount: string): Step =>
  async ({ page, t }) => {
    await page.getByLabel(t('column.member'), { exact: true }).fill('liwei88');
    const found = page.getByRole('list', { name: t('member.found') });
    await found.getByRole('button').first().click();
    await page.locator('form input[inputmode="decimal"]').fill(amount);
    await page.locator('form textarea').fill('rounding of an old bonus');
  };

/** Proposes a correction that the server answers by what the cashier shares with the member. */
const refusedForDevice: Step = async ({ page }) => {
  await refuse(page, 'officeAdjustmentAdd', 'member_origin', { memberOrigin: 'device' });
  await page.locator('form button[type="submit"]').click();
  await page.getByRole('checkbox').waitFor();
};

/** Puts another value into the draft of the open setting. */
const draft: Step = async ({ page }) => {
  await page.locator('section[aria-label] form input').first().fill('2000');
  await page.keyboard.press('Enter');
  // The server tries the value before it is in the draft.
  await page.getByRole('status').getByRole('button').first().waitFor();
  await page.evaluate('document.activeElement?.blur()');
};

/** Every screen of the office. Some show what one before has done. */
export const officeScreens: readonly OfficeScreen[] = [
  // Where a person signs in, the first page, and what every page has.
  { name: 'sign-in', as: 'visitor', at: '/sign-in' },
  { name: 'today-owner', as: 'host', at: '/' },
  { name: 'today-owner-alone', as: 'host', at: '/', changes: alarmed },
  {
    name: 'waits',
    as: 'cashier1',
    at: '/corrections',
    changes: { officeMe: (me) => ({ ...me, waitsUntil }) },
  },
  { name: 'today-trader', as: 'trader1', at: '/' },
  { name: 'today-cashier', as: 'cashier1', at: '/' },
  { name: 'today-auditor', as: 'auditor', at: '/' },
  { name: 'help', as: 'trader1', at: '/matches', after: keys('?') },
  { name: 'forbidden', as: 'cashier1', at: '/settings' },
  { name: 'not-found', as: 'host', at: '/nowhere' },
  { name: 'error', as: 'cashier1', at: '/members', fails: ['officeMemberList'] },
  { name: 'menu', as: 'host', at: '/', after: ({ page }) => page.locator('header button').last().click() },

  // Members and what is known of them; flags of their teams.
  { name: 'members', as: 'host', at: '/members' },
  { name: 'members-none', as: 'host', at: '/members?q=nobody-at-all' },
  { name: 'member', as: 'host', at: '/members', after: marta },
  ...tabs.map((tab, nth): OfficeScreen => ({
    name: `member-${tab}`,
    as: 'host',
    at: '/members',
    after: [marta, keys(String(nth + 2))],
  })),
  ...on('host', '/members', {
    'member-bet': { after: [marta, keys('2'), click('[data-row]')] },
    'member-bet-builder': { after: [marta, keys('2'), (stage) => row(stage.t('bet.builder'))(stage)] },
    'member-open': { after: [marta, keys('o')] },
    'member-opened': { after: [marta, keys('o'), confirm] },
    'member-lock': { after: [marta, keys('x')] },
  }),
  { name: 'member-factor', as: 'host2', at: '/members', after: [row('kenji'), keys('7')] },
  { name: 'member-factor-apply', as: 'host2', at: '/members', after: [row('kenji'), keys('7'), keys('a')] },
  { name: 'member-locked', as: 'host', at: '/members', after: row('oluwaseun') },
  { name: 'member-excluded', as: 'host', at: '/members', after: [row('tomasz.w'), keys('5')] },
  { name: 'member-exclude', as: 'host', at: '/members', after: [marta, keys('5'), press('play.exclude')] },
  { name: 'flags', as: 'host', at: '/flags' },
  { name: 'flag', as: 'host', at: '/flags', after: row() },
  { name: 'flag-clear', as: 'host', at: '/flags', after: [row(), keys('a')] },
  { name: 'flags-cleared', as: 'host', at: '/flags?state=cleared' },

  // Operators, and the pages of an operator's own account.
  { name: 'first', as: 'visitor', at: '/first?code=none' },
  { name: 'first-made', as: 'visitor', at: '/first?code=none', after: makeOwner },
  { name: 'access', as: 'visitor', at: '/access' },
  { name: 'access-asked', as: 'visitor', at: '/access', after: askAccess },
  { name: 'owner-lost', as: 'host', at: '/operators', changes: ownerLost('lost') },
  { name: 'owner-asked', as: 'host', at: '/operators', changes: ownerLost('asked') },
  ...on('host', '/account', {
    account: {},
    'account-password': { after: press('account.renew') },
    'account-scan': { after: scan },
    'account-passkeys': { changes: proven },
    'account-passkey-new': { changes: proven, after: press('passkey.add') },
    'account-codes': { changes: proven, after: press('recovery.renew') },
  }),
  ...on('host', '/operators', {
    operators: {},
    operator: { after: row('cashier2') },
    'operator-self': { after: row(/^host$/) },
    'operator-new': { after: keys('n') },
    'operator-password': { after: [row('nadia'), keys('w')] },
    'operator-sign-out': { after: [row('nadia'), keys('s')] },
    'operator-factor': { after: [row('nadia'), keys('x')] },
    'operator-disable': { after: [row('nadia'), keys('d')] },
    'operator-disabled': { after: row('victor') },
  }),
  { name: 'operator-proposals', as: 'host', at: '/operators?tab=proposals' },
  ...on('host2', '/operators?tab=proposals&state=proposed', {
    'operator-proposal-own': { after: row('yusuf') },
    'operator-proposal-alone': { changes: onlyOwner, after: row('yusuf') },
  }),
  {
    name: 'operator-proposal',
    as: 'host',
    at: '/operators?tab=proposals&state=proposed',
    after: [row('yusuf'), keys('a')],
  },
  { name: 'choose-password', as: 'visitor', at: '/password?code=none' },

  // What traders look at.
  { name: 'matches', as: 'trader1', at: '/matches' },
  { name: 'matches-waiting', as: 'trader1', at: '/matches?waiting=1' },
  { name: 'matches-none', as: 'trader1', at: '/matches?q=nobody' },
  { name: 'match-live', as: 'trader1', at: '/matches', after: row() },
  ...on('trader1', '/matches?state=scheduled', {
    'match-market': { after: [row(), row()] },
    'match-market-stop': { after: [row(), row(), keys('x')] },
  }),
  { name: 'match-stop', as: 'trader1', at: '/matches', after: [row(), keys('m')] },
  ...on('trader1', '/matches?state=finished', {
    'match-results': { after: [row(), keys('2')] },
    'match-result': { after: [row(), keys('2'), row()] },
    'match-result-new': { after: [row(), keys('2'), press('result.new')] },
    'match-void-new': { after: [row(), keys('2'), press('void.new')] },
    'match-result-typed': { after: [row(), keys('2'), press('result.new'), typeResult] },
  }),
  ...on('trader1', '/matches?waiting=1', {
    'match-result-confirm': { after: [row(1), keys('2'), row(), asked, keys('c')] },
    'match-void': { after: [row(), keys('2'), row()] },
    'match-void-apply': { after: [row(), keys('2'), row(), asked, keys('a')] },
  }),
  { name: 'match-third', as: 'trader1', at: '/matches?state=finished', after: [row(), keys('3')] },
  ...on('trader1', '/matches', {
    'stop-all': { after: keys('s') },
    stops: { after: click('section[data-stopped] button, section[aria-label] button') },
  }),
  { name: 'risk', as: 'trader1', at: '/risk' },
  { name: 'risk-event', as: 'trader1', at: '/risk', after: row() },
  { name: 'margins', as: 'trader1', at: '/margins' },
  { name: 'margins-open', as: 'trader1', at: '/margins', after: row() },
  { name: 'margins-matches', as: 'trader1', at: '/margins?view=matches' },
  ...on('trader1', '/competitions', {
    competitions: {},
    competition: { after: row() },
    'competition-names': { after: [row(), click('summary')] },
    'competition-off': { after: [row(), ({ page }) => page.getByRole('checkbox').click()] },
    'competition-new': { after: keys('n') },
  }),
  { name: 'clubs', as: 'trader1', at: '/competitions?tab=teams' },
  { name: 'club', as: 'trader1', at: '/competitions?tab=teams', after: row(3) },
  { name: 'club-new', as: 'trader1', at: '/competitions?tab=teams', after: keys('n') },
  { name: 'imports', as: 'trader1', at: '/imports' },
  { name: 'imports-file', as: 'trader1', at: '/imports', after: takeFile },
  { name: 'imports-match', as: 'trader1', at: '/imports', after: keys('n') },

  // What cashiers and auditors look at.
  ...on('cashier1', '/recharges', {
    recharges: {},
    recharge: { after: row() },
    'recharge-voucher': { after: row('jonas_k') },
    'recharge-credit': { after: [row(), keys('a')] },
  }),
  { name: 'withdrawals', as: 'cashier1', at: '/withdrawals' },
  { name: 'withdrawal', as: 'cashier1', at: '/withdrawals', after: row('40.00') },
  { name: 'withdrawal-two', as: 'cashier1', at: '/withdrawals', after: row('75.00') },
  { name: 'withdrawal-refuse', as: 'cashier2', at: '/withdrawals', after: [row('75.00'), keys('r')] },
  { name: 'withdrawals-ended', as: 'cashier1', at: '/withdrawals?queue=ended', after: row() },
  { name: 'withdrawals-paying', as: 'cashier1', at: '/withdrawals?queue=paying' },
  { name: 'names', as: 'cashier1', at: '/names' },
  { name: 'name', as: 'cashier1', at: '/names', after: row() },
  { name: 'corrections', as: 'cashier1', at: '/corrections' },
  { name: 'correction', as: 'cashier2', at: '/corrections', after: row('liwei88') },
  { name: 'correction-apply', as: 'cashier2', at: '/corrections', after: [row('liwei88'), keys('a')] },
  { name: 'correction-refuse', as: 'cashier2', at: '/corrections', after: [row('liwei88'), keys('r')] },
  { name: 'correction-own', as: 'cashier1', at: '/corrections', after: row('liwei88') },
  ...on('cashier1', '/corrections?id=new', {
    'correction-new': {},
    'correction-new-filled': { after: newCorrection('12.50') },
    'correction-new-short': { after: newCorrection('-50000') },
    'correction-new-device': { after: [newCorrection('12.50'), refusedForDevice] },
  }),
  ...on('cashier2', '/corrections', {
    'correction-device': { changes: sharedDevice, after: row('liwei88') },
    'correction-device-apply': { changes: sharedDevice, after: [row('liwei88'), keys('a')] },
  }),
  { name: 'rails', as: 'cashier1', at: '/rails' },
  { name: 'ledger', as: 'auditor', at: '/ledger' },
  { name: 'ledger-trial', as: 'auditor', at: '/ledger?tab=trial' },
  { name: 'ledger-days', as: 'auditor', at: '/ledger?tab=days' },
  { name: 'ledger-entries', as: 'auditor', at: '/ledger?tab=entries' },
  { name: 'ledger-entry', as: 'auditor', at: '/ledger?tab=entries', after: row() },
  { name: 'reports', as: 'auditor', at: '/reports' },
  { name: 'reports-week', as: 'auditor', at: '/reports', after: keys('1') },
  { name: 'reports-competition', as: 'auditor', at: '/reports?by=competition' },
  { name: 'audit', as: 'auditor', at: '/audit' },
  { name: 'audit-line', as: 'auditor', at: '/audit', after: row(1) },
  { name: 'audit-line-setting', as: 'auditor', at: '/audit?action=setting_proposed', after: row() },

  // What owners and writers look at.
  { name: 'team', as: 'host', at: '/team' },
  { name: 'team-place', as: 'host', at: '/team', after: row('marta.silva') },
  { name: 'team-rules', as: 'host', at: '/team?view=rules' },
  { name: 'team-rules-change', as: 'host', at: '/team?view=rules', after: row() },
  { name: 'team-rules-new', as: 'host', at: '/team?view=rules&member=-&id=new' },
  { name: 'commission', as: 'host', at: '/commission' },
  { name: 'commission-run', as: 'host', at: '/commission', after: row() },
  { name: 'commission-statement', as: 'host', at: '/commission', after: [row(), row()] },
  { name: 'rewards', as: 'host', at: '/rewards' },
  { name: 'rewards-rules', as: 'host', at: '/rewards?view=rules' },
  { name: 'rewards-rules-new', as: 'host', at: '/rewards?view=rules&member=-&id=new' },
  { name: 'content', as: 'host', at: '/content' },
  { name: 'content-open', as: 'host', at: '/content', after: row() },
  { name: 'content-new', as: 'host', at: '/content?id=new' },
  { name: 'content-banner', as: 'host', at: '/content?kind=banner&id=new' },
  { name: 'content-help', as: 'host', at: '/content?kind=help', after: row() },
  { name: 'content-support', as: 'host', at: '/content?kind=support&id=new' },
  { name: 'rules', as: 'host', at: '/rules' },
  { name: 'rules-open', as: 'host', at: '/rules', after: row() },
  { name: 'rules-new', as: 'host', at: '/rules?id=new' },
  { name: 'liabilities', as: 'host', at: '/liabilities', after: [press('liability.make'), pause(1_500)] },
  { name: 'liabilities-open', as: 'host', at: '/liabilities', after: row() },
  { name: 'liabilities-reserves', as: 'host', at: '/liabilities?view=reserves' },
  { name: 'liabilities-reserve', as: 'host', at: '/liabilities?view=reserves', after: row() },
  { name: 'liabilities-balance', as: 'host', at: '/liabilities?view=reserves&member=-&id=new' },
  { name: 'liabilities-address', as: 'host', at: '/liabilities?view=reserves&member=-&id=address' },
  { name: 'house', as: 'host', at: '/house' },
  { name: 'house-matches', as: 'host', at: '/house?view=matches' },
  { name: 'house-match', as: 'host', at: '/house?view=matches', after: row() },
  { name: 'house-days', as: 'host', at: '/house?view=days' },
  { name: 'letters', as: 'host', at: '/letters' },
  { name: 'outbox', as: 'host', at: '/outbox' },
  { name: 'outbox-message', as: 'host', at: '/outbox', after: row() },
  { name: 'settings', as: 'host', at: '/settings' },
  { name: 'settings-change', as: 'host', at: '/settings', after: row() },
  { name: 'settings-setting', as: 'host', at: '/settings?member=setting&id=STAKE_MAX' },
  { name: 'settings-languages', as: 'host', at: '/settings?member=setting&id=LANGUAGES' },
  { name: 'settings-channels', as: 'host', at: '/settings?member=setting&id=CHANNELS' },
  {
    name: 'settings-review',
    as: 'host',
    at: '/settings?member=setting&id=STAKE_MAX',
    after: [draft, keys('p')],
  },
  { name: 'settings-history', as: 'host', at: '/settings?view=history' },
  { name: 'settings-help', as: 'host', at: '/settings', after: keys('?') },
];
