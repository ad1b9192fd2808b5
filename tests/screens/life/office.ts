import { setTimeout as wait } from 'node:timers/promises';
import type { BuilderPicks } from '@touchline/contract/shapes/builder';
import type { Browser } from 'playwright-core';
import { readConfig } from '../../../apps/server/src/core/config/config.ts';
import { openDatabase } from '../../../apps/server/src/core/database/database.ts';
import { reachDatabase } from '../../../apps/server/src/operations/postgres/reach.ts';
import { officeApi } from '../../fixtures/office-api.ts';
import { houseWork } from './house.ts';
import { moneyWork } from './money.ts';
import { areHere, comeBack, settleIn, type Person, type Work } from './people.ts';

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

/** Selections that fit together in most matches, of two, three and four parts; one has a half ball and one a whole one. */
const picks: readonly BuilderPicks[] = [
  [
    { market: '1x2', selection: '1' },
    { market: 'over_under', selection: 'over', line: '2.5' },
  ],
  [
    { market: 'double_chance', selection: '1X' },
    { market: 'btts', selection: 'yes' },
    { market: 'over_under', selection: 'under', line: '4.5' },
  ],
  [
    { market: '1x2', selection: '2' },
    { market: 'ht_1x2', selection: 'X' },
  ],
  [
    { market: '1x2', selection: '1' },
    { market: 'btts', selection: 'yes' },
    { market: 'over_under', selection: 'over', line: '2.5' },
    { market: 'ht_1x2', selection: 'X' },
  ],
];

/** Each member puts some bet builders on what comes next, alone and with another match, and sells half of one. */
const betBuilders = async (people: readonly Person[]): Promise<void> => {
  await Promise.all(
    people.map(async (person, nth) => {
      await buildSome(person, nth);
      await sellHalf(person);
    }),
  );
};

const sellHalf = async ({ api }: Person): Promise<void> => {
  const { list } = await api.call('orderList', { limit: 20 });
  const bet = list.find(({ type, legs: [leg] }) => type === 'single' && leg?.parts !== undefined);
  if (bet === undefined) return;
  // A market that is closed now has no offer.
  const quote = await api.answer('cashOutQuote', { bet: bet.id });
  if (quote.code !== 1) return;
  await api.answer('cashOut', { key: `half-${bet.id}`, bet: bet.id, quote: quote.data.quote, share: '0.5' });
};

const buildSome = async ({ api }: Person, nth: number): Promise<void> => {
  const { next } = await api.call('home', {});
  const [last] = next.slice(-1);
  for (const [place, { id }] of next.slice(0, 3).entries()) {
    const parts = picks[(nth + place) % picks.length] ?? [];
    const { odds } = await api.call('builderQuote', { event: id, parts });
    if (odds === null) continue;
    const builder = { event: id, market: 'builder', selection: 'all', odds, parts };
    const { markets } = last === undefined ? { markets: [] } : await api.call('eventDetail', { id: last.id });
    const home = markets.find(({ market }) => market === '1x2')?.selections[0];
    const isWith =
      place === 1 && last !== undefined && last.id !== id && home !== undefined && home.odds !== null;
    const other = isWith
      ? [{ event: last.id, market: '1x2', selection: home.selection, odds: home.odds ?? '' }]
      : [];
    // A price may have moved since it was read; the other bets are enough.
    await api.answer('orderAdd', {
      key: `builder-${id}-${nth}`,
      type: isWith ? 'accumulator' : 'single',
      accept: 'any',
      legs: [builder, ...other],
      stake: ((nth + 1) * (place + 1)).toFixed(2),
    });
  }
};

const enoughBets = 60;
const matchWithinMs = 600_000;
const closedWithinMs = 180_000;
const days = 3;

/**
 * Moves settled bets to the days before, and waits until these days are closed, so that they have commission. A match has
 * to end first.
 */
const closeEarlierDays = async (dataDir: string): Promise<void> => {
  const source = await reachDatabase(readConfig({ ...process.env, DATA_DIR: dataDir }));
  const database = openDatabase(source.ownerUrl ?? source.url, 1, () => undefined);
  const until = async (sql: string, least: number, withinMs: number): Promise<void> => {
    for (const end = Date.now() + withinMs; Date.now() < end; await wait(2_000)) {
      const { rows } = await database.pool.query<{ count: bigint }>(sql);
      if (Number(rows[0]?.count) >= least) return;
    }
    throw new Error(`not in time: ${sql}`);
  };
  try {
    await until('select count(*) from bet where settled_at is not null', enoughBets, matchWithinMs);
    const earlier = `(1 + abs(hashtext(id::text)) % ${days}) * interval '1 day'`;
    await database.pool
      .query(`update bet set placed_at = placed_at - ${earlier}, settled_at = settled_at - ${earlier}
      where settled_at is not null`);
    await database.pool.query(
      `update team_mark set read_to = read_to - ${days} * interval '1 day' where name = 'bets'`,
    );
    await until(`select count(*) from team_run where state = 'closed'`, days, closedWithinMs);
  } finally {
    await database.close();
    await source.leave();
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
  const work: Work = [
    ...moneyWork(url, browser, people, [one, two]),
    ...houseWork({ host, host2, trader, second }, people),
    ['earlier days', () => closeEarlierDays(dataDir)],
  ];
  const failed: string[] = [];
  for (const [name, act] of work) {
    await act().catch((error: unknown) =>
      failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
  return failed;
};
