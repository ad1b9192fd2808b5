import type { OfficeWindow } from '../../fixtures/office-window.ts';

export type Account = 'host' | 'host2' | 'trader1' | 'cashier1' | 'cashier2' | 'auditor';

export type Stage = Pick<OfficeWindow, 'page' | 't'> & { url: string };

export type Screen = {
  name: string;
  /** The signed-in operator; missing: signed out. */
  as?: Account;
  open: (stage: Stage) => Promise<void>;
};

/** Waits until the page shows its content: nothing loads any more. */
const settle = async ({ page }: Pick<Stage, 'page'>): Promise<void> => {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(250);
  // The office asks again and again, so that the network is never idle.
  await page.locator('output[class*="lines"]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(150);
};

/** Opens an address afresh. */
export const visit = async (stage: Stage, path: string): Promise<void> => {
  await stage.page.goto(`${stage.url}/icon.svg`);
  await stage.page.goto(`${stage.url}/office/#${path}`);
  await settle(stage);
};

export const at =
  (path: string) =>
  (stage: Stage): Promise<void> =>
    visit(stage, path);

/** Opens a row of the list on the page. */
export const openRow = async (stage: Stage, which: number | string | RegExp): Promise<void> => {
  const { page } = stage;
  const links = page.locator('[data-row]');
  const link =
    typeof which === 'number'
      ? links.nth(which)
      : typeof which === 'string'
        ? page.locator('tr').filter({ hasText: which }).locator('[data-row]').first()
        : links.filter({ hasText: which }).first();
  await link.click();
  await settle(stage);
};

/** Opens an address, then a row of its list: the nth, or the first that has a text. */
export const rowAt =
  (path: string, which: number | string | RegExp = 0) =>
  async (stage: Stage): Promise<void> => {
    await visit(stage, path);
    await openRow(stage, which);
  };

/** Does one thing after another. */
export const steps =
  (...each: ((stage: Stage) => Promise<void>)[]) =>
  async (stage: Stage): Promise<void> => {
    for (const step of each) await step(stage);
    await settle(stage);
  };

/** Presses keys as the help sheet writes them. */
export const keys =
  (...pressed: string[]) =>
  async ({ page }: Stage): Promise<void> => {
    for (const key of pressed) await page.keyboard.press(key);
    await page.waitForTimeout(250);
  };

/** Presses the first button of a name. */
export const press =
  (name: Parameters<Stage['t']>[0]) =>
  async ({ page, t }: Stage): Promise<void> =>
    page
      .getByRole('button', { name: t(name), exact: true })
      .first()
      .click();
