import type { Output } from '@touchline/contract/routes';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import type { Page } from 'playwright-core';
import * as samples from './cashier-samples.ts';
import { settle } from './look.ts';
import { altered, asIfAnswered, at, cutOff, go, type, waiting, type Screen, type Stage } from './stage.ts';

const rechargePath = '/pages/recharge/recharge';
const withdrawPath = '/pages/information/withdraw';
const bankPath = '/pages/information/bank';

const { pageOf, payment, recharge } = samples;

/** Changes what the app knows of the member by what the server answers. */
const asMember = (page: Page, change: Partial<Output<'userInfo'>>): Promise<unknown> =>
  altered(page, 'userInfo', (user) => ({ ...user, ...change }));

/** The payment of a recharge as it would be. */
const paying = (name: string, of: Recharge, then?: (stage: Stage) => Promise<void>): Screen => ({
  name,
  as: 'beginner',
  open: async (stage) => {
    await asIfAnswered(stage.page, 'rechargeList', pageOf(of));
    await go(stage, `/pages/recharge/rechargeinfo?id=${of.id}`);
    await then?.(stage);
  },
});

/** The amount of a recharge by the nth way. */
const amount = async (stage: Stage, nth: number, digits: string): Promise<void> => {
  await go(stage, rechargePath);
  await stage.page.locator('main li button').nth(nth).click();
  await stage.page.getByRole('dialog').waitFor();
  await type(stage, digits);
};

const withdrawing = async (stage: Stage, answer: Partial<Output<'withdrawList'>> = {}): Promise<void> => {
  const { page } = stage;
  const list = pageOf(...samples.withdrawals);
  await asIfAnswered(page, 'withdrawList', { ...list, terms: samples.terms(), ...answer });
  await asIfAnswered(page, 'walletList', pageOf(...samples.payouts));
  await go(stage, withdrawPath);
};

const typed = async (stage: Stage, digits: string, payout = 0): Promise<void> => {
  await withdrawing(stage);
  await stage.page.locator('[data-payout]').nth(payout).click();
  await stage.page.getByRole('dialog').waitFor();
  await type(stage, digits);
};

const adding = async (stage: Stage, member: Parameters<typeof asMember>[1]): Promise<void> => {
  const { page } = stage;
  await asMember(page, member);
  await asIfAnswered(page, 'walletList', pageOf());
  await go(stage, bankPath);
  await page.locator('[data-add]').click();
  await settle(page);
};

/** A recharge by a rail that knows no USDT. */
const hosted = (change: Partial<Recharge>): Recharge => {
  const {
    usdtAmount: _amount,
    rate: _rate,
    address: _address,
    network: _network,
    qr: _qr,
    ...rest
  } = recharge();
  return { ...rest, ...change };
};

