import type { Browser } from 'playwright-core';
import { officeApi } from '../office-api.ts';
import { betAll } from './bets.ts';
import { closeEarlierDays } from './earlier-days.ts';
import { houseLife } from './house-life.ts';
import { moneyLife } from './money-life.ts';
import { areHere, comeBack, settleIn } from './people.ts';

/**
 * Members who bet, pay and ask, and operators who answer some of it, all through the API. Where they have lived before they bet
 * once more.
 * @returns what could not be done
 */
export const fillWithLife = async (url: string, dataDir: string, browser: Browser): Promise<string[]> => {
  if (await areHere(url)) {
    await betAll(await comeBack(url));
    return [];
  }
  const enter = (account: string) => officeApi(url, dataDir, account);
  const [one, two, host] = [await enter('cashier1'), await enter('cashier2'), await enter('host')];
  const [trader, second] = [await enter('trader1'), await enter('trader2')];
  const host2 = await enter('host2');
  const people = await settleIn(url);
  await betAll(people);
  const failed: string[] = [];
  await moneyLife(url, browser, people, [one, two]).catch((error: unknown) =>
    failed.push(`money: ${error instanceof Error ? error.message : String(error)}`),
  );
  failed.push(...(await houseLife({ host, host2, trader, second }, people)));
  await closeEarlierDays(dataDir).catch((error: unknown) =>
    failed.push(`earlier days: ${error instanceof Error ? error.message : String(error)}`),
  );
  return failed;
};
