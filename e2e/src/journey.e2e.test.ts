import { localeOf, type Lan } from '@touchline/locales/locales';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberApi, type MemberApi } from './member-api.ts';
import { memberApp } from './member-app.ts';
import { withPhone, type Phone } from './phone.ts';
import { recordedScores } from './recorded-scores.ts';
import { payoutByTheRule } from './rule.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

/** A match lasts half a minute, and one kicks off every twelve seconds. */
const replaySpeed = '240';
/** Time to bet before kick-off: several times what it takes on a busy machine. */
const leadMs = 40_000;
/** From placing to the end of the match, several times over. */
const settledWithinMs = 150_000;
/** Goals of either side that the grid quotes. */
const gridGoals = 4;

type Score = { home: number; away: number };
type Story = { lan: Lan; account: string; state: 'win' | 'lose'; pick: (recorded: Score) => Score };
const stories: Story[] = [
  { lan: 'en', account: 'erin', state: 'win', pick: (recorded) => recorded },
  {
    lan: 'ar',
    account: 'amal',
    state: 'lose',
    pick: ({ home, away }) => ({ home: home === 0 ? 1 : 0, away }),
  },
];

describe.concurrent('a new member at 375×812', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ REPLAY_SPEED: replaySpeed });
  });
  afterAll(() => site?.close());

  /** An upcoming match whose final score is on the grid. */
  const matchToCome = async (api: MemberApi) => {
    const scoreOf = await recordedScores();
    const { next } = await api.call('home', {});
    const fits = next.find((event) => {
      const { home, away } = scoreOf(event);
      return Date.parse(event.kickOff) > Date.now() + leadMs && Math.max(home, away) <= gridGoals;
    });
    if (fits === undefined) throw new Error('no match to come fits');
    return { event: fits, recorded: scoreOf(fits) };
  };

  const tell = async ({ lan, account, state, pick }: Story, { page, faults }: Phone) => {
    const app = await memberApp(page, lan);
    const { t, money } = app;
    const screen = async (name: string) => {
      expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
    };
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

    // A visitor without a token is sent to the sign-in page, and may choose a language there.
    await page.goto(site.url);
    await page.waitForURL(/#\/pages\/login\/login$/);
    await app.chooseLanguage();
    expect(await page.locator('html').getAttribute('dir')).toBe(localeOf(lan).dir);
    await screen('language');
    await page.getByRole('button', { name: t('common.back') }).click();
    await heading(t('nav.login'));
    await screen('sign in');

    await app.register(account);
    await page.getByText(money('1000.00'), { exact: true }).waitFor();
    await page.getByRole('article').first().waitFor();
    await screen('home');

    const api = memberApi(site.url);
    await api.login(account);
    const { event, recorded } = await matchToCome(api);
    const picked = pick(recorded);
    await app.openMatch(event);
    await screen('match');
    const slip = await app.pickScore(picked);
    await slip.getByLabel(t('slip.ifMoved')).selectOption('any');
    await screen('slip over the score grid');
    await app.placeBet(slip, '10');
    const toRecords = page.getByRole('dialog').getByRole('link', { name: t('slip.records') });
    await toRecords.waitFor();
    await screen('receipt');

    const [placed] = (await api.call('orderList', { tab: 'all' })).list;
    expect(placed).toMatchObject({ stake: '10.00', state: 'waiting', type: 'single' });
    expect(placed?.legs).toMatchObject([
      { event: event.id, market: 'correct_score', selection: `${picked.home}-${picked.away}` },
    ]);
    expect((await api.call('userInfo', {})).balance).toBe('990.00');

    // The record moves by itself; nothing is reloaded or tapped from here on.
    await toRecords.click();
    await heading(t('nav.records'));
    const record = page.getByRole('article');
    const shows = (of: 'waiting' | 'in_progress' | 'win' | 'lose') =>
      record.getByText(t(`record.state.${of}`), { exact: true }).waitFor({ timeout: settledWithinMs });
    await shows('waiting');
    // Looked for from now on: the match must not come and go while the screen is examined.
    const moved = shows('in_progress').then(() => shows(state));
    moved.catch(() => undefined);
    await record.getByRole('button').first().click();
    await screen('record');
    await moved;

    const { result } = await api.call('eventDetail', { id: event.id });
    expect(result?.ft).toEqual(recorded);
    const [settled] = (await api.call('orderList', { tab: state })).list;
    if (placed === undefined) throw new Error('no bet');
    const expected = payoutByTheRule(placed, result);
    expect(expected.state).toBe(state);
    expect(settled).toMatchObject({ id: placed.id, state, payout: expected.payout });
    await record.locator('dl').getByText(money(expected.payout), { exact: true }).waitFor();
    const balance = expected.balance('990.00');
    expect((await api.call('userInfo', {})).balance).toBe(balance);
    await screen('settled record');

    await app.openTab('home');
    await page.getByText(money(balance), { exact: true }).waitFor();
    await app.openTab('bet');
    await heading(t('nav.invest'));
    await page.getByRole('article').first().waitFor();
    await screen('all matches');
    await app.openTab('mine');
    await heading(t('nav.mine'));
    await page.getByText(money(balance), { exact: true }).waitFor();
    await screen('mine');

    await page.getByRole('button', { name: t('mine.signOut') }).click();
    const confirm = page.getByRole('dialog', { name: t('mine.signOutTitle') });
    await confirm.waitFor();
    await screen('confirmation');
    await confirm.getByRole('button', { name: t('mine.signOut') }).click();
    await heading(t('nav.login'));
    expect(faults).toEqual([]);
  };

  it.for(stories)('bets on a score in "$lan" and sees it $state', (story) =>
    withPhone(site.browser, (phone) => tell(story, phone)),
  );
});
