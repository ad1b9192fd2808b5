import { at, keys, openRow, press, rowAt, steps, type Screen, type Stage } from './stage.ts';

/** Puts another value into the draft of the open setting. */
const draft = async ({ page }: Stage): Promise<void> => {
  await page.locator('section[aria-label] form input').first().fill('2000');
  await page.keyboard.press('Enter');
  // The server tries the value before it is in the draft.
  await page.getByRole('status').getByRole('button').first().waitFor();
  await page.evaluate('document.activeElement?.blur()');
};

/** Lets the server publish what was asked for. */
const waited = async ({ page }: Stage): Promise<void> => page.waitForTimeout(1_500);

/** What owners and writers look at. */
export const houseScreens: readonly Screen[] = [
  { name: 'team', as: 'host', open: at('/team') },
  { name: 'team-place', as: 'host', open: rowAt('/team', 'marta.silva') },
  { name: 'team-rules', as: 'host', open: at('/team?view=rules') },
  { name: 'team-rules-change', as: 'host', open: rowAt('/team?view=rules') },
  { name: 'team-rules-new', as: 'host', open: at('/team?view=rules&member=-&id=new') },
  { name: 'commission', as: 'host', open: at('/commission') },
  { name: 'commission-run', as: 'host', open: rowAt('/commission') },
  {
    name: 'commission-statement',
    as: 'host',
    open: steps(rowAt('/commission'), async (stage) => openRow(stage, 0)),
  },
  { name: 'rewards', as: 'host', open: at('/rewards') },
  { name: 'rewards-rules', as: 'host', open: at('/rewards?view=rules') },
  { name: 'rewards-rules-new', as: 'host', open: at('/rewards?view=rules&member=-&id=new') },
  { name: 'content', as: 'host', open: at('/content') },
  { name: 'content-open', as: 'host', open: rowAt('/content') },
  { name: 'content-new', as: 'host', open: at('/content?id=new') },
  { name: 'content-banner', as: 'host', open: at('/content?kind=banner&id=new') },
  { name: 'content-help', as: 'host', open: rowAt('/content?kind=help') },
  { name: 'content-support', as: 'host', open: at('/content?kind=support&id=new') },
  { name: 'rules', as: 'host', open: at('/rules') },
  { name: 'rules-open', as: 'host', open: rowAt('/rules') },
  { name: 'rules-new', as: 'host', open: at('/rules?id=new') },
  {
    name: 'liabilities',
    as: 'host',
    open: steps(at('/liabilities'), press('liability.make'), waited),
  },
  { name: 'liabilities-open', as: 'host', open: rowAt('/liabilities') },
  { name: 'liabilities-reserves', as: 'host', open: at('/liabilities?view=reserves') },
  { name: 'liabilities-reserve', as: 'host', open: rowAt('/liabilities?view=reserves') },
  { name: 'liabilities-balance', as: 'host', open: at('/liabilities?view=reserves&member=-&id=new') },
  { name: 'liabilities-address', as: 'host', open: at('/liabilities?view=reserves&member=-&id=address') },
  { name: 'house', as: 'host', open: at('/house') },
  { name: 'house-matches', as: 'host', open: at('/house?view=matches') },
  { name: 'house-match', as: 'host', open: rowAt('/house?view=matches') },
  { name: 'house-days', as: 'host', open: at('/house?view=days') },
  { name: 'letters', as: 'host', open: at('/letters') },
  { name: 'outbox', as: 'host', open: at('/outbox') },
  { name: 'outbox-message', as: 'host', open: rowAt('/outbox') },
  { name: 'settings', as: 'host', open: at('/settings') },
  { name: 'settings-change', as: 'host', open: rowAt('/settings') },
  { name: 'settings-setting', as: 'host', open: at('/settings?member=setting&id=STAKE_MAX') },
  { name: 'settings-languages', as: 'host', open: at('/settings?member=setting&id=LANGUAGES') },
  { name: 'settings-channels', as: 'host', open: at('/settings?member=setting&id=CHANNELS') },
  {
    name: 'settings-review',
    as: 'host',
    open: steps(at('/settings?member=setting&id=STAKE_MAX'), draft, keys('p')),
  },
  { name: 'settings-history', as: 'host', open: at('/settings?view=history') },
  { name: 'settings-help', as: 'host', open: steps(at('/settings'), keys('?')) },
];
