import type { Bet } from '@touchline/contract/shapes/bet';
import { lans, localeOf } from '@touchline/locales/locales';
import { parseOdds } from '@touchline/money/odds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFeed, type Match } from './feed.ts';
import { memberApi, type MemberApi } from './member-api.ts';
import { enterOffice, type OfficeWindow } from './office-window.ts';
import { violations } from './screen-check.ts';
import { verifyLedger } from './server.ts';
import { openSite, type Site } from './site-under-test.ts';

/** A working day of several operators, each in a separate window. Each step continues from the one before. */
describe('a match day in the office', () => {
  let site: Site;
  let ada: MemberApi;
  let token: string;
  let match: Match;
  let one: OfficeWindow;
  let two: OfficeWindow;
  const windows: OfficeWindow[] = [];
  let bet: Bet;
  let paid: bigint;

  const enter = async (account: string, colorScheme: 'dark' | 'light'): Promise<OfficeWindow> => {
    const opened = await enterOffice(site, { account, lan: 'en', colorScheme });
    windows.push(opened);
    return opened;
  };
  /** No screen of the day may be one that somebody cannot use, and nothing may have gone wrong behind it. */
  const isSound = async ({ page, faults }: OfficeWindow): Promise<void> => {
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  };
  const record = async (): Promise<Bet> => {
    const { list } = await ada.call('orderList', { tab: 'all' });
    const found = list.find(({ id }) => id === bet.id);
    if (!found) throw new Error('the bet is not on record');
    return found;
  };
  const minor = (amount = ''): bigint => BigInt(amount.replace('.', ''));
  const balance = async (): Promise<bigint> => minor((await ada.call('userInfo', {})).balance);
  const homeOdds = async (): Promise<string> => {
    const { markets } = await ada.call('eventDetail', { id: match.id });
    return markets.find(({ market }) => market === '1x2')?.selections[0]?.odds ?? '';
  };
  const place = (key: string, odds: string, stake = '20.00') =>
    ada.answer('orderAdd', {
      key,
      type: 'single',
      stake,
      accept: 'none',
      legs: [{ event: match.id, market: '1x2', selection: '1', odds }],
    });
  const openMatch = async ({ page, press, seeHeading, t }: OfficeWindow): Promise<void> => {
    await press('g', 'v');
    await seeHeading(t('place.matches'));
    await page.getByRole('table').getByText('Rovers').first().click();
    await seeHeading('Rovers – United');
  };

  const openResults = ({ page, t }: Pick<OfficeWindow, 'page' | 't'>): Promise<void> =>
    page.getByText(t('match.results')).first().click();
  const results = ({ page, t }: OfficeWindow) =>
    page.getByRole('table', { name: t('match.results') }).locator('[data-row]');

  beforeAll(async () => {
    site = await openSite({
      OFFICE_DEMO: 'true',
      REPLAY: 'false',
      LIVE_DELAY_MS: '0',
      SITE_TIME_ZONE: 'UTC',
    });
    ada = memberApi(site.url);
    ({ token } = await ada.register('ada'));
  });
  afterAll(async () => {
    for (const { close } of windows) await close();
    await site?.close();
  });

  it('makes a competition and its teams', async () => {
    one = await enter('trader1', 'dark');
    const { page, t, press, seeHeading, button } = one;
    await press('g', 's');
    await seeHeading(t('place.competitions'));
    await press('n');
    await page.getByLabel(t('competition.name')).fill('Harbour Cup');
    await page.getByLabel('简体中文', { exact: true }).fill('港口杯');
    await page.getByLabel(t('decision.reason')).fill('the cup of the season');
    await isSound(one);
    await button(t('competition.add')).click();
    await seeHeading('Harbour Cup');
    await page.getByRole('link', { name: t('competition.tab.teams') }).click();
    for (const team of ['Rovers', 'United']) {
      await button(t('club.new')).click();
      await page.getByLabel(t('club.name'), { exact: true }).fill(team);
      await page.getByLabel(t('club.shortLong')).fill(team.slice(0, 3));
      await page.getByLabel(t('club.first')).fill('#0a5c36');
      await page.getByLabel(t('decision.reason')).fill('plays in the cup');
      await button(t('club.add')).click();
      await seeHeading(team);
    }
    await isSound(one);
  });

  /** Brings a file: its row is looked at before it is done. */
  const bring = async ({ page, t, button }: OfficeWindow, name: string, text: string): Promise<void> => {
    await page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    const row = page.getByRole('table', { name: t('place.imports') }).getByRole('row', { name: /Rovers/ });
    await row.waitFor();
    await page.getByLabel(t('decision.reason')).fill('the list of the cup');
    await isSound(one);
    await button(t('import.apply', { count: 1 })).click();
    await page.getByText(t('import.done', { count: '1' })).waitFor();
  };

  it('brings its match in by a file, and opens it by a file of prices', async () => {
    const { page, t, press, seeHeading } = one;
    const [day = '', time = ''] = new Date(Date.now() + 3_600_000).toISOString().split('T');
    const fixture = `${day},${time.slice(0, 5)},Rovers,United`;
    await press('Escape', 'g', 'i');
    await seeHeading(t('place.imports'));
    await page.getByLabel(t('import.competition')).selectOption({ label: 'Harbour Cup' });
    await page.getByLabel(t('import.zone')).fill('UTC');
    await bring(one, 'fixtures.csv', `Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\n${fixture},,\n`);
    const { list } = await ada.call('eventList', { state: 'open' });
    expect(list).toMatchObject([{ competition: { name: 'Harbour Cup' }, marketCount: 0 }]);
    await page.getByLabel(t('import.kind')).selectOption('prices');
    const head = 'Date,Time,HomeTeam,AwayTeam,B365H,B365D,B365A,B365>2.5,B365<2.5';
    await bring(one, 'prices.csv', `${head}\n${fixture},2.10,3.40,3.60,1.95,1.90\n`);
    match = await (await openFeed(site.database)).match(list[0]?.id ?? '');
    await expect.poll(homeOdds).not.toBe('');
  });

  it('changes its offered markets, and shows who did so and why', async () => {
    const { page, t, press, seeHeading, button } = one;
    await press('Escape', 'g', 'p');
    await seeHeading(t('place.margins'));
    await page.getByLabel(t('margin.view')).selectOption('matches');
    await page
      .getByRole('table', { name: t('place.margins') })
      .getByText('Rovers')
      .first()
      .click();
    await page.getByLabel(`${t('market.btts')}: ${t('margin.offered')}`).selectOption('off');
    await button(t('margin.preview')).click();
    await page.getByLabel(t('decision.reason')).fill('nobody asks for it');
    const sure = page.getByLabel(t('margin.sure'));
    if (await sure.isVisible()) await sure.check();
    await isSound(one);
    await button(t('margin.save')).click();
    await page.getByText(t('margin.history', { count: 1 })).click();
    const first = page.getByRole('listitem').filter({ hasText: 'nobody asks for it' });
    await first.getByText('trader1').waitFor();
    await first.getByText(`${t('market.btts')} ${t('margin.offWord')}`).waitFor();
    await isSound(one);
    const { markets } = await ada.call('eventDetail', { id: match.id });
    expect(markets.filter(({ market, state }) => market === 'btts' && state === 'open')).toEqual([]);
  });

  it('moves its kick-off by half an hour', async () => {
    const { page, t, press, button } = one;
    await openMatch(one);
    await press('d');
    const kickOff = async (): Promise<string> => (await ada.call('eventDetail', { id: match.id })).kickOff;
    const to = new Date(Date.parse(await kickOff()) + 30 * 60_000);
    await page.locator('input[type=datetime-local]').fill(to.toISOString().slice(0, 16));
    await page.getByLabel(t('decision.reason')).fill('floods at the ground');
    await isSound(one);
    await button(t('match.move')).click();
    await expect.poll(kickOff).toBe(to.toISOString());
    await page.getByText(t('match.moved', { when: '' }).replace('.', '').trim()).waitFor();
  });

  it('fixes a price, one far from the model only when asked twice, and members bet at it', async () => {
    const { page, t, button } = one;
    await openMatch(one);
    await page
      .getByRole('table', { name: t('match.markets') })
      .getByText(t('market.1x2'))
      .first()
      .click();
    const price = page.getByLabel(t('price.inputOf', { selection: 'Rovers' }), { exact: true });
    const model = Number(await homeOdds());
    await price.fill((model * 1.4).toFixed(2));
    await page.getByLabel(t('decision.reason')).fill('half the team is ill');
    await button(t('price.set')).click();
    await page.getByRole('alert').getByText(t('price.far')).waitFor();
    expect(Number(await homeOdds())).toBe(model);
    await isSound(one);
    const near = (model * 1.06).toFixed(2);
    await price.fill(near);
    await button(t('price.setSure'))
      .or(button(t('price.set')))
      .click();
    await expect.poll(homeOdds, { timeout: 10_000 }).toBe(near);
    const answer = await place('match-day-0001', near);
    if (answer.code !== 1) throw new Error(answer.msg);
    bet = answer.data;
    expect(bet).toMatchObject({ stake: '20.00', state: 'waiting' });
  });

  it('stops the match at one key: no bet is taken until it is opened again', async () => {
    const { page, t, press, button } = one;
    await press('Escape', 'm');
    await page.getByText(t('match.stopSure', { match: 'Rovers – United' })).waitFor();
    await page.getByLabel(t('decision.reason')).press('Enter');
    await button(t('match.openAgain')).waitFor();
    await isSound(one);
    expect(await place('match-day-0002', await homeOdds())).toMatchObject({
      data: { reason: 'suspended' },
    });
    await press('m');
    await page.getByLabel(t('decision.reason')).fill('looked into, all is well');
    await page.keyboard.press('Enter');
    await button(t('match.stop')).waitFor();
    // The same bet again within moments would be taken for one sent twice.
    expect(await place('match-day-0003', bet.legs[0]?.odds ?? '', '30.00')).toMatchObject({
      code: 1,
      msg: 'Betting successful',
    });
  });

  it('follows a goal by itself', async () => {
    const { page } = one;
    await match.move({ state: 'live', minute: '25', clockMinute: 25, score: { home: 1, away: 0 } });
    await page.getByRole('region', { name: 'Rovers – United' }).getByText('1–0').first().waitFor();
    await page.getByText('25′').first().waitFor();
    await match.move({ state: 'finished', score: { home: 1, away: 0 }, ht: { home: 1, away: 0 } });
  });

  /** Types a result; its effect is shown before it is proposed. */
  const propose = async (
    { page, t, button }: OfficeWindow,
    [home, away]: [string, string],
  ): Promise<void> => {
    await openResults({ page, t });
    await button(t('result.new')).click();
    for (const [score, goals] of [
      [t('result.half'), ['1', '0']],
      [t('result.full'), [home, away]],
    ] as const) {
      await page.getByLabel(t('result.goalsOf', { score, team: 'Rovers' })).fill(goals[0] ?? '');
      await page.getByLabel(t('result.goalsOf', { score, team: 'United' })).fill(goals[1] ?? '');
    }
    await page.getByLabel(t('result.sourceOf')).fill('report of the referee');
    await page.getByRole('rowheader', { name: t('market.1x2') }).waitFor();
  };

  it('takes a result of two people, settles, and shows what it will pay before', async () => {
    const pays = (minor('50.00') * BigInt(parseOdds(bet.legs[0]?.odds ?? '') ?? 0)) / 1_000n;
    const before = await balance();
    await propose(one, ['1', '0']);
    await isSound(one);
    await one.button(one.t('result.propose')).click();
    // The proposer cannot approve as the second operator.
    await results(one).first().click();
    await one.page.getByText(one.t('result.own')).waitFor();

    two = await enter('trader2', 'light');
    await openMatch(two);
    await openResults(two);
    await results(two).first().click();
    await two.page.getByText(two.t('preview.settled', { count: 2 }), { exact: false }).waitFor();
    await isSound(two);
    await two.press('c', 'Enter');
    await expect.poll(async () => (await record()).state, { timeout: 30_000 }).toBe('win');
    paid = pays;
    expect(await balance()).toBe(before + pays);
  });

  it('corrects it, by two again: only differences move', async () => {
    const before = await balance();
    await propose(two, ['1', '1']);
    await two.page.getByText(two.t('preview.resettled', { count: 2 }), { exact: false }).waitFor();
    await two.button(two.t('result.propose')).click();
    await results(two).nth(1).waitFor();
    await results(one).nth(1).waitFor();
    await results(one).first().click();
    await one.page.getByText(one.t('preview.resettled', { count: 2 }), { exact: false }).waitFor();
    await one.press('c', 'Enter');
    await expect.poll(async () => (await record()).state, { timeout: 30_000 }).toBe('lose');
    expect(await balance()).toBe(before - paid);
  });

  it('notifies members in all languages', async () => {
    const host = await enter('host', 'dark');
    const { page, t, press, seeHeading, button } = host;
    await press('g', 'f');
    await seeHeading(t('place.content'));
    await press('n');
    for (const lan of lans) {
      await page
        .getByRole('region', { name: t('words.languages') })
        .locator(`span[lang="${lan}"]`)
        .click();
      await page.getByLabel(t('letter.title')).fill(`Rovers – United (${lan})`);
      await page.getByLabel(t('letter.body')).fill(`1–1, ${localeOf(lan).name}`);
    }
    await isSound(host);
    await button(t('content.publish')).click();
    await page.getByText(t('content.publishNow', { written: lans.length, all: lans.length })).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(t('content.publishedAs', { version: 1 })).waitFor();
    for (const lan of lans) {
      const { list } = await memberApi(site.url, token, lan).call('noticeList', { box: 'system' });
      expect(list[0]).toMatchObject({ title: `Rovers – United (${lan})` });
    }
  });

  it('shows an auditor who did it all, and books that come to nothing', async () => {
    const auditor = await enter('auditor', 'light');
    const { page, t, press, seeHeading } = auditor;
    await press('g', 'a');
    await seeHeading(t('place.audit'));
    const log = page.getByRole('table', { name: t('place.audit') });
    for (const action of [
      'competition_added',
      'club_added',
      'match_added',
      'match_priced',
      'offer_saved',
      'match_moved',
      'price_set',
      'betting_stopped',
      'betting_opened',
      'result_proposed',
      'result_confirmed',
      'content_saved',
    ] as const) {
      await log
        .getByText(t(`auditAction.${action}`))
        .first()
        .waitFor();
    }
    await isSound(auditor);
    await press('g', 'j');
    await seeHeading(t('place.ledger'));
    await page.getByText(t('ledgerTab.trial')).click();
    await page.getByText(t('ledger.agrees')).waitFor();
    await isSound(auditor);
    const { code, log: report } = await verifyLedger(site.settings);
    expect({ code, report: code === 0 ? '' : report }).toEqual({ code: 0, report: '' });
  });
});
