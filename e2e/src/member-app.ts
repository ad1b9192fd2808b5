import type { Event } from '@touchline/contract/shapes/football';
import { formatMoney } from '@touchline/locales/format';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import { localeOf, type Lan } from '@touchline/locales/locales';
import { teamName } from '@touchline/locales/team-names';
import { createTranslator, type Translate } from '@touchline/locales/translator';
import type { Session } from '@touchline/contract/shapes/user';
import type { Locator, Page } from 'playwright-core';
import { password } from './member-api.ts';
import { keepOnce } from './phone.ts';

/** The member app under a person's hands, found by what it says in the language of the page. */
export type MemberApp = {
  t: Translate<AppMessages>;
  /** From the sign-in page of a first visit. */
  chooseLanguage(): Promise<void>;
  register(account: string): Promise<void>;
  openMatch(event: Event): Promise<void>;
  /** Picks a full-time score on the grid of the match page. @returns the slip */
  pickScore(score: { home: number; away: number }): Promise<Locator>;
  /** Types a stake on the slip's own pad and places the bet. */
  placeBet(slip: Locator, digits: string): Promise<void>;
  /** Taps the tab and waits until its page is there. */
  openTab(tab: 'home' | 'bet' | 'records' | 'mine'): Promise<void>;
  money: (amount: string) => string;
};

const config = (lan: Lan) => ({ language: { chosen: lan }, theme: 'system' });

/** Chooses the language of a window, from its next page on. */
export const showIn = (page: Page, lan: Lan): Promise<void> => keepOnce(page, { config: config(lan) });

/** Signs a window in as the app itself does: from its next page on. */
export const signIn = (page: Page, { user, ...tokens }: Session, lan: Lan): Promise<void> =>
  keepOnce(page, { config: config(lan), user: { user: { ...user, ...tokens } } });

/** @param page shows the app, signed out, for `chooseLanguage` and `register` */
export const memberApp = async (page: Page, lan: Lan): Promise<MemberApp> => {
  const t = createTranslator<AppMessages>(lan, await loadAppCatalogue(lan));
  const { name, dir } = localeOf(lan);
  const named = ({ home, away }: Event): string => {
    const names = [home, away].map((team) => teamName(team, lan));
    // In right-to-left the match and its names carry marks of direction.
    return dir === 'rtl'
      ? `\u2067${names.map((name) => `\u2068${name}\u2069`).join(' – ')}\u2069`
      : names.join(' – ');
  };
  const money = (amount: string) => formatMoney(amount, { lan });

  return {
    t,
    money,
    chooseLanguage: async () => {
      // Before a choice the app is in English.
      await page.getByRole('link', { name: /^Language/ }).click();
      // The page reloads after the choice, also in the language it has.
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name }).click()]);
      await page.locator(`html[lang="${lan}"][dir="${dir}"]`).waitFor();
      await page.getByRole('heading', { level: 1, name: t('nav.lang') }).waitFor();
    },
    register: async (account) => {
      await page.getByRole('link', { name: t('login.toSignup') }).click();
      // The page before has fields of similar names.
      await page.getByRole('heading', { level: 1, name: t('nav.signup') }).waitFor();
      await page.getByRole('textbox', { name: t('form.accountLabel') }).fill(account);
      await page.getByLabel(t('form.password'), { exact: true }).fill(password);
      await page.getByLabel(t('form.confirmPassword'), { exact: true }).fill(password);
      await page.getByLabel(t('form.birthDateLabel')).fill('1990-05-31');
      await page.getByRole('button', { name: t('signup.submit') }).click();
    },
    openMatch: async (event) => {
      // The card's link lies under its prices and its star: tapped above them, between both corners.
      await page
        .getByRole('link', { name: named(event), exact: true })
        .click({ position: { x: 120, y: 20 } });
      await page.getByRole('heading', { level: 1, name: named(event) }).waitFor();
    },
    pickScore: async ({ home, away }) => {
      await page.getByRole('button', { name: new RegExp(`^${t('event.group.score')} \\d+$`) }).click();
      await page
        .getByRole('button', { name: new RegExp(`^\\u2067?${home}[–:]${away}\\u2069?, \\d`) })
        .click();
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      await slip.waitFor();
      return slip;
    },
    placeBet: async (slip, digits) => {
      for (const digit of digits) await slip.getByRole('button', { name: digit, exact: true }).click();
      await slip.getByRole('button', { name: money(`${digits}.00`) }).click();
    },
    openTab: async (tab) => {
      const link = page
        .getByRole('navigation', { name: t('shell.mainPages') })
        .getByRole('link', { name: t(`tab.${tab}`) });
      await link.click();
      // Until the code of this page has loaded, the previous page stays and takes taps.
      await link.and(page.locator('[aria-current="page"]')).waitFor();
    },
  };
};
