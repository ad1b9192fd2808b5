import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { openFeed, type Match } from './feed.ts';
import { signUpWithBet } from './first-bet.ts';
import { withPhone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

const minor = (text = ''): bigint => parseAmount(text, 2) ?? -1n;

describe('an open bet', () => {
  let site: Site;
  let match: Match;

  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', LIVE_DELAY_MS: '0' });
    const feed = await openFeed(site.database);
    match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3 * 3_600_000));
  });
  afterAll(() => site?.close());

  it('is edited: sold and replaced in one step, with both prices before and both receipts after', () =>
    withPhone(site.browser, async ({ page, faults }) => {
      const { app, api, bet: old } = await signUpWithBet(page, { url: site.url, match, account: 'edith' });
      const { t } = app;
      const { offer } = await api.call('cashOutQuote', { bet: old.id });

      await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
      const record = page.getByRole('article').first();
      await record.getByRole('button', { expanded: false }).first().click();
      await record.getByRole('button', { name: t('slip.edit.open') }).click();
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      const edit = slip.getByRole('region', { name: t('slip.edit.open') });
      // The old bet's value, and what comes back of it after the stake that it had.
      await edit.getByText(app.money(offer), { exact: true }).waitFor();
      const differenceAt = (stake: bigint): string => {
        const more = stake - minor(offer);
        return app.money(formatAmount(more < 0n ? -more : more, 2));
      };
      await edit.getByText(differenceAt(1_000n), { exact: true }).waitFor();

      for (const key of ['Backspace', 'Backspace', '2', '5']) await page.keyboard.press(key);
      await edit.getByText(t('slip.edit.pays')).waitFor();
      await edit.getByText(differenceAt(2_500n), { exact: true }).waitFor();
      expect(await wrongOnScreen(page)).toEqual([]);
      await slip.getByRole('button', { name: t('slip.edit.replace') }).click();

      // The receipt says that the bet was changed, and shows the new one before the old one.
      const done = page.getByRole('dialog', { name: t('slip.edit.done') });
      await done.getByText(t('slip.edit.done'), { exact: true }).last().waitFor();
      expect(await done.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
        t('slip.edit.new'),
        t('slip.edit.old'),
      ]);
      expect(await done.getByText(t('slip.placed')).count()).toBe(0);
      await done.getByText(t('record.cashedOut')).waitFor();
      await done.getByText(app.money(offer), { exact: true }).waitFor();
      await done.getByText(app.money('25.00'), { exact: true }).waitFor();

      const { list } = await api.call('orderList', {});
      expect(list).toHaveLength(2);
      const [placed, sold] = list;
      expect(placed).toMatchObject({ state: 'waiting', stake: '25.00', odds: old.odds });
      expect(sold).toMatchObject({ id: old.id, cashOut: offer });
      const { balance } = await api.call('userInfo', {});
      expect(minor(balance)).toBe(100_000n - 1_000n + minor(offer) - 2_500n);
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    }));
});
