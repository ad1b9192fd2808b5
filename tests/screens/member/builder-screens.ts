import { settle } from './look.ts';
import { go, match, typeNextStake, type Screen, type Stage } from './stage.ts';

/** Switches the bet builder of a match on. */
const build = async (stage: Stage): Promise<void> => {
  const { page, t, matches } = stage;
  await match(stage, matches.coming);
  await page.getByRole('switch', { name: t('builder.build') }).click();
  await page.locator('[data-builder]').waitFor();
};

const scores = async ({ page, t }: Stage): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${t('event.group.score')} \\d+$`) }).click();
};

/** The home side, and 1–0 at the break. */
const two = async (stage: Stage): Promise<void> => {
  const { page, t } = stage;
  await build(stage);
  await page.locator('main section button[aria-pressed]:not([disabled])').first().click();
  await scores(stage);
  await page.getByRole('radio', { name: t('event.firstHalf') }).click();
  await page.locator('[data-score="1-0"]').click();
  await settle(page);
};

/** A score that ends the match otherwise than the selections before. */
const finalScore =
  (score: string) =>
  async (stage: Stage): Promise<void> => {
    const { page, t } = stage;
    await two(stage);
    await page.getByRole('radio', { name: t('event.fullTime') }).click();
    await page.locator(`[data-score="${score}"]`).click();
    await settle(page);
  };

const inSlip = async (stage: Stage): Promise<void> => {
  const { page, t } = stage;
  await two(stage);
  await page
    .locator('[data-builder]')
    .getByRole('button', { name: t('builder.add') })
    .click();
  await page.getByRole('dialog', { name: t('slip.title') }).waitFor();
  await typeNextStake(stage);
};

/** The bet builder of a match, in the slip and in the records. */
export const builderScreens: readonly Screen[] = [
  { name: 'builder-start', as: 'player', open: build },
  { name: 'builder', as: 'player', open: two },
  {
    name: 'builder-price',
    as: 'player',
    open: async (stage) => {
      const { page } = stage;
      await two(stage);
      await page.locator('[data-builder] button[aria-haspopup="dialog"]').click();
      await page.getByRole('dialog').locator('summary').click();
      await settle(page);
    },
  },
  { name: 'builder-impossible', as: 'player', open: finalScore('0-1') },
  { name: 'builder-redundant', as: 'player', open: finalScore('2-1') },
  { name: 'slip-builder', as: 'player', open: inSlip },
  {
    name: 'record-builder',
    as: 'player',
    open: async (stage) => {
      const { page, t } = stage;
      await inSlip(stage);
      await page.getByLabel(t('slip.ifMoved')).selectOption('any');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /\d[.,]00\u2069?$/ })
        .click();
      await page.getByRole('link', { name: t('slip.records') }).waitFor();
      await go(stage, '/pages/gamerecord/gamerecord');
      await page
        .getByRole('article')
        .filter({ has: page.getByRole('list', { name: t('slip.selections') }) })
        .first()
        .getByRole('button')
        .first()
        .click();
      await settle(page);
    },
  },
];
