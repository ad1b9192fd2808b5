import type { RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import type { Restriction } from '@touchline/contract/shapes/play';
import * as steps from './member-steps.ts';
import { match } from './member-steps.ts';
import { views } from './options.ts';
import * as account from './samples/account.ts';
import * as big from './samples/big.ts';
import * as cashier from './samples/cashier.ts';
import { pageOf } from './samples/common.ts';
import * as house from './samples/house.ts';
import * as inbox from './samples/inbox.ts';
import * as play from './samples/play.ts';
import * as team from './samples/team.ts';
import {
  altered,
  hold,
  on as onPage,
  pause,
  press,
  refuse,
  refuseInWords,
  settled,
  visit,
  type Answers,
  type MemberStage,
  type Screen,
  type Step,
} from './stage.ts';

type Who = 'beginner' | 'player';
export type MemberScreen = Screen<MemberStage, Who>;

const on = onPage<MemberStage, Who>;

/** A page of the app by the call that fills it, while that call is on its way, and when it fails. */
const filled = (name: string, at: string, call: RouteName): readonly MemberScreen[] => [
  { name: `${name}-waiting`, as: 'beginner', at, waits: [call] },
  { name: `${name}-unreachable`, as: 'beginner', at, fails: [call], after: steps.retry },
];

/** What is seen without an account. */
const visitorScreens: readonly MemberScreen[] = [
  ...on('visitor', '/pages/login/login', {
    login: { pictures: { login: ['en'] } },
    'login-empty': { after: press('login.submit') },
    'login-otp': {
      before: ({ page }) => refuse(page, 'login', 'otp_needed'),
      after: [
        steps.signIn(),
        press('login.submit'),
        ({ page, t }) => page.getByLabel(t('account.otp')).waitFor(),
      ],
      mirrored: true,
    },
    'login-refused': {
      after: [
        steps.signIn(),
        press('login.submit'),
        ({ page }) => page.locator('[aria-invalid="true"]').waitFor(),
      ],
    },
    'login-busy': {
      before: ({ page }) => hold(page, 'login'),
      after: [
        steps.signIn(),
        press('login.submit'),
        ({ page }) => page.locator('[popover] svg, [popover] [class*="spinner"]').first().waitFor(),
      ],
    },
    'login-number': { after: steps.signIn('15112345678') },
  }),
  ...on('visitor', '/pages/login/code', {
    'login-code': {},
    'login-code-sent': {
      answers: { sendCode: { retryAfter: 60, way: 'console' } },
      after: [
        ({ page, t }) => page.getByLabel(t('account.address')).fill('015112345678'),
        press('account.sendCode'),
        ({ page, t }) => page.getByLabel(t('account.code')).fill('12'),
        press('login.submit'),
      ],
      mirrored: true,
    },
  }),
  { name: 'reset', as: 'visitor', at: '/pages/login/reset', after: press('account.setPassword') },
  ...on('visitor', '/pages/login/signup', {
    signup: {},
    'signup-wrong': { after: [steps.byMobile, press('signup.submit')] },
    'signup-end': {
      after: [
        ({ page, t }) => page.getByRole('button', { name: t('signup.submit') }).scrollIntoViewIfNeeded(),
        settled,
      ],
    },
    country: { after: steps.countries },
    'country-none': {
      after: [steps.countries, ({ page }) => page.getByRole('dialog').getByRole('searchbox').fill('zzzz')],
    },
  }),
  ...on('visitor', '/pages/house/house', {
    house: { answers: { housePage: house.house() }, pictures: { house: ['en', 'ar'] } },
    'house-tables': {
      answers: { housePage: house.house() },
      after: async ({ page }) => {
        for (const fold of await page.locator('summary').all()) await fold.click();
      },
    },
    'house-new': { answers: { housePage: house.newHouse() } },
    'house-young': { answers: { housePage: house.youngHouse() } },
    'house-short': { answers: { housePage: house.shortHouse() } },
    'visitor-house': {},
  }),
  ...on('visitor', '/pages/invest/invest', {
    'visitor-slip': { after: [steps.click('main section button[aria-pressed]'), steps.text('slip.kept')] },
  }),
  { name: 'visitor-match', as: 'visitor', at: match('coming') },
  { name: 'visitor-activity', as: 'visitor', at: '/pages/activity/activity' },
  { name: 'visitor-help', as: 'visitor', at: '/pages/help/help' },
  { name: 'visitor-terms', as: 'visitor', at: '/pages/terms/terms' },
  { name: 'visitor-company', as: 'visitor', at: '/pages/companyprofile/companyprofile' },
  { name: 'visitor-team-rules', as: 'visitor', at: '/pages/teamrules/teamrules' },
  { name: 'lang', as: 'visitor', at: '/pages/lang/lang', pictures: { lang: ['en'] } },
  { name: 'rules', as: 'visitor', at: '/pages/rules/rules' },
  { name: 'rules-section', as: 'visitor', at: '/pages/rules/rules?version=1&section=asian_handicap' },
];

/** The lists of matches. */
const browseScreens: readonly MemberScreen[] = [
  ...on('player', '/', {
    home: { pictures: { home: ['en', 'ar', 'light'] } },
    unreachable: {
      // Every call: the last one to end decides whether the app says that there is no connection.
      before: ({ page }) => page.route('**/api/**', (route) => route.abort()),
      pictures: { unreachable: ['en'] },
    },
  }),
  ...on('beginner', '/', {
    'home-plain': {},
    'home-waiting': { waits: ['home'] },
    'home-unreachable': { fails: ['home'] },
  }),
  { name: 'home-alias', as: 'beginner', at: '/pages/index/index' },
  { name: 'event-record', as: 'player', at: '/pages/invest/eventrecord' },
  ...on('player', '/pages/invest/invest', {
    invest: { pictures: { bet: ['en'] } },
    'invest-waiting': { waits: ['eventList'] },
    'invest-finished': { after: [press('invest.state.finished'), settled] },
    'invest-favourites': { after: [press('invest.favourites'), settled, pause(100)] },
  }),
  ...on('beginner', '/pages/invest/invest', {
    'invest-unreachable': { fails: ['eventList'], after: steps.retry },
  }),
  ...on('player', '/pages/search/search?q=ger', {
    search: { after: ({ page, t }) => page.getByRole('heading', { name: t('search.matches') }).waitFor() },
  }),
  ...on('player', '/pages/search/search', {
    'search-none': { after: [steps.search('zzzz'), steps.text('search.none')] },
  }),
  { name: 'search-empty', as: 'visitor', at: '/pages/search/search' },
  { name: 'visitor-matches', as: 'visitor', at: '/pages/invest/invest' },
  { name: 'competition-cup', as: 'visitor', at: '/pages/football/competition?id=wc2022' },
  { name: 'competition-groups', as: 'visitor', at: '/pages/football/competition?id=wc2026' },
  { name: 'competition-league', as: 'visitor', at: '/pages/football/competition?id=en.1&season=2023-24' },
  { name: 'competition-unknown', as: 'visitor', at: '/pages/football/competition?id=nowhere' },
  { name: 'team-nation', as: 'visitor', at: '/pages/football/team?id=ger' },
  { name: 'team-club', as: 'visitor', at: '/pages/football/team?id=it-verona' },
];

/** One match and its markets. */
const matchScreens: readonly MemberScreen[] = [
  ...on('player', match('coming'), {
    match: {},
    'match-score': { after: steps.group('score'), pictures: { match: ['en', 'ar', 'de'] } },
    'match-score-grid': {
      after: [
        steps.group('score'),
        // Scrolls past the facts of the match to the whole grid.
        ({ page }) =>
          page
            .locator('[data-score="2-2"]')
            .evaluate((price) => price.scrollIntoView({ block: 'center', behavior: 'instant' })),
        settled,
      ],
      pictures: { scores: ['en'] },
    },
    'match-score-half': {
      after: [
        steps.group('score'),
        ({ page, t }) => page.getByRole('radio', { name: t('event.firstHalf') }).click(),
      ],
    },
    'match-goals': { after: steps.group('goals') },
    'match-handicap': { after: steps.group('handicap') },
    'match-halves': { after: steps.group('halves') },
    'match-stopped': {
      changes: {
        systemConfig: (config) => ({ ...config, betting: { stoppedAt: new Date().toISOString() } }),
        eventDetail: (event) => ({
          ...event,
          markets: event.markets.map((market) => ({ ...market, state: 'suspended' })),
        }),
      },
      // The stream would say that betting is open.
      before: ({ page }) => hold(page, 'liveTicket'),
      after: steps.text('betting.stopped'),
    },
    'match-search': { after: [steps.searchMarkets('2.5'), pause(400)] },
    'match-search-none': { after: [steps.searchMarkets('zzzz'), steps.text('event.noMatch')] },
    'match-folded': { after: [0, 1, 3].map((nth) => steps.click('main h2 button', nth)) },
    'match-insight-score': { after: steps.behind('score') },
    'match-insight-handicap': { after: steps.behind('handicap') },
    'builder-start': { after: steps.build },
    builder: { after: steps.buildTwo },
    'builder-price': {
      after: [
        steps.buildTwo,
        steps.click('[data-builder] button[aria-haspopup="dialog"]'),
        ({ page }) => page.getByRole('dialog').locator('summary').click(),
        settled,
      ],
    },
    'builder-impossible': { after: steps.finalScore('0-1') },
    'builder-redundant': { after: steps.finalScore('2-1') },
    'slip-builder': { after: steps.builderInSlip },
    'record-builder': {
      after: [
        steps.builderInSlip,
        steps.choose('slip.ifMoved', 'any'),
        steps.pressIn(/\d[.,]00\u2069?$/),
        steps.receipt,
        (stage) => visit(stage, '/pages/gamerecord/gamerecord'),
        ({ page, t }) => {
          const parts = page.getByRole('list', { name: t('slip.selections') });
          const bet = page.getByRole('article').filter({ has: parts }).first();
          return bet.getByRole('button').first().click();
        },
        settled,
      ],
    },
  }),
  ...on('player', match('live'), {
    'match-insight': {
      after: [steps.click('main section button[aria-expanded="false"]'), steps.click('summary')],
    },
    'match-live': {},
    'match-live-handicap': { after: steps.group('handicap') },
  }),
  ...(['rate', 'fractional', 'american', 'malay'] as const).map((format): MemberScreen => ({
    name: `match-score-${format}`,
    as: 'player',
    at: match('coming'),
    after: [
      steps.group('score'),
      ({ page, t }) => page.getByRole('combobox', { name: t('odds.title') }).selectOption(format),
      pause(100),
    ],
  })),
  ...(['abandoned', 'postponed', 'cancelled'] as const).map((state): MemberScreen => ({
    name: `match-${state}`,
    as: 'player',
    at: match('coming'),
    changes: { eventDetail: (event) => ({ ...event, state }) },
  })),
  ...filled('match', '/pages/invest/eventsinfo?id=none', 'eventDetail'),
  { name: 'match-finished', as: 'player', at: match('finished') },
  { name: 'match-unknown', as: 'player', at: '/pages/invest/eventsinfo?id=none' },
];

/** The slip in its states, and its receipts. */
const slipScreens: readonly MemberScreen[] = [
  ...on('player', match('coming'), {
    slip: { after: steps.slip('10'), pictures: { slip: ['en', 'ar'] } },
    'slip-empty': { after: steps.slip('') },
    'slip-over-max': { after: steps.slip('9999999') },
    'slip-bar-one': { after: [steps.slip('10'), steps.closeSheet] },
    'slip-counter-offer': {
      after: [
        steps.betRefused('stake_max', ({ t }) => t('slip.max', { amount: '7.50' }), '7.50'),
        steps.slip('10'),
        steps.pressIn(/10[.,]00/),
        ({ page }) => page.getByRole('dialog').locator('output button').waitFor(),
      ],
    },
    'slip-placing': { before: ({ page }) => hold(page, 'orderAdd'), after: steps.send },
    'slip-unheard': { fails: ['orderAdd'], after: [...steps.send, steps.text('slip.unheard')] },
    'slip-too-much': { after: steps.slip('5000') },
  }),
  ...on('player', match('later0'), {
    'slip-singles': { after: [steps.legs([1, 2]), steps.slipTab('single'), steps.typed('25')] },
    'slip-singles-same': {
      after: [steps.legs([1]), steps.slipTab('single'), steps.sameStakes, steps.typed('5')],
    },
    'slip-accumulator': { after: [steps.legs([1, 2]), steps.typed('10')] },
    'slip-system': { after: [steps.legs([1, 2, 3]), steps.slipTab('system'), steps.typed('2')] },
    'slip-conflict': { after: [steps.legs([1, 0], 4), steps.slipTab('accumulator'), steps.typed('10')] },
    'slip-bar': { after: [steps.legs([1, 2]), steps.closeSheet] },
    'slip-moved': { after: [steps.legs([1]), steps.typed('10'), steps.moved] },
    'receipt-accumulator': { after: [steps.legs([1, 2]), ...steps.placeAny] },
    'receipt-system': { after: [steps.legs([1, 2]), steps.slipTab('system'), ...steps.placeAny] },
  }),
  ...on('player', match('live'), {
    'slip-live': { after: [steps.pick, steps.typed('5')] },
    'slip-waiting': { after: [steps.pick, ...steps.placeOne] },
  }),
  ...on('player', match('later1'), {
    'slip-again': {
      after: [
        steps.betRefused('duplicate', ({ t }) => t('slip.sameMatch')),
        steps.legs([2]),
        ...steps.placeOne,
        pause(300),
      ],
    },
  }),
  ...on('player', match('coming'), {
    'slip-excluded': {
      after: steps.stakeRefused(
        'excluded',
        ({ t }) => `${t('play.excludedForGood')}. ${t('play.withdrawOpen')}`,
      ),
    },
    'slip-limit': {
      after: steps.stakeRefused(
        'limit_reached',
        ({ t }) => `${t('play.limit.stake')}: ${t('play.per.day')}. 12:30`,
      ),
    },
  }),
  ...on('player', match('later2'), {
    'receipt-singles': {
      after: [steps.legs([3]), steps.slipTab('single'), steps.sameStakes, ...steps.placeAny],
    },
  }),
  { name: 'receipt', as: 'player', at: match('coming'), after: [...steps.send, steps.receipt] },
];

const records = '/pages/gamerecord/gamerecord';
const statistics = '/pages/information/statistics';
const investment = '/pages/investment/investment';

/** The records, a bet opened, and selling an open one. */
const recordScreens: readonly MemberScreen[] = [
  ...on('player', statistics, {
    statistics: { answers: { betStatistics: account.statistics('-12.12') } },
    'statistics-beyond': { answers: { betStatistics: account.statistics('548.00') } },
  }),
  { name: 'statistics-none', as: 'beginner', at: statistics },
  { name: 'records-none', as: 'beginner', at: records },
  ...filled('records', records, 'orderList'),
  ...on('player', records, {
    records: { after: steps.tab('all') },
    'record-open': { after: steps.opened('all'), pictures: { records: ['en'] } },
    'record-several': {
      after: [
        steps.tab('all'),
        ({ page, t }) => {
          const several = page.locator('article', {
            has: page.getByRole('list', { name: t('record.legs') }),
          });
          return several.first().getByRole('button').first().click();
        },
      ],
    },
    'record-proof': { after: steps.proof('in_progress') },
    'record-proof-settled': { after: steps.proof('win') },
    'record-proof-wrong': {
      // The server shows a receipt for another stake than it signed.
      before: ({ page }) =>
        page.route('**/game.soccer/orderDetail*', async (route) => {
          const answer = await route.fetch();
          const body = (await answer.text()).replace(String.raw`\"stake\":\"`, String.raw`\"stake\":\"1`);
          await route.fulfill({ response: answer, body });
        }),
      after: steps.proof('win'),
    },
    'edit-bet': { after: [steps.edit, steps.typed('25')] },
    'edit-bet-placed': {
      after: [
        steps.edit,
        steps.replace,
        ({ page, t }) => {
          const receipt = page.locator('[role="dialog"], dialog, [data-slip]');
          return receipt.getByText(t('record.cashedOut'), { exact: true }).first().waitFor();
        },
      ],
    },
    'edit-bet-refused': { after: [steps.edit, steps.replaceRefused] },
    'cash-out': { after: steps.cashOut },
    'cash-out-part': { after: [steps.cashOut, steps.cashOutPart(/25/)] },
    'cash-out-sold': {
      after: [
        steps.cashOut,
        steps.cashOutPart(/50/),
        steps.sell,
        ({ page, t }) => page.getByRole('button', { name: t('slip.done') }).waitFor(),
      ],
    },
    'cash-out-waits': { before: steps.slowCashOut, after: [steps.cashOut, steps.sell, pause(300)] },
    'cash-out-none': {
      before: ({ page, t }) => refuse(page, 'cashOutQuote', 'no_cash_out', { msg: t('event.suspended') }),
      after: steps.cashOut,
    },
  }),
  ...(['in_progress', 'win', 'lose', 'refund'] as const).flatMap((tab): MemberScreen[] => {
    const name = tab.replace('_', '-');
    return [
      { name: `records-${name}`, as: 'player', at: records, after: steps.tab(tab) },
      {
        name: `record-open-${name}`,
        as: 'player',
        at: records,
        after: steps.opened(tab),
        ...(tab === 'win' && { pictures: { 'record-won': ['en', 'light'] } }),
      },
    ];
  }),
  { name: 'proofs', as: 'player', at: '/pages/information/proofs' },
  ...on('beginner', investment, {
    'investment-none': {},
    'investment-waiting': { waits: ['orderList'] },
  }),
  { name: 'investment', as: 'player', at: investment },
];

const mine = '/pages/information/information';
const walletRecord = '/pages/traderecord/traderecord';
const editInfo = '/pages/information/editinfo';
const security = '/pages/information/security';

/** The member's own pages, and an address that leads nowhere. */
const accountScreens: readonly MemberScreen[] = [
  ...on('player', mine, {
    mine: { pictures: { mine: ['en'] } },
    'mine-odds': { after: steps.openDialog('odds.title') },
    'sign-out': { after: [press('mine.signOut'), steps.dialog], mirrored: true },
  }),
  ...on('player', walletRecord, {
    'wallet-record': {},
    'wallet-record-kind': { after: [steps.choose('money.kinds', 'live_delay'), settled] },
  }),
  ...on('beginner', walletRecord, {
    'wallet-record-none': { after: [steps.choose('money.kinds', 'cash_out'), settled] },
  }),
  ...filled('wallet-record', walletRecord, 'moneyLogList'),
  ...on('player', editInfo, {
    editinfo: {},
    nickname: { after: steps.openDialog('account.nickname'), mirrored: true },
    contact: { after: steps.openDialog('form.mobileLabel'), mirrored: true },
  }),
  ...on('player', security, {
    security: {},
    'security-many': { answers: { securityInfo: account.security }, mirrored: true },
    'change-password': { after: steps.openDialog('account.changePassword'), mirrored: true },
    'otp-secret': {
      answers: {
        otpBegin: {
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/Touchline:player?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Touchline',
        },
      },
      after: steps.beginOtp,
      mirrored: true,
    },
    'otp-recovery': {
      answers: {
        otpBegin: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/a?secret=AA' },
        otpConfirm: { codes: Array.from({ length: 10 }, (_, n) => `k7q4${n}-zd3m${n}`) },
      },
      after: [
        steps.beginOtp,
        ({ page, t }) => page.getByLabel(t('account.otp')).fill('123456'),
        press('account.turnOn'),
        settled,
      ],
      mirrored: true,
    },
  }),
  ...filled('security', security, 'securityInfo'),
  { name: 'not-found', as: 'player', at: '/pages/nowhere' },
];

const recharge = '/pages/recharge/recharge';
const withdraw = '/pages/information/withdraw';
const bank = '/pages/information/bank';

/** The payment of a recharge as it would be. */
const paying = (
  name: string,
  of: Recharge,
  more: Pick<MemberScreen, 'after' | 'pictures' | 'mirrored'> = {},
): MemberScreen => ({
  name,
  as: 'beginner',
  at: `/pages/recharge/rechargeinfo?id=${of.id}`,
  answers: { rechargeList: pageOf(of) },
  ...more,
});

/** Withdrawals, and somewhere to withdraw to. */
const withdrawing = (answer: Partial<Output<'withdrawList'>> = {}): Answers => ({
  withdrawList: { ...pageOf(...cashier.withdrawals), terms: cashier.terms(), ...answer },
  walletList: pageOf(...cashier.payouts),
});

/** The form that adds a payout address, as a member of some identity has it. */
const adding = (
  name: string,
  member: Partial<Output<'userInfo'>>,
  more: Pick<MemberScreen, 'mirrored'> & { after?: readonly Step<MemberStage>[] } = {},
): MemberScreen => ({
  name,
  as: 'beginner',
  at: bank,
  answers: { walletList: pageOf() },
  changes: { userInfo: (user) => ({ ...user, ...member }) },
  ...more,
  after: [steps.click('[data-add]'), settled, ...(more.after ?? [])],
});

/** Money in and money out. */
const cashierScreens: readonly MemberScreen[] = [
  ...on('beginner', recharge, {
    recharge: { pictures: { recharge: ['en'] } },
    'recharge-amount': { after: steps.amount('main li button', 0, '125.5'), mirrored: true },
    'recharge-too-little': { after: steps.amount('main li button', 2, '3') },
    'recharge-list': {
      answers: {
        channelList: cashier.channels,
        rechargeList: pageOf(
          ...(['created', 'awaiting', 'credited', 'expired', 'rejected'] as const).map((state) =>
            cashier.recharge({ state }),
          ),
        ),
      },
      mirrored: true,
    },
    'recharge-waiting': { waits: ['channelList', 'rechargeList'] },
    'recharge-unreachable': { fails: ['channelList'] },
  }),
  paying('payment-usdt', cashier.recharge(), { pictures: { payment: ['en', 'ar'] }, mirrored: true }),
  paying('payment-example', cashier.recharge(), {
    after: ({ page, t }) => page.getByText(t('cashier.realLook'), { exact: true }).click(),
  }),
  paying('payment-testnet', cashier.recharge({ sandbox: false, testNetwork: 'Nile' }), { mirrored: true }),
  paying('payment-cancel', cashier.recharge(), {
    after: [press('cashier.cancelRecharge'), steps.dialog],
  }),
  paying('payment-hash', cashier.recharge(), {
    after: [
      press('cashier.enterHash'),
      ({ page }) => page.getByRole('dialog').getByRole('textbox').fill('0x12'),
      press('cashier.sendHash'),
    ],
  }),
  paying(
    'payment-seen',
    cashier.recharge({
      state: 'awaiting',
      payments: [cashier.payment({ confirmations: 7, confirmationsNeeded: 19 })],
    }),
  ),
  paying('payment-card', cashier.hosted({ channel: 'cash-card', method: 'card', payUrl: '/sandbox/card' }), {
    mirrored: true,
  }),
  paying(
    'payment-scan',
    cashier.hosted({ channel: 'scan-code', method: 'scan', qr: 'https://pay.example/scan?o=7KQ4ZD' }),
  ),
  paying(
    'payment-credited',
    cashier.recharge({
      state: 'credited',
      credited: '99.00',
      creditedAt: new Date().toISOString(),
      payments: [cashier.payment({ state: 'credited', credited: '99.00' })],
    }),
  ),
  paying(
    'payment-unusual',
    cashier.recharge({ state: 'credited', credited: '190.00', payments: cashier.unusual }),
  ),
  paying('payment-expired', cashier.recharge({ state: 'expired' })),
  paying('payment-rejected', cashier.recharge({ state: 'rejected', reason: 'name_differs' })),
  { name: 'payment-unknown', as: 'beginner', at: '/pages/recharge/rechargeinfo?id=none' },
  ...filled('payment', '/pages/recharge/rechargeinfo?id=none', 'rechargeList'),
  ...on('beginner', withdraw, {
    'withdraw-real': { pictures: { withdraw: ['en', 'de'] } },
    withdraw: { answers: withdrawing() },
    'withdraw-closed': { answers: withdrawing({ ...pageOf(), terms: cashier.weekend() }) },
    'withdraw-turnover': {
      answers: {
        ...withdrawing({ ...pageOf(), terms: cashier.terms({ turnoverLeft: '37.50' }) }),
        turnoverList: cashier.turnover,
      },
      changes: { userInfo: (user) => ({ ...user, turnoverLeft: '37.50' }) },
    },
    'withdraw-nowhere': { answers: { withdrawList: { ...pageOf(), terms: cashier.terms() } } },
    'withdraw-amount': {
      answers: withdrawing(),
      after: steps.amount('[data-payout]', 0, '250.55'),
      mirrored: true,
    },
    'withdraw-confirm': {
      answers: withdrawing(),
      after: [...steps.amount('[data-payout]', 0, '750'), steps.click('[data-next]')],
      mirrored: true,
    },
    'withdraw-confirm-coin': {
      answers: withdrawing(),
      after: [...steps.amount('[data-payout]', 2, '250.55'), steps.click('[data-next]')],
    },
    'withdraw-cancel': {
      answers: withdrawing(),
      after: [steps.click('[data-confirms]'), steps.dialog],
      mirrored: true,
    },
  }),
  ...filled('withdraw', withdraw, 'withdrawList'),
  ...on('beginner', bank, {
    bank: { answers: { walletList: pageOf(...cashier.payouts) }, mirrored: true },
    'bank-none': {},
    'bank-delete': {
      answers: { walletList: pageOf(...cashier.payouts) },
      after: [steps.click('[data-delete]'), steps.dialog],
      mirrored: true,
    },
  }),
  ...filled('bank', bank, 'walletList'),
  adding('bank-card', { identity: 'verified', verified: true, realName: 'Anneliese Schmidt-Rottluff' }),
  adding('bank-identity', {}),
  adding('bank-identity-in-review', { identity: 'in_review' }),
  adding('bank-identity-refused', { identity: 'refused', identityReason: 'voucher_unreadable' }),
  adding(
    'bank-wallet',
    {},
    {
      after: [
        ({ page }) => page.getByRole('dialog').getByRole('radio').nth(1).click(),
        ({ page }) => page.getByRole('dialog').getByRole('button').last().click(),
      ],
      mirrored: true,
    },
  ),
  ...on('beginner', '/pages/information/turnover', {
    turnover: { answers: { turnoverList: cashier.turnover } },
    'turnover-none': {},
  }),
  ...filled('turnover', '/pages/information/turnover', 'turnoverList'),
];

const notify = '/pages/notify/notify';
const help = '/pages/help/help';
const terms = '/pages/terms/terms';
const activity = '/pages/activity/activity';
const company = '/pages/companyprofile/companyprofile';

const alerts = { settled: true, goals: true, kickOff: false, offers: true, offerAt: '50.00' };
const notified: Answers = {
  alertInfo: alerts,
  noticeList: inbox.noticePage(...inbox.notices),
  noticeRead: { unread: 1, boxes: { system: 1, letter: 12 } },
  pushInfo: { publicKey: 'B'.repeat(87), devices: 0 },
};
const helping: Answers = { helpList: pageOf(...inbox.help), supportList: pageOf(...inbox.support) };

/** Home with what the house says on it. */
const fullHome = {
  as: 'player',
  at: '/',
  changes: { home: (home) => ({ ...home, banners: inbox.banners, notices: inbox.titles, unread: 14 }) },
} as const satisfies Omit<MemberScreen, 'name'>;

/** Notices and content of the site, on home and on separate pages. */
const inboxScreens: readonly MemberScreen[] = [
  { name: 'home-full', ...fullHome, after: steps.carousel, mirrored: true },
  {
    name: 'home-second-banner',
    ...fullHome,
    after: [
      steps.carousel,
      ({ page, t }) =>
        page
          .getByRole('button', { name: t('banner.place', { n: 2, count: 3 }), exact: true })
          .first()
          .click(),
    ],
  },
  ...on('player', '/', {
    'home-favourites': {
      before: ({ page, matches: { later, live } }) => {
        const starred = [...later, live].filter((event) => event !== undefined);
        return altered(page, 'favouriteList', () => ({
          list: starred.map(({ id }) => ({ kind: 'match' as const, id })),
        }));
      },
      after: steps.carousel,
    },
  }),
  ...on('beginner', notify, {
    notify: { answers: notified },
    'notify-alerts': { answers: { alertInfo: alerts, pushInfo: { publicKey: 'B'.repeat(87), devices: 2 } } },
    'notify-none': {
      answers: { noticeList: { ...inbox.noticePage(), unread: { system: 0, letter: 0 } } },
      mirrored: true,
    },
    'notify-failed': {
      before: ({ page }) => refuseInWords(page, 'noticeList', { reason: 'fault', requestId: 'k3f9q2-1a' }),
      after: steps.retry,
    },
  }),
  ...on('beginner', `${notify}?id=n1`, {
    'notify-open': { answers: notified, mirrored: true },
    'notify-delete': { answers: notified, after: [press('inbox.delete'), steps.dialog], mirrored: true },
  }),
  ...filled('notify', notify, 'noticeList'),
  ...on('visitor', help, {
    help: { answers: helping },
    'help-none': { answers: helping, after: [steps.search('zzzz'), steps.text('help.none')] },
    'help-waiting': { waits: ['helpList', 'supportList'] },
  }),
  { name: 'help-open', as: 'visitor', at: `${help}?id=h2`, answers: helping },
  { name: 'help-search', as: 'visitor', at: `${help}?q=withdrawal%20fee`, answers: helping, mirrored: true },
  { name: 'help-unreachable', as: 'beginner', at: help, fails: ['helpList'], after: steps.retry },
  ...on('visitor', company, {
    company: {
      answers: {
        companyProfile: {
          sections: inbox.sections,
          licence: { holder: 'Touchline Sports (Malta) Limited', number: 'MGA/B2C/000/2026' },
        },
      },
      mirrored: true,
    },
  }),
  ...filled('company', company, 'companyProfile'),
  ...on('beginner', activity, {
    activity: { answers: { activityList: pageOf(...inbox.activities) } },
    'activity-none': { answers: { activityList: pageOf() } },
  }),
  ...filled('activity', activity, 'activityList'),
  ...on('beginner', terms, {
    terms: { answers: { terms: inbox.terms }, mirrored: true },
    'terms-old': { answers: { terms: { ...inbox.terms, version: '1', publishedAt: '2026-01-01' } } },
    'terms-unreachable': { fails: ['terms'], after: steps.retry },
  }),
  ...on('visitor', terms, {
    'terms-one': { answers: { terms: { ...inbox.terms, versions: inbox.terms.versions.slice(0, 1) } } },
    'terms-waiting': { waits: ['terms'] },
  }),
  ...filled('rules', '/pages/rules/rules', 'rules'),
];

const teamPaths = {
  team: '/pages/team/team',
  members: '/pages/team/myteam',
  day: '/pages/team/commission?id=c3',
  invitation: '/pages/invitationcode/invitationcode',
  info: '/pages/information/team',
  rules: '/pages/teamrules/teamrules',
};
/** The answers to someone who has a team. */
const leading: Answers = {
  teamInfo: team.info,
  commissionList: team.commissions,
  commissionDetail: team.statement,
  teamRules: team.rules,
  teamList: team.members,
  inviteInfo: team.invite('https://touchline.example'),
};
/** The answers to someone who has none yet. */
const alone: Answers = {
  teamInfo: team.freshInfo,
  commissionList: pageOf(),
  teamList: pageOf(),
  teamRules: team.rules,
};

/** The team: its totals and people, its commission, and the way into it. */
const teamScreens: readonly MemberScreen[] = [
  ...on('beginner', teamPaths.team, {
    team: { answers: leading, pictures: { team: ['en'] } },
    'team-fresh': { answers: alone },
  }),
  { name: 'team-real', as: 'player', at: teamPaths.team },
  ...filled('team', teamPaths.team, 'teamInfo'),
  { name: 'team-members', as: 'beginner', at: teamPaths.members, answers: leading },
  { name: 'team-members-none', as: 'beginner', at: `${teamPaths.members}?level=2`, answers: alone },
  ...filled('team-members', teamPaths.members, 'teamList'),
  { name: 'team-commission', as: 'beginner', at: teamPaths.day, answers: leading },
  { name: 'team-commission-none', as: 'beginner', at: '/pages/team/commission' },
  ...filled('team-commission', teamPaths.day, 'commissionDetail'),
  ...on('beginner', teamPaths.invitation, {
    'team-invitation': { answers: leading },
    'team-invitation-closed': {
      answers: { inviteInfo: { ...team.invite('https://touchline.example'), open: false } },
    },
    'team-invitation-waiting': { waits: ['userInfo', 'inviteInfo'] },
    'team-invitation-unreachable': { fails: ['inviteInfo'] },
  }),
  ...on('beginner', teamPaths.info, {
    'team-info': { answers: leading },
    'team-info-fresh': { answers: alone },
  }),
  ...filled('team-info', teamPaths.info, 'teamInfo'),
  ...on('beginner', teamPaths.rules, {
    'team-rules': { answers: leading, pictures: { 'team-rules': ['en'] } },
  }),
  ...filled('team-rules', teamPaths.rules, 'teamRules'),
];

const playPage = '/pages/information/play';
const statement = '/pages/information/statement';
const played = { playInfo: play.info(), helpLines: play.helpLines };
const stated: Answers = {
  playStatement: (query) => play.statement(query.get('from') ?? '', query.get('to') ?? ''),
};

/** A limit of the member, and a new one typed. */
const limit = (name: string, nth: number, digits: string): MemberScreen => ({
  name,
  as: 'beginner',
  at: playPage,
  answers: played,
  after: steps.amount('main section li button', nth, digits),
});

/** A page of a member who pauses. */
const paused = (name: string, at: string, restriction: Restriction): MemberScreen => ({
  name,
  as: 'beginner',
  at,
  answers: { ...played, playInfo: play.info({ restriction, openStakes: '0.00' }) },
  changes: { userInfo: (user) => ({ ...user, restriction }) },
  after: steps.paused,
});

/** Safer play, everywhere it shows. */
const playScreens: readonly MemberScreen[] = [
  ...on('beginner', playPage, {
    play: { answers: played },
    'play-exclude': { answers: played, after: [press('play.exclude'), steps.dialog] },
    'play-exclude-confirm': {
      answers: played,
      after: [
        press('play.exclude'),
        steps.dialog,
        steps.pauseFor(1),
        ({ page }) => page.getByRole('dialog').locator('input').fill('secret1'),
      ],
    },
    'play-exclude-for-good': {
      answers: played,
      after: [press('play.exclude'), steps.dialog, steps.pauseFor(4)],
    },
  }),
  { name: 'play-real', as: 'player', at: playPage },
  ...filled('play', playPage, 'playInfo'),
  limit('play-limit', 0, '250'),
  limit('play-limit-higher', 3, '250'),
  limit('play-limit-pending', 1, ''),
  limit('play-limit-ready', 8, ''),
  ...on('beginner', `${playPage}?open=timeOut`, {
    'play-time-out': { answers: played, after: steps.dialog },
    'play-time-out-confirm': { answers: played, after: [steps.dialog, steps.pauseFor(2)] },
  }),
  { name: 'play-help', as: 'beginner', at: `${playPage}?open=help`, answers: played, after: steps.dialog },
  ...on('beginner', '/pages/invest/invest', {
    'play-net': {
      answers: played,
      after: [press('shell.net'), ({ page }) => page.getByRole('dialog').locator('table').waitFor()],
    },
    'play-reality': {
      answers: { ...played, playInfo: play.info({ reality: { ...play.info().reality, due: true } }) },
      after: steps.dialog,
    },
  }),
  { name: 'play-statement-real', as: 'player', at: statement, pictures: { statement: ['en'] } },
  ...on('beginner', statement, {
    'play-statement': { answers: stated },
    'play-statement-table': {
      answers: stated,
      after: [press('play.statement.week'), settled, steps.click('summary')],
    },
    'play-statement-year': { answers: stated, after: [press('play.statement.year'), settled] },
    'play-statement-own': { answers: stated, after: [press('play.statement.own'), settled] },
  }),
  ...filled('play-statement', statement, 'playStatement'),
  paused('paused-home', '/', play.timeOut),
  paused('paused-bet', '/pages/invest/invest', play.excluded),
  paused('paused-recharge', recharge, play.timeOut),
  paused('paused-withdraw', withdraw, play.forGood),
  paused('paused-team', teamPaths.team, play.forGood),
  paused('paused-play', playPage, play.excluded),
];

const checkIn = '/pages/checkin/checkin';
const levels = '/pages/information/levels';
const { checkInInfo } = account;

/** The calendar as it may be. */
const calendar = (name: string, change: Partial<Output<'checkInInfo'>> = {}): MemberScreen => ({
  name,
  as: 'beginner',
  at: checkIn,
  answers: { checkInInfo: checkInInfo(change) },
});

/** The levels with what they say of the member. */
const level = (name: string, current: number, progress: Output<'levelList'>['progress']): MemberScreen => ({
  name,
  as: 'beginner',
  at: levels,
  changes: { levelList: (answer) => ({ ...answer, current, progress }) },
});

/** The daily check-in and the VIP levels in their states. */
const rewardScreens: readonly MemberScreen[] = [
  ...on('beginner', checkIn, {
    'check-in-first': {},
    'check-in-month-before': {
      changes: { userInfo: (user) => ({ ...user, registeredAt: '2026-01-01T00:00:00.000Z' }) },
      after: [press('rewards.monthBefore'), settled],
    },
  }),
  calendar('check-in'),
  calendar('check-in-taken', {
    today: true,
    streak: 7,
    next: 0,
    days: [...checkInInfo().days, { day: checkInInfo().date, reward: '6.25' }],
  }),
  calendar('check-in-dear', { scale: Array(7).fill('12500.00') }),
  calendar('check-in-closed', { open: false, scale: [] }),
  calendar('check-in-paused', { open: false }),
  ...filled('check-in', checkIn, 'checkInInfo'),
  { name: 'levels-first', as: 'beginner', at: levels },
  level('levels', 3, { turnover: '124500.00', next: 4, left: '125500.00', percent: 37 }),
  level('levels-top', 5, { turnover: '1250000.00', percent: 100 }),
  ...filled('levels', levels, 'levelList'),
];

/** A page of a member who has and does much. */
const large = (name: string, at: string): MemberScreen => ({
  name: `big-${name}`,
  as: 'player',
  at,
  answers: {
    rechargeList: big.recharges,
    withdrawList: big.withdrawing,
    moneyLogList: big.entries,
    teamInfo: big.grown,
    teamList: big.people,
    commissionDetail: big.day,
    playInfo: big.played,
    playStatement: (query) => big.stated(query.get('from') ?? '', query.get('to') ?? ''),
  },
  changes: {
    userInfo: (user) => ({ ...user, ...big.member }),
    home: (home) => ({
      ...home,
      live: home.live.map(big.between),
      next: home.next.map(big.between),
      unread: 1_234,
    }),
    eventList: (events) => ({ ...events, list: events.list.map(big.between) }),
  },
});

/** Pages with the largest amounts and the longest names. */
const bigScreens: readonly MemberScreen[] = [
  large('home', '/'),
  large('invest', '/pages/invest/invest'),
  ...on('player', match('coming'), {
    'big-match': { changes: { eventDetail: (event) => ({ ...event, ...big.between(event) }) } },
    'big-slip': {
      changes: {
        userInfo: (user) => ({ ...user, ...big.member }),
        eventDetail: (event) => ({ ...event, ...big.between(event) }),
      },
      after: steps.slip('1000'),
    },
  }),
  ...on('player', records, {
    'big-records': {
      changes: { orderList: (orders) => ({ ...orders, list: orders.list.map(big.dear) }) },
      after: steps.tab('all'),
    },
  }),
  large('mine', mine),
  large('editinfo', editInfo),
  large('wallet-record', walletRecord),
  large('recharge', '/pages/mine/recharge'),
  large('payment', '/pages/recharge/rechargeinfo?id=recharge-created'),
  large('withdraw', withdraw),
  large('team', teamPaths.team),
  large('team-members', teamPaths.members),
  large('team-commission', teamPaths.day),
  large('play', playPage),
  large('statement', statement),
];

/** What lies around the pages. */
const shellScreens: readonly MemberScreen[] = [
  { name: 'offline-home', as: 'player', at: '/', after: steps.offline },
  { name: 'offline-match', as: 'player', at: match('coming'), after: steps.offline },
  { name: 'offline-records', as: 'player', at: records, after: steps.offline },
  { name: 'update-offer', as: 'player', worker: true, at: '/', after: steps.updated },
  ...on('beginner', '/', {
    'page-lost': {
      // The code of a page never arrives.
      before: ({ page }) => page.route(/\/assets\/invest-[^/]*\.js/, (route) => route.abort()),
      after: [({ page, url }) => page.goto(`${url}/#/pages/invest/invest`), steps.text('shell.tapToReload')],
    },
  }),
];

/** Every screen of the member app. The first of a page shows it in its usual state. */
export const memberScreens: readonly MemberScreen[] = [
  ...visitorScreens,
  ...browseScreens,
  ...matchScreens,
  ...slipScreens,
  ...recordScreens,
  ...accountScreens,
  ...cashierScreens,
  ...inboxScreens,
  ...teamScreens,
  ...playScreens,
  ...rewardScreens,
  ...bigScreens,
  ...shellScreens,
];

/** The pictures that the gate compares, with their files. */
export const memberPictures = memberScreens.flatMap((screen) =>
  Object.entries(screen.pictures ?? {}).flatMap(([name, looks]) =>
    looks.map((look) => {
      const { lan, theme, size } = views[look];
      return { screen, lan, theme, size, file: `${name}-${size.width}-${theme}-${lan}.png` };
    }),
  ),
);

/** The address at which a page of the app shows something. */
export const addressOfPage = (path: string): string =>
  memberScreens.find(({ at }) => at.split('?')[0] === path)?.at ?? path;

/** The screen of a name. @throws when there is none */
export const memberScreen = (name: string): MemberScreen => {
  const screen = memberScreens.find((one) => one.name === name);
  if (screen === undefined) throw new Error(`there is no screen ${name}`);
  return screen;
};
