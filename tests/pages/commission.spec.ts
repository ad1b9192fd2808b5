import type { Output } from '@touchline/contract/routes';
import { formatPercent } from '@touchline/locales/format';
import { keptPercent } from '@touchline/money/theoretical';
import { openFeed } from '../fixtures/feed.ts';
import { memberApi, password, type MemberApi } from '../fixtures/member-api.ts';
import { signIn } from '../fixtures/member-app.ts';
import { startServer, verifyLedger } from '../fixtures/server.ts';
import type { TestServer } from '../fixtures/test-server.ts';
import { expect, profiles, test } from '../fixtures/test.ts';

/** Percent of what the house keeps on average for each generation, of a leader whose team is new. */
const rates = [8n, 3n, 1n] as const;

type Person = { api: MemberApi; code: string };
type Statement = Output<'commissionDetail'>;

/** A leader and three generations: who invited whom, and what each stakes, minor units. */
const family: { name: string; by: string | undefined; stakesMinor: bigint[] }[] = [
  { name: 'leader', by: undefined, stakesMinor: [5_000n] },
  { name: 'first', by: 'leader', stakesMinor: [10_000n, 3_333n] },
  { name: 'other', by: 'leader', stakesMinor: [2_017n] },
  { name: 'second', by: 'first', stakesMinor: [4_001n] },
  { name: 'third', by: 'second', stakesMinor: [50_000n] },
  // A generation too far from the leader.
  { name: 'fourth', by: 'third', stakesMinor: [20_000n] },
];

const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''));
const amountOf = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

const generationOf = (name: string, generation = 1): string[] => {
  const next = family.filter(({ by }) => by === name).map((one) => one.name);
  return generation === 1 ? next : next.flatMap((one) => generationOf(one, generation - 1));
};

/** Opens the accounts of the family, each by the invitation of the one before. */
const registerFamily = async (url: string): Promise<(name: string) => Person> => {
  const people = new Map<string, Person>();
  const person = (name: string): Person => {
    const found = people.get(name);
    if (found === undefined) throw new Error(`no member is called ${name}`);
    return found;
  };
  for (const { name, by } of family) {
    const api = memberApi(url);
    await api.call('register', {
      account: `team.${name}`,
      password,
      confirmPassword: password,
      birthDate: '1990-05-31',
      invitationCode: by === undefined ? undefined : person(by).code,
    });
    await api.login(`team.${name}`);
    people.set(name, { api, code: (await api.call('inviteInfo', {})).code });
  }
  return person;
};

/**
 * Places the bets of the family.
 * @returns what the house keeps of each on average, in minor units times millionths, by the margin of the price that each bet took
 */
const placeBets = async (
  person: (name: string) => Person,
  event: string,
  { pool }: Pick<TestServer['database'], 'pool'>,
): Promise<ReadonlyMap<string, bigint>> => {
  const theoretical = new Map<string, bigint>();
  const { markets } = await person('leader').api.call('eventDetail', { id: event });
  const market = markets.find((one) => one.market === '1x2');
  const [home, , away] = market?.selections ?? [];
  for (const { name, stakesMinor } of family) {
    let kept = 0n;
    for (const [n, stakeMinor] of stakesMinor.entries()) {
      // Some win and some lose: it is the same to the leader.
      const { selection = '', odds } = (n % 2 === 0 ? home : away) ?? {};
      const { id } = await person(name).api.call('orderAdd', {
        key: `commission-${name}-${n}`,
        type: 'single',
        stake: amountOf(stakeMinor),
        accept: 'none',
        legs: [{ event, market: '1x2', selection, odds: odds ?? '' }],
      });
      const { rows } = await pool.query<{ margin_micro: number }>(
        'select margin_micro from bet where id = $1',
        [id],
      );
      kept += stakeMinor * BigInt(rows[0]?.margin_micro ?? 0);
    }
    theoretical.set(name, kept);
  }
  return theoretical;
};

/** What a leader is to be paid, generation by generation. */
const expectedOf = (name: string, theoretical: ReadonlyMap<string, bigint>) =>
  rates.map((rate, n) => {
    const below = generationOf(name, n + 1);
    const kept = below.reduce((sum, one) => sum + (theoretical.get(one) ?? 0n), 0n);
    return { people: below.length, kept, amount: (kept * rate) / 100_000_000n };
  });

/** Checks each line of a statement, against the arithmetic and by the figures that it shows. */
const checkLines = (statement: Statement, expected: ReturnType<typeof expectedOf>): void => {
  for (const line of statement.lines) {
    const { kept = 0n, amount = 0n, people = 0 } = expected[line.generation - 1] ?? {};
    expect(line).toMatchObject({ amount: amountOf(amount), people });
    const [whole = '0', fraction = ''] = line.theoretical.split('.');
    const micro = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
    expect(micro).toBe(kept / 100n);
    const [percent = '0', tenths = ''] = line.rate.split('.');
    const rateMicro = BigInt(percent) * 10_000n + BigInt(tenths.padEnd(4, '0'));
    expect(amountOf((micro * rateMicro) / 10_000_000_000n)).toBe(line.amount);
  }
};

