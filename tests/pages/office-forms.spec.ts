import { expect, test } from '../fixtures/test.ts';

test('a form names what it still needs, and what is wrong before it is collected', async ({
  site,
  newMember,
  newOperatorWindow,
}) => {
  const { account } = await newMember();
  const { page, t, faults } = await newOperatorWindow(site, 'host');
  await test.step('a correction without a member', async () => {
    await page.goto(`${site.url}/office/#/corrections?member=-&id=new`);
    await expect(page.getByText(t('bar.member'), { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: t('correction.propose') })).toBeDisabled();
  });
  await test.step('a setting that is no number', async () => {
    await page.goto(`${site.url}/office/#/settings?member=setting&id=STAKE_MAX`);
    const panel = page.getByRole('region', { name: t('setting.STAKE_MAX') });
    const field = panel.getByLabel(t('settings.edit'));
    await expect(panel.getByText(t('content.barSame'), { exact: true })).toBeVisible();
    await field.fill('abc');
    await panel.getByRole('button', { name: t('settings.collect') }).click();
    const wrong = panel.getByRole('alert');
    await expect(wrong).toContainText(t('setting.STAKE_MAX'));
    await expect(page.getByText(t('settings.inDraft'))).toHaveCount(0);
    await field.fill('900.00');
    await expect(wrong).toHaveCount(0);
    await panel.getByRole('button', { name: t('settings.collect') }).click();
    await expect(page.getByText(t('settings.inDraft'))).toBeVisible();
  });
  await test.step('a change that is left', async () => {
    await page.getByRole('link', { name: t('place.letters') }).click();
    const asks = page.getByRole('dialog', { name: t('content.unsaved') });
    await asks.getByRole('button', { name: t('content.leave') }).click();
  });
  await test.step('a letter that is left', async () => {
    await page.getByLabel(t('letter.title')).fill('Good news');
    await page.getByRole('link', { name: t('place.settings') }).click();
    const asks = page.getByRole('dialog', { name: t('content.unsaved') });
    await asks.getByRole('button', { name: t('content.stay') }).click();
    await expect(page.getByLabel(t('letter.title'))).toHaveValue('Good news');
  });
  await test.step('a field that the server refuses', async () => {
    await page.route('**/adjustmentAdd', (route) =>
      route.fulfill({
        json: {
          code: 0,
          msg: 'Wrong format',
          data: { reason: 'validation', fields: { amount: 'Wrong format', reason: 'Too short' } },
        },
      }),
    );
    await page.getByLabel(t('letter.title')).fill('');
    await page.goto(`${site.url}/office/#/corrections?member=-&id=new`);
    const form = page.getByRole('region', { name: t('correction.new') });
    await form.getByLabel(t('column.member')).fill(account);
    await form.getByRole('button', { name: account }).click();
    await form.getByLabel(t('column.amount', { currency: 'PLAY' })).fill('1');
    await form.getByLabel(t('decision.reason')).fill('Paid twice by mistake');
    await form.getByRole('button', { name: t('correction.propose') }).click();
    await expect(form.getByRole('alert')).toHaveText(
      `${t('field.amount')}: Wrong format · ${t('field.reason')}: Too short`,
    );
  });
  await test.step('a correction that is left', async () => {
    await page.getByRole('link', { name: t('place.settings') }).click();
    const asks = page.getByRole('dialog', { name: t('content.unsaved') });
    await asks.getByRole('button', { name: t('content.stay') }).click();
    await expect(page.getByLabel(t('decision.reason'))).toHaveValue('Paid twice by mistake');
  });
  expect(faults).toEqual([]);
});

test('a result and a void that are left are asked about, and not once they are proposed', async ({
  site,
  newMatch,
  newOperatorWindow,
}) => {
  const match = await newMatch();
  const { page, t, press, faults } = await newOperatorWindow(site, 'trader1');
  const asks = page.getByRole('dialog', { name: t('content.unsaved') });
  const open = (form: 'result' | 'void') =>
    page.goto(`${site.url}/office/#/matches?id=${match.id}&tab=results&r=new-${form}`);
  await test.step('a result', async () => {
    await open('result');
    await page.getByLabel(t('result.sourceOf')).fill('report of the referee');
    await page.getByRole('link', { name: t('place.margins') }).click();
    await asks.getByRole('button', { name: t('content.stay') }).click();
    await expect(page.getByLabel(t('result.sourceOf'))).toHaveValue('report of the referee');
    await page.getByRole('button', { name: t('shell.close') }).click();
    await asks.getByRole('button', { name: t('content.leave') }).click();
    await expect(page.getByLabel(t('result.sourceOf'))).toHaveCount(0);
  });
  await test.step('a void', async () => {
    await open('void');
    const form = page.getByRole('region', { name: t('void.new') });
    const reason = form.getByLabel(t('decision.reason'));
    await reason.fill('a wrong price was shown');
    await press('Escape');
    await asks.getByRole('button', { name: t('content.stay') }).click();
    await form.getByRole('button', { name: t('void.propose') }).click();
    await expect(reason).toHaveCount(0);
    await expect(asks).toHaveCount(0);
    await expect(page.getByRole('table', { name: t('match.results') }).getByRole('row')).toHaveCount(2);
  });
  expect(faults).toEqual([]);
});

