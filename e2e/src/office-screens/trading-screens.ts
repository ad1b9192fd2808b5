import { at, keys, openRow, rowAt, steps, type Screen, type Stage } from './stage.ts';

const row =
  (which: number | string) =>
  (stage: Stage): Promise<void> =>
    openRow(stage, which);
const press =
  (name: Parameters<Stage['t']>[0]) =>
  async ({ page, t }: Stage): Promise<void> =>
    page
      .getByRole('button', { name: t(name), exact: true })
      .first()
      .click();

/** What traders look at. */
export const tradingScreens: readonly Screen[] = [
  { name: 'matches', as: 'trader1', open: at('/matches') },
  { name: 'matches-waiting', as: 'trader1', open: at('/matches?waiting=1') },
  { name: 'matches-none', as: 'trader1', open: at('/matches?q=nobody') },
  { name: 'match-live', as: 'trader1', open: rowAt('/matches') },
  { name: 'match-market', as: 'trader1', open: steps(rowAt('/matches?state=scheduled'), row(0)) },
  {
    name: 'match-market-stop',
    as: 'trader1',
    open: steps(rowAt('/matches?state=scheduled'), row(0), keys('x')),
  },
  { name: 'match-stop', as: 'trader1', open: steps(rowAt('/matches'), keys('m')) },
  { name: 'match-results', as: 'trader1', open: steps(rowAt('/matches?state=finished'), keys('2')) },
  { name: 'match-result', as: 'trader1', open: steps(rowAt('/matches?state=finished'), keys('2'), row(0)) },
  {
    name: 'match-result-new',
    as: 'trader1',
    open: steps(rowAt('/matches?state=finished'), keys('2'), press('result.new')),
  },
  {
    name: 'match-void-new',
    as: 'trader1',
    open: steps(rowAt('/matches?state=finished'), keys('2'), press('void.new')),
  },
  { name: 'match-third', as: 'trader1', open: steps(rowAt('/matches?state=finished'), keys('3')) },
  { name: 'stop-all', as: 'trader1', open: steps(at('/matches'), keys('s')) },
  {
    name: 'stops',
    as: 'trader1',
    open: steps(at('/matches'), async ({ page }) =>
      page.locator('section[aria-label] button').last().click(),
    ),
  },
  { name: 'risk', as: 'trader1', open: at('/risk') },
  { name: 'risk-event', as: 'trader1', open: rowAt('/risk') },
  { name: 'margins', as: 'trader1', open: at('/margins') },
  { name: 'margins-open', as: 'trader1', open: rowAt('/margins') },
  { name: 'margins-matches', as: 'trader1', open: at('/margins?view=matches') },
  { name: 'imports', as: 'trader1', open: at('/imports') },
  { name: 'imports-match', as: 'trader1', open: steps(at('/imports'), keys('n')) },
];
