import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { altered } from '../screens/stage.ts';
import { eventDetail } from '../fixtures/kept/kept-answers.ts';
import { expect, test } from '../fixtures/kept/test.ts';

const path = `/#/pages/invest/eventsinfo?id=${eventDetail.id}`;
const at = '2026-06-11T18:00:00.000Z';

for (const lan of ['en', 'de', 'ar'] as const) {
  test(`a corrected match says so and has one score (${lan})`, async ({ newWindow }) => {
    const { page, url, t } = await newWindow({ as: 'visitor', lan, width: lan === 'ar' ? 320 : 375 });
    const [first, second] = [
      { ft: { home: 1, away: 3 }, ht: { home: 1, away: 1 } },
      { ft: { home: 3, away: 1 }, ht: { home: 1, away: 1 } },
    ];
    await altered(page, 'eventDetail', (event) => ({
      ...event,
      state: 'finished',
      live: false,
      minute: 'FT',
      score: second,
      result: { ...second, source: 'house', confirmedAt: at, version: 2, corrects: first },
      history: [
        { kind: 'kick_off', at, score: { home: 0, away: 0 } },
        { kind: 'full_time', at, score: first.ft },
      ],
    }));
    await page.goto(`${url}${path}`);
    await expect(page.getByText(t('event.corrected'))).toBeVisible();
    // In the header and as the last line of what happened.
    await expect(page.getByText(t('event.incident.corrected'))).toHaveCount(2);
    await expect(page.getByRole('listitem').last()).toContainText(t('event.incident.corrected'));
    await expect(page.locator('s')).toHaveCount(1);
    await expect(page.getByText('operator:')).toHaveCount(0);
    expect(await wrongOnScreen(page)).toEqual([]);
  });
}

test('a void match says so, with the reason', async ({ newWindow }) => {
  const { page, url, t } = await newWindow({ as: 'visitor', lan: 'en' });
  await altered(page, 'eventDetail', (event) => ({
    ...event,
    voids: [{ reason: 'Played under protest', at }],
  }));
  await page.goto(`${url}${path}`);
  const card = page.getByText(t('event.void.all'));
  await expect(card).toBeVisible();
  await expect(page.getByText('Played under protest')).toBeVisible();
  expect(await wrongOnScreen(page)).toEqual([]);
});

test('a replay is marked on its page, in lists and in the slip, also for a visitor', async ({
  newWindow,
}) => {
  const { page, url, t } = await newWindow({ as: 'visitor', lan: 'en' });
  await altered(page, 'eventDetail', (event) => ({ ...event, replay: true }));
  await altered(page, 'eventList', (answer) => ({
    ...answer,
    list: answer.list.map((event) => ({ ...event, replay: true })),
  }));
  await page.goto(`${url}${path}`);
  const main = page.getByRole('main');
  const mark = new RegExp(`^${t('event.replay')} · `);
  await expect(main.getByText(mark).first()).toBeVisible();
  await main.locator('section button[aria-pressed]:not([disabled])').first().click();
  await expect(page.getByRole('dialog')).toContainText(`· ${t('event.replay')}`);
  await page.goto(`${url}/#/pages/invest/invest`);
  const cards = main.getByRole('article');
  await expect(cards.first()).toBeVisible();
  for (const card of await cards.all()) await expect(card).toContainText(`${t('event.replay')} · `);
});
