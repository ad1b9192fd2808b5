import type { Reason } from '@touchline/contract/reasons';
import type { Locator, Page } from 'playwright-core';
import {
  pause,
  refuse,
  refuseInWords,
  settle,
  visit,
  type MemberStage,
  type Step as StepOf,
} from './stage.ts';

type Step = StepOf<MemberStage>;
type TextId = Parameters<MemberStage['t']>[0];

const matchPath = (id: string): string => `/pages/invest/eventsinfo?id=${id}`;
/** The address of a match of the stage. */
export const match = (which: 'coming' | 'live' | 'finished' | `later${number}`): string =>
  matchPath(`<${which}>`);

/** Waits for a text. */
export const text =
  (id: TextId): Step =>
  ({ page, t }) =>
    page.getByText(t(id)).first().waitFor();
/** Waits for a dialog. */
export const dialog: Step = ({ page }) => page.getByRole('dialog').waitFor();
/** Presses the first button whose name begins so, and waits for its dialog. */
export const openDialog =
  (id: 'odds.title' | 'account.nickname' | 'form.mobileLabel' | 'account.changePassword'): Step =>
  async (stage) => {
    const { page, t } = stage;
    await page
      .getByRole('button', { name: new RegExp(`^${t(id)}`) })
      .first()
      .click();
    await dialog(stage);
  };
/** Presses what a selector finds first. */
export const click =
  (selector: string, nth = 0): Step =>
  ({ page }) =>
    page.locator(selector).nth(nth).click();
/** Types digits into the pad that is open. */
export const typed =
  (digits: string): Step =>
  async ({ page }) => {
    for (const digit of digits) await page.keyboard.press(digit);
  };
/** Types into the search of the page. */
export const search =
  (words: string): Step =>
  ({ page }) =>
    page.getByRole('main').getByRole('searchbox').fill(words);
/** Closes a sheet, and waits until its entry has left the history: on its way it would stop a page that is opened. */
export const closeSheet: Step = async ({ page }) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.waitForFunction('!history.state?.sheets');
};
/** A page whose calls are still cut off when it has tried them again. */
export const retry = text('common.retry');
export const choose =
  (label: 'money.kinds' | 'slip.ifMoved', option: string): Step =>
  ({ page, t }) =>
    page.getByLabel(t(label)).selectOption(option);

// Matches

/** Opens a group of markets. */
export const group =
  (name: 'score' | 'goals' | 'handicap' | 'halves'): Step =>
  ({ page, t }) =>
    page.getByRole('button', { name: new RegExp(`^${t(`event.group.${name}`)} \\d+$`) }).click();

/** What lies behind the prices of the first market of a group. */
export const behind = (name: 'score' | 'handicap'): readonly Step[] => [
  group(name),
  click('main section button[aria-expanded="false"]'),
  async ({ page }) => {
    await settle(page);
    await page.locator('summary').first().scrollIntoViewIfNeeded();
  },
];

const priceSelector = 'main section button[aria-pressed]:not([disabled])';

/** Types into the search over all markets, which on a phone is opened first. */
export const searchMarkets =
  (words: string): Step =>
  async (stage) => {
    const { page, t } = stage;
    const button = page.getByRole('button', { name: t('event.search'), exact: true });
    if (await button.isVisible()) await button.click();
    await search(words)(stage);
  };

// The bet builder

const builder = (page: Page): Locator => page.locator('[data-builder]');

/** Switches the bet builder of a match on. */
export const build: Step = async ({ page, t }) => {
  await page.getByRole('switch', { name: t('builder.build') }).click();
  await builder(page).waitFor();
};

/** The home side, and 1–0 at the break. */
export const buildTwo: Step = async (stage) => {
  const { page, t } = stage;
  await build(stage);
  await page.locator(priceSelector).first().click();
  await group('score')(stage);
  await page.getByRole('radio', { name: t('event.firstHalf') }).click();
  await page.locator('[data-score="1-0"]').click();
  await settle(page);
};

/** A score that ends the match otherwise than the selections before. */
export const finalScore = (score: string): readonly Step[] => [
  buildTwo,
  async ({ page, t }) => {
    await page.getByRole('radio', { name: t('event.fullTime') }).click();
    await page.locator(`[data-score="${score}"]`).click();
    await settle(page);
  },
];

let typedStakes = 0;
/** Types another stake each time, from 1 to 9: the same bet within seconds is refused as a duplicate. */
const typeNextStake: Step = (stage) => typed(String(1 + (typedStakes++ % 9)))(stage);

export const builderInSlip: Step = async (stage) => {
  const { page, t } = stage;
  await buildTwo(stage);
  await builder(page)
    .getByRole('button', { name: t('builder.add') })
    .click();
  await page.getByRole('dialog', { name: t('slip.title') }).waitFor();
  await typeNextStake(stage);
};

// The slip

/** Presses the button at the end of the sheet; the last stake above it, and prices of the page below, may read alike. */
export const pressIn =
  (name: RegExp): Step =>
  ({ page }) =>
    page.getByRole('dialog').getByRole('button', { name }).last().click();