/** Money in and money out. */
export const cashierScreens: readonly Screen[] = [
  { name: 'recharge', as: 'beginner', open: at(rechargePath) },
  { name: 'recharge-amount', as: 'beginner', open: (stage) => amount(stage, 0, '125.5') },
  { name: 'recharge-too-little', as: 'beginner', open: (stage) => amount(stage, 2, '3') },
  {
    name: 'recharge-list',
    as: 'beginner',
    open: async (stage) => {
      const states = ['created', 'awaiting', 'credited', 'expired', 'rejected'] as const;
      await asIfAnswered(stage.page, 'channelList', samples.channels);
      await asIfAnswered(stage.page, 'rechargeList', pageOf(...states.map((state) => recharge({ state }))));
      await go(stage, rechargePath);
    },
  },
  { name: 'recharge-waiting', as: 'beginner', open: waiting(rechargePath, 'channelList', 'rechargeList') },
  {
    name: 'recharge-unreachable',
    as: 'beginner',
    open: async (stage) => {
      await cutOff(stage.page, 'channelList');
      await go(stage, rechargePath);
    },
  },
  paying('payment-usdt', recharge()),
  paying('payment-example', recharge(), async ({ page, t }) => {
    await page.getByText(t('cashier.realLook'), { exact: true }).click();
  }),
  paying('payment-testnet', recharge({ sandbox: false, testNetwork: 'Nile' })),
  paying('payment-cancel', recharge(), async ({ page, t }) => {
    await page.getByRole('button', { name: t('cashier.cancelRecharge') }).click();
    await page.getByRole('dialog').waitFor();
  }),
  paying('payment-hash', recharge(), async ({ page, t }) => {
    await page.getByRole('button', { name: t('cashier.enterHash') }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('0x12');
    await page.getByRole('button', { name: t('cashier.sendHash') }).click();
  }),
  paying(
    'payment-seen',
    recharge({ state: 'awaiting', payments: [payment({ confirmations: 7, confirmationsNeeded: 19 })] }),
  ),
  paying('payment-card', hosted({ channel: 'cash-card', method: 'card', payUrl: '/sandbox/card' })),
  paying(
    'payment-scan',
    hosted({ channel: 'scan-code', method: 'scan', qr: 'https://pay.example/scan?o=7KQ4ZD' }),
  ),
  paying(
    'payment-credited',
    recharge({
      state: 'credited',
      credited: '99.00',
      creditedAt: new Date().toISOString(),
      payments: [payment({ state: 'credited', credited: '99.00' })],
    }),
  ),
  paying('payment-unusual', recharge({ state: 'credited', credited: '190.00', payments: samples.unusual })),
  paying('payment-expired', recharge({ state: 'expired' })),
  paying('payment-rejected', recharge({ state: 'rejected', reason: 'name_differs' })),
  { name: 'payment-unknown', as: 'beginner', open: at('/pages/recharge/rechargeinfo?id=none') },
  { name: 'withdraw', as: 'beginner', open: (stage) => withdrawing(stage) },
  {
    name: 'withdraw-closed',
    as: 'beginner',
    open: (stage) => withdrawing(stage, { ...pageOf(), terms: samples.weekend() }),
  },
  {
    name: 'withdraw-turnover',
    as: 'beginner',
    open: async (stage) => {
      await asMember(stage.page, { turnoverLeft: '37.50' });
      await asIfAnswered(stage.page, 'turnoverList', samples.turnover);
      await withdrawing(stage, { ...pageOf(), terms: samples.terms({ turnoverLeft: '37.50' }) });
    },
  },
  {
    name: 'withdraw-nowhere',
    as: 'beginner',
    open: async (stage) => {
      await asIfAnswered(stage.page, 'withdrawList', { ...pageOf(), terms: samples.terms() });
      await go(stage, withdrawPath);
    },
  },
  { name: 'withdraw-amount', as: 'beginner', open: (stage) => typed(stage, '250.55') },
  {
    name: 'withdraw-confirm',
    as: 'beginner',
    open: async (stage) => {
      await typed(stage, '750');
      await stage.page.locator('[data-next]').click();
    },
  },
  {
    name: 'withdraw-confirm-coin',
    as: 'beginner',
    open: async (stage) => {
      await typed(stage, '250.55', 2);
      await stage.page.locator('[data-next]').click();
    },
  },
  {
    name: 'withdraw-cancel',
    as: 'beginner',
    open: async (stage) => {
      await withdrawing(stage);
      await stage.page.locator('[data-confirms]').click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'bank',
    as: 'beginner',
    open: async (stage) => {
      await asIfAnswered(stage.page, 'walletList', pageOf(...samples.payouts));
      await go(stage, bankPath);
    },
  },
  { name: 'bank-none', as: 'beginner', open: at(bankPath) },
  {
    name: 'bank-card',
    as: 'beginner',
    open: (stage) =>
      adding(stage, { identity: 'verified', verified: true, realName: 'Anneliese Schmidt-Rottluff' }),
  },
  { name: 'bank-identity', as: 'beginner', open: (stage) => adding(stage, {}) },
  {
    name: 'bank-identity-in-review',
    as: 'beginner',
    open: (stage) => adding(stage, { identity: 'in_review' }),
  },
  {
    name: 'bank-identity-refused',
    as: 'beginner',
    open: (stage) => adding(stage, { identity: 'refused', identityReason: 'voucher_unreadable' }),
  },
  {
    name: 'bank-wallet',
    as: 'beginner',
    open: async (stage) => {
      await adding(stage, {});
      await stage.page.getByRole('dialog').getByRole('radio').nth(1).click();
      await stage.page.getByRole('dialog').getByRole('button').last().click();
    },
  },
  {
    name: 'bank-delete',
    as: 'beginner',
    open: async (stage) => {
      await asIfAnswered(stage.page, 'walletList', pageOf(...samples.payouts));
      await go(stage, bankPath);
      await stage.page.locator('[data-delete]').first().click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'turnover',
    as: 'beginner',
    open: async (stage) => {
      await asIfAnswered(stage.page, 'turnoverList', samples.turnover);
      await go(stage, '/pages/information/turnover');
    },
  },
  { name: 'turnover-none', as: 'beginner', open: at('/pages/information/turnover') },
];
