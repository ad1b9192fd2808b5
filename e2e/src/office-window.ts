import type { OfficeMessages } from '@touchline/locales/gen/office-messages.gen';
import { loadOfficeCatalogue } from '@touchline/locales/load-office';
import type { OfficeLan } from '@touchline/locales/locales';
import { createTranslator, type Translate } from '@touchline/locales/translator';
import type { Browser, Page } from 'playwright-core';
import { demoOperator, type OfficeSession } from './office-api.ts';
import { keepOnce, openPhone, type Phone } from './phone.ts';

/** A window of an operator's own. */
export type OfficeWindow = Pick<Phone, 'page' | 'faults' | 'close'> & {
  t: Translate<OfficeMessages>;
  seeHeading: (name: string) => Promise<void>;
  press: (...keys: string[]) => Promise<void>;
  button: (name: string) => ReturnType<Page['getByRole']>;
};

/** The size of an operator's window. */
export const officeSize = { width: 1440, height: 900 };

type Site = { browser: Browser; url: string; dataDir: string };

const officeWindow = ({ page, faults, close }: Phone, t: OfficeWindow['t']): OfficeWindow => ({
  page,
  faults,
  close,
  t,
  seeHeading: (name) => page.getByRole('heading', { name, exact: true }).first().waitFor(),
  press: async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  },
  button: (name) => page.getByRole('button', { name, exact: true }),
});

const textsIn = async (lan: OfficeLan): Promise<OfficeWindow['t']> =>
  createTranslator<OfficeMessages>(lan, await loadOfficeCatalogue(lan));

const atHome = ({ page, t }: OfficeWindow): Promise<void> =>
  page.getByRole('heading', { level: 1, name: t('home.title') }).waitFor();

/**
 * Opens the first page of the office in a window, for an operator who is signed in through the API.
 * @param url of the site
 */
export const openOffice = async (
  phone: Phone,
  url: string,
  { signedIn: { token, operator, calls }, lan }: Pick<OfficeSession, 'signedIn'> & { lan: OfficeLan },
): Promise<OfficeWindow> => {
  const { id, account, roles } = operator;
  await keepOnce(phone.page, {
    'office.settings': { lan },
    'office.session': { token, id, account, roles, calls },
  });
  const opened = officeWindow(phone, await textsIn(lan));
  await phone.page.goto(`${url}/office/`);
  await atHome(opened);
  return opened;
};

/**
 * Signs in as one of the demo operators, by keys alone.
 * @param onSignIn looks at the page of the sign-in before anything is typed
 */
export const enterOffice = async (
  { browser, url, dataDir }: Site,
  { account, lan, colorScheme }: { account: string; lan: OfficeLan; colorScheme: 'dark' | 'light' },
  onSignIn: (page: Page) => Promise<void> = async () => undefined,
): Promise<OfficeWindow> => {
  const known = await demoOperator(dataDir, account);
  const opened = officeWindow(await openPhone(browser, { ...officeSize, colorScheme }), await textsIn(lan));
  const { page, t } = opened;
  await page.addInitScript(`localStorage.setItem('office.settings', '{"lan":"${lan}"}')`);
  await page.goto(`${url}/office/`);
  await page.getByLabel(t('signIn.account')).focus();
  await onSignIn(page);
  await page.keyboard.type(account);
  await page.keyboard.press('Tab');
  await page.keyboard.type(known.password);
  await page.keyboard.press('Enter');
  await atHome(opened);
  return opened;
};
