import type { OfficeMessages } from '@touchline/locales/gen/office-messages.gen';
import { loadOfficeCatalogue } from '@touchline/locales/load-office';
import type { OfficeLan } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import type { Browser } from 'playwright-core';
import { enterOffice, type OfficeWindow } from '../../fixtures/office-window.ts';
import { openPhone } from '../../fixtures/phone.ts';
import type { Account } from './stage.ts';

/** A window in one language, signed in as an operator or signed out. */
export type Desk = Pick<OfficeWindow, 'page' | 'faults' | 'close' | 't'> & { lan: OfficeLan };

export const openDesk = async (
  site: { browser: Browser; url: string; dataDir: string },
  account: Account | undefined,
  lan: OfficeLan,
): Promise<Desk> => {
  const open = async (): Promise<Omit<Desk, 'lan'>> => {
    if (account !== undefined) return enterOffice(site, { account, lan, colorScheme: 'dark' });
    const phone = await openPhone(site.browser, { width: 1440, height: 900 });
    await phone.page.addInitScript(`localStorage.setItem('office.settings', '{"lan":"${lan}"}')`);
    return { ...phone, t: createTranslator<OfficeMessages>(lan, await loadOfficeCatalogue(lan)) };
  };
  const desk = await open();
  desk.page.setDefaultTimeout(5_000);
  return { ...desk, lan };
};
