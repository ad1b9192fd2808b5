import type { Browser } from 'playwright-core';
import { officeApi } from '../../fixtures/office-api.ts';
import { betBuilders } from './builder-life.ts';
import { closeEarlierDays } from './earlier-days.ts';
import { houseLife } from './house-life.ts';
import { moneyLife } from './money-life.ts';
import { areHere, comeBack, type Person, settleIn } from './people.ts';

const perMatch = 6;

/** Some bets of each member on what is live and what comes next, each on other outcomes. */
const betAll = async (people: readonly Person[]): Promise<void> => {
  await Promise.all(people.map((person, nth) => betSome(person, nth)));
};

const betSome = async ({ api }: Person, nth: number): Promise<void> => {
  const { live, next } = await api.call('home', {});
  for (const { id } of [...live, ...next.slice(0, 4)]) {
    const { markets } = await api.call('eventDetail', { id });
    const open = markets.filter(({ state }) => state === 'open').slice(0, perMatch);
    for (const [place, { market, line, selections }] of open.entries()) {
      const chosen = selections[(nth + place) % selections.length];
      if (chosen === undefined || chosen.odds === null) continue;
      const { selection, odds } = chosen;
      const leg = { event: id, market, selection, odds, line };
      // A market may close while the list is worked off; the others are enough.
      await api.answer('orderAdd', {
        key: `${id}-${nth}-${place}`,
        type: 'single',
        accept: 'any',
        legs: [leg],
        stake: ((nth + 1) * (place + 2) * 0.5).toFixed(2),
      });
    }
  }
};

/**
 * Members who bet, pay and ask, and operators who answer some of it, all through the API. On a database where they did so before
 * they bet again.
 * @returns what could not be done
 */
export const fillWithLife = async (url: string, dataDir: string, browser: Browser): Promise<string[]> => {
  if (await areHere(url)) {
    const people = await comeBack(url);
    await betAll(people);
    await betBuilders(people);
    return [];
  }
  const enter = (account: string) => officeApi(url, dataDir, account);
  const [one, two, host] = [await enter('cashier1'), await enter('cashier2'), await enter('host')];
  const [trader, second] = [await enter('trader1'), await enter('trader2')];
  const host2 = await enter('host2');
  const people = await settleIn(url);
  await betAll(people);
  await betBuilders(people);
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