for (const { name, who, place, label } of [
  { name: 'a competition', who: 'trader1', place: 'competitions?member=-&id=new', label: 'competition.name' },
  { name: 'a team', who: 'trader1', place: 'competitions?tab=teams&member=-&id=new', label: 'club.name' },
  { name: 'a match', who: 'trader1', place: 'imports?member=-&id=new', label: 'decision.reason' },
  {
    name: 'a balance',
    who: 'host',
    place: 'liabilities?view=reserves&member=-&id=new',
    label: 'reserve.name',
  },
  { name: 'an operator', who: 'host', place: 'operators?member=-&id=new', label: 'signIn.account' },
  { name: 'rules of teams', who: 'host', place: 'team?view=rules&member=-&id=new', label: 'decision.reason' },
] as const) {
  test(`what was typed for ${name} is asked about when it is closed, and stays`, async ({
    site,
    newOperatorWindow,
  }) => {
    const { page, t, press, faults } = await newOperatorWindow(site, who);
    await page.goto(`${site.url}/office/#/${place}`);
    const field = page.getByLabel(t(label), { exact: true });
    const asks = page.getByRole('dialog', { name: t('content.unsaved') });
    await field.fill('Written with care');
    await press('Escape');
    await asks.getByRole('button', { name: t('content.stay') }).click();
    await expect(field).toHaveValue('Written with care');
    await page.getByRole('button', { name: t('shell.close') }).click();
    await asks.getByRole('button', { name: t('content.leave') }).click();
    await expect(field).toHaveCount(0);
    expect(faults).toEqual([]);
  });
}

