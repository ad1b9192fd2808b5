import type { Output } from '@touchline/contract/routes';
import { formatPercent } from '@touchline/locales/format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../apps/server/src/testing/database.ts';
import { launchBrowser } from '../browser.ts';
import { makeDataFolder, type DataFolder } from '../data-folder.ts';
import { openFeed, type Match } from '../feed.ts';
import { memberApi, password, type MemberApi } from '../member-api.ts';
import { withPhone } from '../phone.ts';
import { startServer, verifyLedger, type Server } from '../server.ts';

/** Percent of what the house keeps on average for each generation, of a leader whose team is new. */
const rates = [8n, 3n, 1n] as const;
/** From the bets of yesterday to a commission that is paid. */
const closedWithinMs = 180_000;

type Person = { api: MemberApi; id: string; code: string };
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

describe('commission for a day', () => {
  let database: TestDatabase;
  let folder: DataFolder;
  let server: Server;
  let match: Match;
  const people = new Map<string, Person>();

  const settings = () => ({
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    LOG_LEVEL: 'warn',
    REPLAY: 'false',
    SIGNIN_LIMIT_PER_MINUTE: '1000',
    RATE_LIMIT_PER_MINUTE: '100000',
  });
  beforeAll(async () => {
    database = await testDatabase(1);
    folder = await makeDataFolder();
    server = await startServer(settings());
    const feed = await openFeed(database);
    match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3_600_000));
  });
  afterAll(async () => {
    await server?.stop();
    await database?.close();
    await folder?.remove();
  });

  const person = (name: string): Person => {
    const found = people.get(name);
    if (found === undefined) throw new Error(`nobody is called ${name}`);
    return found;
  };
  const generationOf = (name: string | undefined, generation = 1): string[] => {
    const next = family.filter(({ by }) => by === name).map((one) => one.name);
    return generation === 1 ? next : next.flatMap((one) => generationOf(one, generation - 1));
  };

  it('registers a leader and the generations below', async () => {
    for (const { name, by } of family) {
      const api = memberApi(server.url);
      const session = await api.call('register', {
        account: `team.${name}`,
        password,
        confirmPassword: password,
        birthDate: '1990-05-31',
        invitationCode: by === undefined ? undefined : person(by).code,
      });
      await api.login(`team.${name}`);
      people.set(name, { api, id: session.user.id, code: (await api.call('inviteInfo', {})).code });
    }
    const team = await person('leader').api.call('teamInfo', {});
    expect(team.levels.map(({ people: count }) => count)).toEqual([2, 1, 1]);
    expect(team.people).toBe(4);
    expect((await person('fourth').api.call('teamInfo', {})).people).toBe(0);
  });

  /** What the house keeps on average in minor units times millionths, by generation, from the margin the market showed. */
  const theoretical = new Map<string, bigint>();

  it('takes bets of all of them', async () => {
    const { markets } = await person('leader').api.call('eventDetail', { id: match.id });
    const market = markets.find((one) => one.market === '1x2');
    const margin = Math.round(Number(market?.margin) * 100);
    // With a margin m the market keeps m / (1 + m) of what is staked.
    const keptMicro = BigInt(Math.floor((margin * 1_000_000) / (10_000 + margin)));
    const [home, , away] = market?.selections ?? [];
    for (const { name, stakesMinor } of family) {
      for (const [n, stakeMinor] of stakesMinor.entries()) {
        // Some win and some lose: it is the same to the leader.
        const { selection = '', odds } = (n % 2 === 0 ? home : away) ?? {};
        await person(name).api.call('orderAdd', {
          key: `commission-${name}-${n}`,
          type: 'single',
          stake: amountOf(stakeMinor),
          accept: 'none',
          legs: [{ event: match.id, market: '1x2', selection, odds: odds ?? '' }],
        });
      }
      theoretical.set(
        name,
        stakesMinor.reduce((sum, stake) => sum + stake * keptMicro, 0n),
      );
    }
  });

  it('shows in the app the figures that bets and commission are reckoned with', async () => {
    const { api } = person('leader');
    const { example } = await api.call('teamRules', {});
    const [bet] = (await api.call('orderList', { tab: 'all' })).list;
    const { rows } = await database.pool.query<{ margin_micro: number }>(
      'select margin_micro from bet where id = $1',
      [bet?.id],
    );
    const percentOfMicro = (micro: number) => formatPercent((micro / 10_000).toFixed(4), { lan: 'en' });
    const { user, ...tokens } = await api.login('team.leader');
    const stored = JSON.stringify({ user: { ...user, ...tokens } });
    const browser = await launchBrowser();
    await withPhone(browser, async ({ page }) => {
      await page.addInitScript(
        `if (location.protocol !== 'about:') localStorage.setItem('user', '${stored}')`,
      );
      await page.goto(`${server.url}/#/pages/teamrules/teamrules`);
      const facts = await page.locator('dl').last().innerText();
      // 1,000.00 × 0.047619 = 47.619, 8 % of it are 3.80952: the example of the page, with what the team room pays.
      for (const figure of ['1,000.00', '5.00%', '× 4.7619%', '= 47.619', '× 8%', '= 3.80']) {
        expect(facts).toContain(figure);
      }
      expect(example).toMatchObject({ keptPercent: '4.7619', theoretical: '47.619', amount: '3.80' });
      await page.goto(`${server.url}/#/pages/invest/eventsinfo?id=${match.id}`);
      await page
        .getByRole('button', { name: /margin/i })
        .first()
        .click();
      const words = page.getByText(/of the stake\.$/);
      await words.waitFor();
      // What the panel says the house keeps is what was written with the bet on this market.
      await expect
        .poll(() => words.innerText())
        .toContain(`or ${percentOfMicro(rows[0]?.margin_micro ?? 0)} of`);
    });
    await browser.close();
  });

  it('settles them', async () => {
    const over = { ht: { home: 1, away: 0 }, ft: { home: 2, away: 1 } };
    await match.move({ state: 'finished', score: over.ft, ht: over.ht });
    await match.result(over);
    for (const { name } of family) {
      const open = async () =>
        (await person(name).api.call('orderList', { tab: 'in_progress' })).total +
        (await person(name).api.call('orderList', { tab: 'all' })).list.filter(
          (bet) => bet.state === 'waiting',
        ).length;
      await expect.poll(open, { timeout: 30_000 }).toBe(0);
    }
  });

  const commissions = async (name: string) => (await person(name).api.call('commissionList', {})).list;
  const balanceOf = async (name: string) => minorOf((await person(name).api.call('userInfo', {})).balance);
  const before = new Map<string, bigint>();

  it('closes the day, and pays what the arithmetic of the statement says, to the cent', async () => {
    for (const { name } of family) before.set(name, await balanceOf(name));
    await server.stop();
    await yesterday(database);
    server = await startServer(settings());
    for (const [name, { id }] of people) {
      const api = memberApi(server.url);
      await api.login(`team.${name}`);
      people.set(name, { ...person(name), api, id });
    }
    await expect
      .poll(async () => (await commissions('leader'))[0]?.state, { timeout: closedWithinMs })
      .toBe('paid');

    for (const { name } of family) {
      const [commission] = await commissions(name);
      const expected = rates.map((rate, n) => {
        const below = generationOf(name, n + 1);
        const kept = below.reduce((sum, one) => sum + (theoretical.get(one) ?? 0n), 0n);
        return { generation: n + 1, people: below.length, kept, amount: (kept * rate) / 100_000_000n };
      });
      const total = expected.reduce((sum, { amount }) => sum + amount, 0n);
      // The leader's may be paid before another's.
      await expect.poll(() => balanceOf(name)).toBe((before.get(name) ?? 0n) + total);
      if (total === 0n) continue;
      const statement: Statement = await person(name).api.call('commissionDetail', {
        id: commission?.id ?? '',
      });
      expect(statement.total).toBe(amountOf(total));
      expect(statement.commission.amount).toBe(amountOf(total));
      for (const line of statement.lines) {
        const { kept = 0n, amount, people: count } = expected[line.generation - 1] ?? {};
        expect({ name, generation: line.generation, amount: line.amount, people: line.people }).toEqual({
          name,
          generation: line.generation,
          amount: amountOf(amount ?? 0n),
          people: count,
        });
        // What the line says comes to what it pays, by its own figures.
        const [whole = '0', fraction = ''] = line.theoretical.split('.');
        const micro = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
        expect(micro).toBe(kept / 100n);
        const [percent = '0', tenths = ''] = line.rate.split('.');
        const rateMicro = BigInt(percent) * 10_000n + BigInt(tenths.padEnd(4, '0'));
        expect(amountOf((micro * rateMicro) / 10_000_000_000n)).toBe(line.amount);
      }
    }
  });

  it('leaves a clean ledger, with nothing between the accounts', async () => {
    const { code, log } = await verifyLedger(settings());
    expect({ code, log: code === 0 ? '' : log }).toEqual({ code: 0, log: '' });
  });
});

/** Makes all that was settled so far settled a day earlier. */
const yesterday = async ({ pool }: TestDatabase): Promise<void> => {
  const day = "interval '1 day'";
  await pool.query(`update bet set settled_at = settled_at - ${day}`);
  await pool.query(`update team_mark set read_to = read_to - 2 * ${day} where name = 'bets'`);
};
