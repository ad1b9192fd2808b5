import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OfficeMessages } from '@touchline/locales/gen/office-messages.gen';
import { loadOfficeCatalogue } from '@touchline/locales/load-office';
import type { OfficeLan } from '@touchline/locales/locales';
import { createTranslator, type Translate } from '@touchline/locales/translator';
import type { Browser, Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { openPhone, type Phone } from './phone.ts';

const Operators = Type.Array(Type.Object({ account: Type.String(), password: Type.String() }));

/** A window of an operator's own. */
export type OfficeWindow = Pick<Phone, 'page' | 'faults' | 'close'> & {
  t: Translate<OfficeMessages>;
  seeHeading: (name: string) => Promise<void>;
  press: (...keys: string[]) => Promise<void>;
  button: (name: string) => ReturnType<Page['getByRole']>;
};

type Site = { browser: Browser; url: string; dataDir: string };

/**
 * Signs in as one of the demo operators, by keys alone.
 * @param onSignIn looks at the page of the sign-in before anything is typed
 */
export const enterOffice = async (
  { browser, url, dataDir }: Site,
  { account, lan, colorScheme }: { account: string; lan: OfficeLan; colorScheme: 'dark' | 'light' },
  onSignIn: (page: Page) => Promise<void> = async () => undefined,
): Promise<OfficeWindow> => {
  const text = await readFile(join(dataDir, 'demo-operators.json'), 'utf8');
  const known = Value.Parse(Operators, JSON.parse(text)).find((one) => one.account === account);
  if (known === undefined) throw new Error(`there is no ${account}`);
  const { page, faults, close } = await openPhone(browser, { width: 1440, height: 900, colorScheme });
  const t = createTranslator<OfficeMessages>(lan, await loadOfficeCatalogue(lan));
  await page.addInitScript(`localStorage.setItem('office.settings', '{"lan":"${lan}"}')`);
  await page.goto(`${url}/office/`);
  await page.getByLabel(t('signIn.account')).focus();
  await onSignIn(page);
  await page.keyboard.type(account);
  await page.keyboard.press('Tab');
  await page.keyboard.type(known.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: t('home.title') }).waitFor();
  return {
    page,
    faults,
    close,
    t,
    seeHeading: (name) => page.getByRole('heading', { name, exact: true }).first().waitFor(),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    button: (name) => page.getByRole('button', { name, exact: true }),
  };
};
