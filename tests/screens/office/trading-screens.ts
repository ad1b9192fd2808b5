import { at, keys, openRow, press, rowAt, steps, type Screen, type Stage } from './stage.ts';

const row =
  (which: number | string) =>
  (stage: Stage): Promise<void> =>
    openRow(stage, which);

/** What a decision would do is asked for first. */
const pause = ({ page }: Stage): Promise<void> => page.waitForTimeout(900);

/** Fixtures: valid ones, one of an unknown team, one that cannot be read. */
const fixtures = [
  'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG',
  'D1,12/12/2026,15:30,Bayern Munich,RB Leipzig,,,,',
  'D1,13/12/2026,17:30,Dortmund,Leverkusen,,,,',
  'D1,13/12/2026,15:30,FC Nowhere,Mainz,,,,',
  'D1,2026-31-02,15:30,Mainz,Union Berlin,,,,',
].join('\n');
const takeFile = async ({ page }: Stage): Promise<void> => {
  const file = { name: 'fixtures-december.csv', mimeType: 'text/csv', buffer: Buffer.from(fixtures) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.waitForTimeout(1_500);
};

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
  {
    name: 'match-result-typed',
    as: 'trader1',
    open: steps(rowAt('/matches?state=finished'), keys('2'), press('result.new'), async ({ page }) => {
      const goals = page.locator('fieldset input');
      for (const [nth, text] of ['1', '1', '3', '2'].entries()) await goals.nth(nth).fill(text);
      await page.waitForTimeout(800);
    }),
  },
  {
    name: 'match-result-confirm',
    as: 'trader1',
    open: steps(rowAt('/matches?waiting=1', 1), keys('2'), row(0), pause, keys('c')),
  },
  { name: 'match-void', as: 'trader1', open: steps(rowAt('/matches?waiting=1'), keys('2'), row(0)) },
  {
    name: 'match-void-apply',
    as: 'trader1',
    open: steps(rowAt('/matches?waiting=1'), keys('2'), row(0), pause, keys('a')),
  },
  { name: 'match-third', as: 'trader1', open: steps(rowAt('/matches?state=finished'), keys('3')) },
  { name: 'stop-all', as: 'trader1', open: steps(at('/matches'), keys('s')) },
  {
    name: 'stops',
    as: 'trader1',
    open: steps(at('/matches'), async ({ page }) =>
      page.locator('section[data-stopped] button, section[aria-label] button').first().click(),
    ),
  },
  { name: 'risk', as: 'trader1', open: at('/risk') },
  { name: 'risk-event', as: 'trader1', open: rowAt('/risk') },
  { name: 'margins', as: 'trader1', open: at('/margins') },
  { name: 'margins-open', as: 'trader1', open: rowAt('/margins') },
  { name: 'margins-matches', as: 'trader1', open: at('/margins?view=matches') },
  { name: 'competitions', as: 'trader1', open: at('/competitions') },
  { name: 'competition', as: 'trader1', open: rowAt('/competitions') },
  {
    name: 'competition-names',
    as: 'trader1',
    open: steps(rowAt('/competitions'), async ({ page }) => page.locator('summary').click()),
  },
  {
    name: 'competition-off',
    as: 'trader1',
    open: steps(rowAt('/competitions'), async ({ page }) => page.getByRole('checkbox').click()),
  },
  { name: 'competition-new', as: 'trader1', open: steps(at('/competitions'), keys('n')) },
  { name: 'clubs', as: 'trader1', open: at('/competitions?tab=teams') },
  { name: 'club', as: 'trader1', open: rowAt('/competitions?tab=teams', 3) },
  { name: 'club-new', as: 'trader1', open: steps(at('/competitions?tab=teams'), keys('n')) },
  { name: 'imports', as: 'trader1', open: at('/imports') },
  { name: 'imports-file', as: 'trader1', open: steps(at('/imports'), takeFile) },
  { name: 'imports-match', as: 'trader1', open: steps(at('/imports'), keys('n')) },
];
