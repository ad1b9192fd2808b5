import type { Bet } from '@touchline/contract/shapes/bet';
import { lans, localeOf } from '@touchline/locales/locales';
import { parseOdds } from '@touchline/money/odds';
import { memberApi } from '../fixtures/member-api.ts';
import { violations } from '../fixtures/screen-check.ts';
import { verifyLedger } from '../fixtures/server.ts';
import { expect, test, type OperatorWindow } from '../fixtures/test.ts';

/** No screen of the day may be one that some operator cannot use, and nothing may have gone wrong behind it. */
const isSound = async ({ page, faults }: OperatorWindow): Promise<void> => {
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
};

const minor = (amount = ''): bigint => BigInt(amount.replace('.', ''));

const openResults = ({ page, t }: OperatorWindow): Promise<void> =>
  page.getByText(t('match.results')).first().click();
const results = ({ page, t }: OperatorWindow) =>
  page.getByRole('table', { name: t('match.results') }).locator('[data-row]');

test('a working day of several operators, from a new competition to books that amount to zero', async ({
  site,
  feed,
  unique,
  newMember,
  newOperatorWindow,
}) => {
  test.slow();
  const { api: ada, session } = await newMember();
  const [cup, home, away] = [unique('Harbour Cup '), unique('Rovers '), unique('United ')];
  const title = `${home} – ${away}`;
  const one = await newOperatorWindow(site, 'trader1', { colorScheme: 'dark' });
  const two = await newOperatorWindow(site, 'trader2');
  const openMatch = async ({ page, press, seeHeading, t }: OperatorWindow): Promise<void> => {
    await press('Escape', 'g', 'v');
    await seeHeading(t('place.matches'));
    // By its address: the list has the matches of other tests too.
    await page.goto(`${site.url}/office/#/matches?id=${match.id}`);
    await seeHeading(title);
  };
  const balance = async (): Promise<bigint> => minor((await ada.call('userInfo', {})).balance);

  await test.step('a competition and its teams are made', async () => {
    const { page, t, press, seeHeading, button } = one;
    await press('g', 's');
    await seeHeading(t('place.competitions'));
    await press('n');
    await page.getByLabel(t('competition.name')).fill(cup);
    await page.getByLabel('简体中文', { exact: true }).fill(unique('港口杯'));
    await page.getByLabel(t('competition.zone')).selectOption('UTC');
    await page.getByLabel(t('decision.reason')).fill('the cup of the season');
    await isSound(one);
    await button(t('competition.add')).click();
    await seeHeading(cup);
    await page.getByRole('link', { name: t('competition.tab.teams') }).click();
    for (const team of [home, away]) {
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
  const bring = async (name: string, text: string): Promise<void> => {
    const { page, t, button } = one;
    await page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    const table = page.getByRole('table', { name: t('place.imports') });
    await expect(table.getByRole('row', { name: new RegExp(home) })).toBeVisible();
    await page.getByLabel(t('decision.reason')).fill('the list of the cup');
    await isSound(one);
    await button(t('import.apply', { count: 1 })).click();
    await expect(page.getByText(t('import.done', { count: '1' }))).toBeVisible();
  };

  const match = await test.step('its match comes by a file, and opens by a file of prices', async () => {
    const { page, t, press, seeHeading } = one;
    const [day = '', time = ''] = new Date(Date.now() + 3_600_000).toISOString().split('T');
    const fixture = `${day},${time.slice(0, 5)},${home},${away}`;
    await press('Escape', 'g', 'i');
    await seeHeading(t('place.imports'));
    await page.getByLabel(t('import.competition')).selectOption({ label: cup });
    await bring('fixtures.csv', `Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\n${fixture},,\n`);
    const added = async () =>
      (await ada.call('eventList', { state: 'open', limit: 100 })).list.find(
        (event) => event.home.name === home,
      );
    await expect.poll(added).toMatchObject({ competition: { name: cup }, marketCount: 0 });
    await page.getByLabel(t('import.kind')).selectOption('prices');
    const head = 'Date,Time,HomeTeam,AwayTeam,B365H,B365D,B365A,B365>2.5,B365<2.5';
    await bring('prices.csv', `${head}\n${fixture},2.10,3.40,3.60,1.95,1.90\n`);
    return feed.match((await added())?.id ?? '');
  });
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
  await expect.poll(homeOdds).not.toBe('');

  await test.step('its offered markets are changed, and it is shown who did so and why', async () => {
    const { page, t, press, seeHeading, button } = one;
    await press('Escape', 'g', 'p');
    await seeHeading(t('place.margins'));
    await page.getByLabel(t('margin.view')).selectOption('matches');
    const table = page.getByRole('table', { name: t('place.margins') });
    await table.getByText(home).first().click();
    await page.getByLabel(`${t('market.btts')}: ${t('margin.offered')}`).selectOption('off');
    await button(t('margin.preview')).click();
    await page.getByLabel(t('decision.reason')).fill('rarely asked for');
    await isSound(one);
    await button(t('margin.save')).click();
    await page.getByText(t('margin.history', { count: 1 })).click();
    const first = page.getByRole('listitem').filter({ hasText: 'rarely asked for' });
    await expect(first.getByText('trader1')).toBeVisible();
    await expect(first.getByText(`${t('market.btts')} ${t('margin.offWord')}`)).toBeVisible();
    await isSound(one);
    const { markets } = await ada.call('eventDetail', { id: match.id });
    expect(markets.filter(({ market, state }) => market === 'btts' && state === 'open')).toEqual([]);
  });

  await test.step('its kick-off moves by half an hour', async () => {
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
    await expect(page.getByText(t('match.moved', { when: '' }).replace('.', '').trim())).toBeVisible();
  });

  const bet = await test.step('a price is fixed, one far from the model only when asked twice', async () => {
    const { page, t, button } = one;
    await openMatch(one);
    const markets = page.getByRole('table', { name: t('match.markets') });
    await markets.getByText(t('market.1x2')).first().click();
    const price = page.getByLabel(t('price.inputOf', { selection: home }), { exact: true });
    const model = Number(await homeOdds());
    await price.fill((model * 1.4).toFixed(2));
    await page.getByLabel(t('decision.reason')).fill('half the team is ill');
    await button(t('price.set')).click();
    await expect(page.getByRole('alert').getByText(t('price.far'))).toBeVisible();
    expect(Number(await homeOdds())).toBe(model);
    await isSound(one);
    const near = (model * 1.06).toFixed(2);
    await price.fill(near);
    await button(t('price.setSure'))
      .or(button(t('price.set')))
      .click();
    await expect.poll(homeOdds).toBe(near);
    const answer = await place('match-day-0001', near);
    if (answer.code !== 1) throw new Error(answer.msg);
    expect(answer.data).toMatchObject({ stake: '20.00', state: 'waiting' });
    return answer.data;
  });
  const odds = bet.legs[0]?.odds ?? '';

  await test.step('the match is stopped at one key: no bet is taken until it is opened again', async () => {
    const { page, t, press, button } = one;
    await press('Escape', 'm');
    await expect(page.getByText(t('match.stopSure', { match: title }))).toBeVisible();
    await page.getByLabel(t('decision.reason')).press('Enter');
    await expect(button(t('match.openAgain'))).toBeVisible();
    await isSound(one);
    expect(await place('match-day-0002', await homeOdds())).toMatchObject({
      data: { reason: 'suspended' },
    });
    await press('m');
    await page.getByLabel(t('decision.reason')).fill('looked into, all is well');
    await page.keyboard.press('Enter');
    await expect(button(t('match.stop'))).toBeVisible();
    // The same stake again so soon would be taken for a bet sent twice.
    const again = await place('match-day-0003', odds, '30.00');
    expect(again).toMatchObject({ code: 1, msg: 'Betting successful' });
  });

  await test.step('the page follows a goal', async () => {
    const { page } = one;
    await match.move({ state: 'live', minute: '25', clockMinute: 25, score: { home: 1, away: 0 } });
    await expect(page.getByRole('region', { name: title }).getByText('1–0').first()).toBeVisible();
    await expect(page.getByText('25′').first()).toBeVisible();
    await match.move({ state: 'finished', score: { home: 1, away: 0 }, ht: { home: 1, away: 0 } });
  });

  /** Types a result; its effect is shown before it is proposed. */
  const propose = async (operator: OperatorWindow, goals: [string, string]): Promise<void> => {
    const { page, t, button } = operator;
    await openResults(operator);
    await button(t('result.new')).click();
    for (const [score, [scored, conceded]] of [
      [t('result.half'), ['1', '0']],
      [t('result.full'), goals],
    ] as const) {
      await page.getByLabel(t('result.goalsOf', { score, team: home })).fill(scored);
      await page.getByLabel(t('result.goalsOf', { score, team: away })).fill(conceded);
    }
    await page.getByLabel(t('result.sourceOf')).fill('report of the referee');
    await expect(page.getByRole('rowheader', { name: t('market.1x2') })).toBeVisible();
  };
  const state = async (): Promise<Bet['state'] | undefined> =>
    (await ada.call('orderList', { tab: 'all' })).list.find(({ id }) => id === bet.id)?.state;

  const pays = (minor('50.00') * BigInt(parseOdds(odds) ?? 0)) / 1_000n;
  await test.step('a result of two people settles it; what it will pay is shown before', async () => {
    const before = await balance();
    await propose(one, ['1', '0']);
    await isSound(one);
    await one.button(one.t('result.propose')).click();
    // The proposer cannot approve as the second operator.
    await results(one).first().click();
    await expect(one.page.getByText(one.t('result.own'))).toBeVisible();

    await openMatch(two);
    await openResults(two);
    await results(two).first().click();
    await expect(two.page.getByText(two.t('preview.settled', { count: 2 }), { exact: false })).toBeVisible();
    await isSound(two);
    await two.press('c', 'Tab', 'Enter');
    await expect.poll(state).toBe('win');
    await expect.poll(balance).toBe(before + pays);
    // A result is corrected by who has seen the one in force.
    await expect(two.page.getByText(two.t('result.counts'), { exact: true }).first()).toBeVisible();
  });

  await test.step('it is corrected, by two again: only differences move', async () => {
    const before = await balance();
    await propose(two, ['1', '1']);
    const effect = two.t('preview.resettled', { count: 2 });
    await expect(two.page.getByText(effect, { exact: false })).toBeVisible();
    await two.button(two.t('result.propose')).click();
    await expect(results(two)).toHaveCount(2);
    await expect(results(one)).toHaveCount(2);
    await results(one).first().click();
    await expect(one.page.getByText(effect, { exact: false })).toBeVisible();
    await one.press('c', 'Tab', 'Enter');
    await expect.poll(state).toBe('lose');
    await expect.poll(balance).toBe(before - pays);
  });

  await test.step('members are notified in all languages', async () => {
    const host = await newOperatorWindow(site, 'host', { colorScheme: 'dark' });
    const { page, t, press, seeHeading, button, office } = host;
    await press('g', 'f');
    await seeHeading(t('place.content'));
    await press('n');
    for (const lan of lans) {
      await page
        .getByRole('region', { name: t('words.languages') })
        .locator(`span[lang="${lan}"]`)
        .click();
      await page.getByLabel(t('letter.title')).fill(`${title} (${lan})`);
      await page.getByLabel(t('letter.body')).fill(`1–1, ${localeOf(lan).name}`);
    }
    await isSound(host);
    await button(t('content.publish')).click();
    const sure = t('content.publishNow', { written: lans.length, all: lans.length });
    await expect(page.getByText(sure)).toBeVisible();
    await press('Tab', 'Enter');
    await expect(page.getByText(t('content.publishedAs', { version: 1 }))).toBeVisible();
    for (const lan of lans) {
      const { list } = await memberApi(site.url, session.token, lan).call('noticeList', { box: 'system' });
      expect(list[0]).toMatchObject({ title: `${title} (${lan})` });
    }
    // Members of other tests are not notified.
    const { list } = await office.call('officeContentList', { kind: 'notice', q: home });
    const [published] = list;
    if (published === undefined) throw new Error('the notice is not listed');
    await office.call('officeContentDel', { id: published.id, seen: published.version });
  });

  await test.step('an auditor sees who did it all, and books that amount to zero', async () => {
    const auditor = await newOperatorWindow(site, 'auditor');
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
      await expect(log.getByText(t(`auditAction.${action}`)).first()).toBeVisible();
    }
    await isSound(auditor);
    await press('g', 'j');
    await seeHeading(t('place.ledger'));
    await page.getByText(t('ledgerTab.trial')).click();
    await expect(page.getByText(t('ledger.agrees'))).toBeVisible();
    await isSound(auditor);
    const { code, log: report } = await verifyLedger(site.settings);
    expect({ code, report: code === 0 ? '' : report }).toEqual({ code: 0, report: '' });
  });
});