/** Makes all that was settled so far settled a day earlier. */
const yesterday = async ({ pool }: TestServer['database']): Promise<void> => {
  const day = "interval '1 day'";
  await pool.query(`update bet set settled_at = settled_at - ${day}`);
  await pool.query(`update team_mark set read_to = read_to - 2 * ${day} where name = 'bets'`);
};

test('the commission of a day is paid to the cent, by the figures that the app shows', async ({
  newSite,
  newPhone,
}) => {
  test.slow();
  const site = await newSite(profiles.announced);
  const feed = await openFeed(site.database);
  const match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3_600_000));
  const person = await registerFamily(site.url);
  const leader = person('leader').api;
  const team = await leader.call('teamInfo', {});
  expect(team.levels.map(({ people: count }) => count)).toEqual([2, 1, 1]);
  expect(team.people).toBe(4);
  expect((await person('fourth').api.call('teamInfo', {})).people).toBe(0);
  const theoretical = await placeBets(person, match.id, site.database);

  await test.step('the app shows the figures by which bets and commission are computed', async () => {
    const { example } = await leader.call('teamRules', {});
    expect(example).toMatchObject({ keptPercent: '4.7619', theoretical: '47.619', amount: '3.80' });
    const [bet] = (await leader.call('orderList', { tab: 'all' })).list;
    const { rows } = await site.database.pool.query<{ margin_micro: number }>(
      'select margin_micro from bet where id = $1',
      [bet?.id],
    );
    const { page } = await newPhone();
    await signIn(page, await leader.login('team.leader'), 'en');
    await page.goto(`${site.url}/#/pages/teamrules/teamrules`);
    // 1,000.00 × 0.047619 = 47.619, 8 % of it are 3.80952: the example of the page, with what the team room pays.
    for (const figure of ['1,000.00', '5.00%', '× 4.7619%', '= 47.619', '× 8%', '= 3.80']) {
      await expect(page.locator('dl').last()).toContainText(figure);
    }
    await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${match.id}`);
    await page
      .getByRole('button', { name: /margin/i })
      .first()
      .click();
    // The panel names what the house keeps on average; a bet books what the price that it takes keeps.
    const { markets } = await leader.call('eventDetail', { id: match.id });
    const margin = Number(markets[0]?.margin ?? '0');
    const percent = formatPercent(keptPercent(Math.round(margin * 100)), { lan: 'en' });
    await expect(page.getByText(/of the stake\.$/)).toContainText(`or ${percent} of`);
    expect(rows[0]?.margin_micro).toBeGreaterThan(0);
  });

  const over = { ht: { home: 1, away: 0 }, ft: { home: 2, away: 1 } };
  await match.move({ state: 'finished', score: over.ft, ht: over.ht });
  await match.result(over);
  for (const { name } of family) {
    const open = async () => (await person(name).api.call('orderList', { tab: 'in_progress' })).total;
    await expect.poll(open).toBe(0);
  }
  const balanceOf = async (api: MemberApi) => minorOf((await api.call('userInfo', {})).balance);
  const before = new Map<string, bigint>();
  for (const { name } of family) before.set(name, await balanceOf(person(name).api));
  await site.stop();
  await yesterday(site.database);

  // A start closes the days that are over.
  const server = await startServer(site.settings);
  await test.step('the day is closed, and pays what the arithmetic of the statement gives', async () => {
    for (const { name } of family) {
      const api = memberApi(server.url);
      await api.login(`team.${name}`);
      const expected = expectedOf(name, theoretical);
      const total = expected.reduce((sum, { amount }) => sum + amount, 0n);
      const commissions = async () => (await api.call('commissionList', {})).list;
      if (total > 0n) {
        await expect.poll(async () => (await commissions())[0]?.state, { timeout: 60_000 }).toBe('paid');
      }
      await expect.poll(() => balanceOf(api)).toBe((before.get(name) ?? 0n) + total);
      if (total === 0n) continue;
      const [commission] = await commissions();
      const statement = await api.call('commissionDetail', { id: commission?.id ?? '' });
      expect(statement.total).toBe(amountOf(total));
      expect(statement.commission.amount).toBe(amountOf(total));
      checkLines(statement, expected);
    }
  });
  const { code, log } = await verifyLedger(site.settings);
  expect({ code, log: code === 0 ? '' : log }).toEqual({ code: 0, log: '' });
  await server.stop();
});