/** Opens the slip on a score, on the page of a match, and types a stake. */
export const slip =
  (digits: string): Step =>
  async (stage) => {
    const { page, t } = stage;
    await group('score')(stage);
    await page.locator('[data-score="2-1"]').click();
    const sheet = page.getByRole('dialog', { name: t('slip.title') });
    await sheet.waitFor();
    for (const digit of digits) await sheet.getByRole('button', { name: digit, exact: true }).click();
  };

/** Places what is in the slip at a stake and any price. */
const place = (stake: RegExp): readonly Step[] => [choose('slip.ifMoved', 'any'), pressIn(stake)];

/** Places a single. */
export const send: readonly Step[] = [slip('1'), ...place(/1[.,]00/)];

/** Waits for the receipt. */
export const receipt: Step = ({ page, t }) => page.getByRole('link', { name: t('slip.records') }).waitFor();

/** Places what is in the slip at another stake than before, and waits for the receipt. */
export const placeAny: readonly Step[] = [typeNextStake, ...place(/\d[.,]00\u2069?$/), receipt];
/** Types a stake of 1 and places what is in the slip. */
export const placeOne: readonly Step[] = [typed('1'), ...place(/1[.,]00/)];

/** Puts the first price of a match in the slip. */
export const pick: Step = async ({ page, t }) => {
  await page.locator(priceSelector).first().click();
  await page.getByRole('dialog', { name: t('slip.title') }).waitFor();
};

/** Bets on the open match and these of the later ones, of which the last takes its nth price. */
export const legs =
  (which: readonly number[], nth = 0): Step =>
  async (stage) => {
    const { page, t, matches } = stage;
    await pick(stage);
    await closeSheet(stage);
    for (const [at, later] of which.entries()) {
      await visit(stage, matchPath(matches.later[later]?.id ?? 'none'));
      const price = page.locator(priceSelector).nth(at === which.length - 1 ? nth : 0);
      await price.click();
      await price.and(page.locator('[aria-pressed="true"]')).waitFor();
    }
    await page.getByRole('button', { name: new RegExp(t('slip.open')) }).click();
    await page.getByRole('dialog', { name: t('slip.title') }).waitFor();
  };

export const slipTab =
  (tab: 'single' | 'accumulator' | 'system'): Step =>
  ({ page, t }) =>
    page
      .getByRole('dialog')
      .getByRole('radio', { name: t(`slip.tab.${tab}`), exact: true })
      .click();

/** The same stake on each single. */
export const sameStakes: Step = ({ page }) => page.getByRole('dialog').getByRole('switch').click();

/** A bet that is refused, in the words of `msg`. */
export const betRefused =
  (reason: Reason, msg: (stage: MemberStage) => string, max?: string): Step =>
  (stage) =>
    refuse(stage.page, 'orderAdd', reason, { msg: msg(stage), ...(max !== undefined && { max }) });

/** A stake of 10 that safer play refuses, with a way to its page. */
export const stakeRefused = (
  reason: 'excluded' | 'limit_reached',
  msg: (stage: MemberStage) => string,
): readonly Step[] => [
  betRefused(reason, msg),
  slip('10'),
  pressIn(/10[.,]00/),
  ({ page }) => page.getByRole('dialog').locator('output a').waitFor(),
];

/** The prices agreed to are of yesterday: those of the book differ. */
export const moved: Step = async (stage) => {
  const { page, t } = stage;
  await page.evaluate(`{
    const slip = JSON.parse(localStorage.getItem('slip'));
    for (const item of slip.items) item.agreed = '1.05';
    localStorage.setItem('slip', JSON.stringify(slip));
  }`);
  await visit(stage, '/pages/invest/invest');
  await page
    .getByRole('button', { name: new RegExp(t('slip.open')) })
    .first()
    .click();
};

// The records of bets

type Tab = 'all' | 'in_progress' | 'win' | 'lose' | 'refund';

/** Opens a tab of the records. */
export const tab =
  (name: Tab): Step =>
  async ({ page, t }) => {
    // On a desktop a filter of matches has the same name.
    const button = page.getByRole('main').getByRole('button', { name: t(`record.tab.${name}`), exact: true });
    await button.first().click();
    await settle(page);
  };

/** A tab with its first bet opened. */
export const opened =
  (name: Tab): Step =>
  async (stage) => {
    await tab(name)(stage);
    const first = stage.page.locator('article button[aria-expanded]').first();
    // A replay refunds bets by chance; without one the tab is empty.
    if (await first.isVisible()) await first.click();
    await settle(stage.page);
  };

/** Opens what the house pays for the first open bet. */
export const cashOut: Step = async (stage) => {
  const { page, t } = stage;
  await tab('in_progress')(stage);
  // Its name is the offer, which comes and moves.
  await page.locator('main article button:not([aria-expanded])').first().click();
  await page.getByRole('dialog', { name: t('cashOut.title') }).waitFor();
  await page.waitForTimeout(400);
};

