import * as house from './house-samples.ts';
import { asIfAnswered, at, go, hold, match, press, refuse, type Screen, type Stage } from './stage.ts';

const byMobile = async (stage: Stage): Promise<void> => {
  await go(stage, '/pages/login/signup');
  await stage.page.getByRole('radio', { name: stage.t('signup.byMobile') }).click();
};

const countries = async (stage: Stage): Promise<void> => {
  await byMobile(stage);
  await stage.page.getByRole('button', { name: stage.t('form.areaCode') }).click();
  await stage.page.getByRole('dialog').waitFor();
};

const signIn = async (stage: Stage, account = 'nobody-at-all'): Promise<void> => {
  const { page, t } = stage;
  await go(stage, '/pages/login/login');
  await page.getByLabel(t('login.account')).fill(account);
  await page.getByLabel(t('form.password'), { exact: true }).fill('stone-74-hill');
};

/** The page of the house with figures that take months, or that no house wants. */
const houseAs =
  (data: ReturnType<typeof house.house>) =>
  async (stage: Stage): Promise<void> => {
    await asIfAnswered(stage.page, 'housePage', data);
    await go(stage, '/pages/house/house');
  };

const houseTables = async (stage: Stage): Promise<void> => {
  await houseAs(house.house())(stage);
  for (const fold of await stage.page.locator('summary').all()) await fold.click();
};

/** What is seen without an account. */
export const visitorScreens: readonly Screen[] = [
  { name: 'login', as: 'visitor', open: at('/pages/login/login') },
  {
    name: 'login-empty',
    as: 'visitor',
    open: async (stage) => {
      await go(stage, '/pages/login/login');
      await press(stage.page, stage.t('login.submit'));
    },
  },
  {
    name: 'login-otp',
    as: 'visitor',
    open: async (stage) => {
      const { page, t } = stage;
      await refuse(page, 'login', 'otp_needed');
      await signIn(stage);
      await press(page, t('login.submit'));
      await page.getByLabel(t('account.otp')).waitFor();
    },
  },
  { name: 'login-code', as: 'visitor', open: at('/pages/login/code') },
  {
    name: 'login-code-sent',
    as: 'visitor',
    open: async (stage) => {
      const { page, t } = stage;
      await asIfAnswered(page, 'sendCode', { retryAfter: 60, way: 'console' });
      await go(stage, '/pages/login/code');
      await page.getByLabel(t('account.address')).fill('015112345678');
      await press(page, t('account.sendCode'));
      await page.getByLabel(t('account.code')).fill('12');
      await press(page, t('login.submit'));
    },
  },
  {
    name: 'reset',
    as: 'visitor',
    open: async (stage) => {
      await go(stage, '/pages/login/reset');
      await press(stage.page, stage.t('account.setPassword'));
    },
  },
  {
    name: 'login-refused',
    as: 'visitor',
    open: async (stage) => {
      await signIn(stage);
      await press(stage.page, stage.t('login.submit'));
      await stage.page.locator('[aria-invalid="true"]').waitFor();
    },
  },
  {
    name: 'login-busy',
    as: 'visitor',
    open: async (stage) => {
      await signIn(stage);
      await hold(stage.page, 'login');
      await press(stage.page, stage.t('login.submit'));
      await stage.page.locator('[popover] svg, [popover] [class*="spinner"]').first().waitFor();
    },
  },
  { name: 'login-number', as: 'visitor', open: (stage) => signIn(stage, '15112345678') },
  { name: 'signup', as: 'visitor', open: at('/pages/login/signup') },
  {
    name: 'signup-wrong',
    as: 'visitor',
    open: async (stage) => {
      await byMobile(stage);
      await press(stage.page, stage.t('signup.submit'));
    },
  },
  { name: 'country', as: 'visitor', open: countries },
  {
    name: 'country-none',
    as: 'visitor',
    open: async (stage) => {
      await countries(stage);
      await stage.page.getByRole('dialog').getByRole('searchbox').fill('zzzz');
    },
  },
  { name: 'house', as: 'visitor', open: houseAs(house.house()) },
  { name: 'house-tables', as: 'visitor', open: houseTables },
  { name: 'house-new', as: 'visitor', open: houseAs(house.newHouse()) },
  { name: 'house-young', as: 'visitor', open: houseAs(house.youngHouse()) },
  { name: 'house-short', as: 'visitor', open: houseAs(house.shortHouse()) },
  {
    name: 'visitor-slip',
    as: 'visitor',
    open: async (stage) => {
      await go(stage, '/pages/invest/invest');
      await stage.page.locator('main section button[aria-pressed]').first().click();
      await stage.page.getByText(stage.t('slip.kept')).waitFor();
    },
  },
  { name: 'visitor-match', as: 'visitor', open: (stage) => match(stage, stage.matches.coming) },
  { name: 'visitor-house', as: 'visitor', open: at('/pages/house/house') },
  { name: 'visitor-activity', as: 'visitor', open: at('/pages/activity/activity') },
  { name: 'visitor-help', as: 'visitor', open: at('/pages/help/help') },
  { name: 'visitor-terms', as: 'visitor', open: at('/pages/terms/terms') },
  { name: 'visitor-company', as: 'visitor', open: at('/pages/companyprofile/companyprofile') },
  { name: 'visitor-team-rules', as: 'visitor', open: at('/pages/teamrules/teamrules') },
  { name: 'lang', as: 'visitor', open: at('/pages/lang/lang') },
  { name: 'rules', as: 'visitor', open: at('/pages/rules/rules') },
  {
    name: 'rules-section',
    as: 'visitor',
    open: at('/pages/rules/rules?version=1&section=asian_handicap'),
  },
];
