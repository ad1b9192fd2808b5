import { expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { readConfig } from '../../../core/config/config.ts';
import { feedOf, Usage } from './sources.ts';

const of = (env: Record<string, string> = {}) => ({ config: readConfig(env), clock: systemClock });

it.each([
  [undefined, [], {}, 'which feed?'],
  ['pigeons', ['x.json'], {}, 'which feed?'],
  ['toString', ['x.json'], {}, 'which feed?'],
  ['openfootball', [], {}, 'needs a file'],
  ['api-football', [], {}, 'FEED_API_KEY'],
  ['api-football', [], { FEED_API_KEY: 'k' }, 'FEED_API_LEAGUES'],
])('the feed %s over %j is refused with the reason', (name, files, env, says) => {
  expect(() => feedOf(name, files, of(env))).toThrow(Usage);
  expect(() => feedOf(name, files, of(env))).toThrow(says);
});

it('reads several files as one, each problem with its file', async () => {
  const folder = new URL('../../../feeds/testing/', import.meta.url).pathname;
  const files = ['csv/premier-league-2024-25.csv', 'csv/bundesliga-2024-25.csv'].map((name) => folder + name);
  const { matches, problems } = await feedOf('results-csv', files, { ...of(), competition: 'en.1' }).read();
  expect(matches).toHaveLength(7 + 8);
  // An award looks like a result without half time where the others have one.
  expect(problems).toMatchObject([{ reason: 'half_time', detail: expect.stringContaining('bundesliga') }]);
});
