import type { Output } from '@touchline/contract/routes';
import { settle } from './look.ts';
import { asIfAnswered, at, cutOff, go, press, waiting, type Screen, type Stage } from './stage.ts';

const security: Output<'securityInfo'> = {
  otp: true,
  recoveryLeft: 3,
  passkeys: [
    { id: '1', name: 'Phone', createdAt: '2026-05-02T10:00:00Z', lastUsedAt: '2026-06-11T19:00:00Z' },
    { id: '2', name: 'A key with a name as long as names may be', createdAt: '2026-05-02T10:00:00Z' },
  ],
  passwordChangedAt: '2026-06-01T12:00:00Z',
};

const beginOtp = async (stage: Stage): Promise<void> => {
  await go(stage, '/pages/information/security');
  await press(stage.page, new RegExp(`^${stage.t('account.otpTitle')}`));
  await stage.page.getByLabel(stage.t('form.password'), { exact: true }).fill('stone-74-hill');
  await press(stage.page, stage.t('account.next'));
  await settle(stage.page);
};

/** The member's own pages, and those that lead nowhere. */
export const accountScreens: readonly Screen[] = [
  { name: 'mine', as: 'player', open: at('/pages/information/information') },
  {
    name: 'mine-odds',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/information/information');
      await press(stage.page, new RegExp(`^${stage.t('odds.title')}`));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'sign-out',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/information/information');
      await press(stage.page, stage.t('mine.signOut'));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  { name: 'wallet-record', as: 'player', open: at('/pages/traderecord/traderecord') },
  {
    name: 'wallet-record-kind',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/traderecord/traderecord');
      await stage.page.getByLabel(stage.t('money.kinds')).selectOption('live_delay');
      await settle(stage.page);
    },
  },
  {
    name: 'wallet-record-none',
    as: 'beginner',
    open: async (stage) => {
      await go(stage, '/pages/traderecord/traderecord');
      await stage.page.getByLabel(stage.t('money.kinds')).selectOption('cash_out');
      await settle(stage.page);
    },
  },
  {
    name: 'wallet-record-waiting',
    as: 'beginner',
    open: waiting('/pages/traderecord/traderecord', 'moneyLogList'),
  },
  {
    name: 'wallet-record-unreachable',
    as: 'beginner',
    open: async (stage) => {
      await cutOff(stage.page, 'moneyLogList');
      await go(stage, '/pages/traderecord/traderecord');
    },
  },
  { name: 'editinfo', as: 'player', open: at('/pages/information/editinfo') },
  {
    name: 'nickname',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/information/editinfo');
      await press(stage.page, new RegExp(`^${stage.t('account.nickname')}`));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'contact',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/information/editinfo');
      await press(stage.page, new RegExp(`^${stage.t('form.mobileLabel')}`));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  { name: 'security', as: 'player', open: at('/pages/information/security') },
  {
    name: 'security-many',
    as: 'player',
    open: async (stage) => {
      await asIfAnswered(stage.page, 'securityInfo', security);
      await go(stage, '/pages/information/security');
    },
  },
  {
    name: 'change-password',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/information/security');
      await press(stage.page, new RegExp(`^${stage.t('account.changePassword')}`));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'otp-secret',
    as: 'player',
    open: async (stage) => {
      await asIfAnswered(stage.page, 'otpBegin', {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Touchline:player?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Touchline',
      });
      await beginOtp(stage);
    },
  },
  {
    name: 'otp-recovery',
    as: 'player',
    open: async (stage) => {
      await asIfAnswered(stage.page, 'otpBegin', {
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/a?secret=AA',
      });
      await asIfAnswered(stage.page, 'otpConfirm', {
        codes: Array.from({ length: 10 }, (_, n) => `k7q4${n}-zd3m${n}`),
      });
      await beginOtp(stage);
      await stage.page.getByLabel(stage.t('account.otp')).fill('123456');
      await press(stage.page, stage.t('account.turnOn'));
      await settle(stage.page);
    },
  },
  {
    name: 'security-unreachable',
    as: 'player',
    open: async (stage) => {
      await cutOff(stage.page, 'securityInfo');
      await go(stage, '/pages/information/security');
    },
  },
  { name: 'not-found', as: 'player', open: at('/pages/nowhere') },
];