export const cashOutPart =
  (percent: RegExp): Step =>
  ({ page }) =>
    page.getByRole('radio', { name: percent }).click();

export const sell: Step = async ({ page }) => {
  const button = page.getByRole('dialog').getByRole('button', { name: /\d[.,]\d\d/ });
  // Sold in half language after language, too little may be left for another half.
  if (await button.isDisabled()) await page.getByRole('radio', { name: /100/ }).click();
  await button.click();
};

/** Offers have to be waited for, and none comes as long as it is looked at. */
export const slowCashOut: Step = async ({ page }) => {
  await page.route('**/cashOutQuote', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ json: { ...rest, data: { ...data, waitMs: 5_000 } } });
  });
  await page.route('**/cashOut', () => undefined);
};

/** Opens the slip on the first of the latest open bets that can still be edited. */
export const edit: Step = async (stage) => {
  const { page, t } = stage;
  await tab('in_progress')(stage);
  const main = page.getByRole('main');
  // A bet on a match in play is placed after a delay, which an edit cannot wait for.
  const waits = page.getByText(t('record.state.waiting'), { exact: true });
  for (const record of (await main.getByRole('article').filter({ has: waits }).all()).slice(0, 6)) {
    // Where there is room a bet is open at its list's side.
    const head = record.locator('button[aria-expanded]');
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    const change = main.getByRole('button', { name: t('slip.edit.open') });
    const canChange = await change.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (canChange) {
      await change.click();
      break;
    }
  }
  await page.getByRole('region', { name: t('slip.edit.open') }).waitFor();
  await settle(page);
};

export const replace: Step = async ({ page, t }) => {
  await page.getByLabel(t('slip.ifMoved')).selectOption('any');
  await page.getByRole('button', { name: t('slip.edit.replace') }).click();
};

export const replaceRefused: Step = async (stage) => {
  await refuseInWords(stage.page, 'betEdit', { reason: 'edit_in_play' });
  await replace(stage);
};

/** Opens the check of the first bet of a tab, and waits for its last step. */
export const proof =
  (name: 'in_progress' | 'win'): Step =>
  async (stage) => {
    const { page, t } = stage;
    await opened(name)(stage);
    const verify = page.getByRole('button', { name: t('proof.verify'), exact: true });
    await verify.first().waitFor();
    // The receipt comes with the history.
    await page.waitForTimeout(700);
    await verify.first().click();
    await page.getByRole('dialog', { name: t('proof.verify') }).waitFor();
    await page.waitForTimeout(3_600);
  };

// The account, money and safer play

export const signIn =
  (account = 'nobody-at-all'): Step =>
  async ({ page, t }) => {
    await page.getByLabel(t('login.account')).fill(account);
    await page.getByLabel(t('form.password'), { exact: true }).fill('stone-74-hill');
  };

export const byMobile: Step = ({ page, t }) =>
  page.getByRole('radio', { name: t('signup.byMobile') }).click();

export const countries: Step = async (stage) => {
  const { page, t } = stage;
  await byMobile(stage);
  await page.getByRole('button', { name: t('form.areaCode') }).click();
  await dialog(stage);
};

export const beginOtp: Step = async ({ page, t }) => {
  await page
    .getByRole('button', { name: new RegExp(`^${t('account.otpTitle')}`) })
    .first()
    .click();
  await page.getByLabel(t('form.password'), { exact: true }).fill('stone-74-hill');
  await page
    .getByRole('button', { name: t('account.next'), exact: true })
    .first()
    .click();
  await settle(page);
};

/** Chooses the nth of a list, and types an amount into its dialog. */
export const amount = (list: string, nth: number, digits: string): readonly Step[] => [
  click(list, nth),
  dialog,
  typed(digits),
];

/** Chooses how long a pause lasts. */
export const pauseFor =
  (nth: number): Step =>
  async ({ page, t }) => {
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio').nth(nth).click();
    await sheet.getByRole('button', { name: t('play.next') }).click();
  };

/** A member who pauses, on a page that says so. */
export const paused: Step = async ({ page }) => {
  await page.locator('aside').waitFor();
  await settle(page);
};

// The shell

/** The carousel comes when it is in sight. */
export const carousel: Step = async ({ page }) => {
  const banner = page.locator('[class*="waiting"]').first();
  if ((await banner.count()) > 0) await banner.scrollIntoViewIfNeeded();
  await banner.waitFor({ state: 'detached' });
  await page.locator('main').evaluate((main) => void main.scrollTo(0, 0));
  await settle(page);
};

/** The network goes while a page is open. */
export const offline: Step = async (stage) => {
  const { page, t } = stage;
  await page.context().setOffline(true);
  await page.getByText(t('shell.offline')).waitFor();
  await settle(page);
};

/** As if another tab had taken a newer version of the app. */
export const updated: Step = async (stage) => {
  const { page, t } = stage;
  // Once the worker has taken over, a page is opened that it serves.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await visit(stage, '/');
  await pause(500)(stage);
  await page.evaluate(`navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))`);
  await page.getByRole('complementary', { name: t('shell.update') }).waitFor();
};