test('a balance of a plain amount is proposed', async ({ site, unique, newOperatorWindow }) => {
  const { page, t, faults } = await newOperatorWindow(site, 'host');
  const name = unique('Bank of Bern');
  await page.goto(`${site.url}/office/#/liabilities?view=reserves&member=-&id=new`);
  const amount = page.getByLabel(t('unit.of', { name: t('reserve.amount'), unit: 'PLAY' }));
  await page.getByLabel(t('reserve.name'), { exact: true }).fill(name);
  await amount.fill('100.00');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel(t('reserve.day')).fill(yesterday);
  const statement = { name: 'statement.txt', mimeType: 'text/plain', buffer: Buffer.from('100.00') };
  await page.locator('input[type=file]').setInputFiles(statement);
  await page.getByLabel(t('decision.reason')).fill('Statement of the bank');
  await page.getByRole('button', { name: t('correction.propose') }).click();
  await expect(amount).toHaveCount(0);
  await expect(page.getByText(name).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('a competition that another operator has changed keeps what was typed, and shows the change', async ({
  site,
  unique,
  newOperatorWindow,
}) => {
  const { page, t, office } = await newOperatorWindow(site, 'trader1');
  const name = unique('Alpine Cup');
  const made = { name, off: false, zone: 'UTC', reason: 'A cup of its own' };
  const { id } = await office.call('officeCompetitionSave', { ...made, version: 0 });
  await page.goto(`${site.url}/office/#/competitions?member=-&id=${id}`);
  const panel = page.getByRole('region', { name });
  const country = panel.getByLabel(t('competition.country'));
  await country.fill('Austria');
  await panel.getByLabel(t('decision.reason')).fill('Its country is known');
  const german = panel.getByLabel('Deutsch', { exact: true });
  const french = panel.getByLabel('Français', { exact: true });
  await panel.getByText(t('competition.otherNames', { count: 0 })).click();
  await german.fill('Alpenpokal');
  const names = { fr: 'Coupe des Alpes' };
  await office.call('officeCompetitionSave', { ...made, id, version: 1, order: 7, names });
  const save = panel.getByRole('button', { name: t('competition.save') });
  await save.click();
  await expect(panel.getByRole('alert')).toBeVisible();
  await expect(panel.getByLabel(t('competition.order'))).toHaveValue('7');
  await expect(french).toHaveValue('Coupe des Alpes');
  await expect(german).toHaveValue('Alpenpokal');
  await expect(country).toHaveValue('Austria');
  await expect(panel.getByLabel(t('decision.reason'))).toHaveValue('Its country is known');
  await save.click();
  await expect(panel.getByText(t('competition.saved'))).toBeVisible();
  await expect(panel.getByLabel(t('decision.reason'))).toHaveValue('');
  await expect(country).toHaveValue('Austria');
});

test('a rule that another trader has saved is not taken back by a form that was open', async ({
  site,
  newMatch,
  newOperatorWindow,
}) => {
  const match = await newMatch();
  const { page, t, office } = await newOperatorWindow(site, 'trader1');
  const other = await newOperatorWindow(site, 'trader2');
  const at = { scope: 'event', id: match.id } as const;
  await page.clock.install();
  await page.goto(`${site.url}/office/#/margins?view=matches&member=event&id=${match.id}`);
  const margin = (market: '1x2' | 'btts') =>
    page.getByLabel(`${t(`market.${market}`)}: ${t('margin.here')}`, { exact: true });
  const press = (name: 'margin.preview' | 'margin.save') =>
    page.getByRole('button', { name: t(name) }).click();
  const reason = page.getByLabel(t('decision.reason'));
  await margin('1x2').fill('6.00');
  await other.office.call('officeOfferSave', {
    ...at,
    version: 0,
    markets: [{ market: 'btts', marginBp: 700 }],
    reason: 'A rule of another',
  });
  await test.step('what is fetched again does not make the open form one of the newer version', async () => {
    const fetched = page.waitForResponse('**/offerDetail*');
    await page.clock.fastForward(10_000);
    await page.locator('html').dispatchEvent('visibilitychange');
    await (await fetched).finished();
    await press('margin.preview');
    await reason.fill('More goals are likely');
    await press('margin.save');
    await expect(page.getByRole('alert')).toBeVisible();
  });
  await test.step('what was typed stays, with what the other saved, and is previewed again', async () => {
    await expect(margin('btts')).toHaveValue('7.00');
    await expect(margin('1x2')).toHaveValue('6.00');
    await press('margin.preview');
    await expect(reason).toHaveValue('More goals are likely');
    await press('margin.save');
    await expect(page.getByText(t('margin.history', { count: 2 }))).toBeVisible();
  });
  const { rules } = await office.call('officeOfferDetail', at);
  expect(rules).toMatchObject([
    { market: '1x2', marginBp: 600 },
    { market: 'btts', marginBp: 700 },
  ]);
});

test('rules of teams are proposed on the version on which they were begun', async ({
  site,
  newOperatorWindow,
}) => {
  const { page, t } = await newOperatorWindow(site, 'host');
  const refused = { code: 0, msg: 'Changed', data: { reason: 'outdated' } };
  const sent: unknown[] = [];
  await page.route('**/teamRulesSave', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: refused });
  });
  await page.goto(`${site.url}/office/#/team?view=rules&member=-&id=new`);
  const level = page.getByRole('group', { name: t('team.levelOf', { level: 1 }), exact: true });
  const field = level.getByRole('textbox').first();
  await field.fill('77');
  await page.getByLabel(t('decision.reason')).fill('As agreed');
  await page.route(
    /\/teamRules(\?|$)/,
    async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: body.replace('"version":"', '"version":"newer-') });
    },
    { times: 1 },
  );
  const propose = page.getByRole('button', { name: t('ruleChange.propose') }).last();
  await propose.click();
  await expect(page.getByText(t('ruleChange.outdated'))).toBeVisible();
  await propose.click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual(sent[0]);
  await expect(field).toHaveValue('77');
});

test('heads of the figures in rules of teams do not touch, in a panel of any width', async ({
  site,
  newOperatorWindow,
}) => {
  const { page, t } = await newOperatorWindow(site, 'host');
  await page.goto(`${site.url}/office/#/team?view=rules&member=-&id=new`);
  const level = page.getByRole('group', { name: t('team.levelOf', { level: 1 }), exact: true });
  for (const width of [1280, 1366, 1440, 1600, 1920, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(level).toBeVisible();
    // The longest word of a head is as wide.
    for (const field of await level.getByRole('textbox').all()) {
      expect((await field.boundingBox())?.width).toBeGreaterThanOrEqual(80);
    }
  }
});
