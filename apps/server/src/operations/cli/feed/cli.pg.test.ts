import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { recorded, startApiServer, type ApiServer } from '../../../feeds/testing/api-server.ts';
import { runFeedCommand } from './run.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
let database: TestDatabase;
let server: ApiServer;
let folder: string;
let file: string;

beforeAll(async () => {
  database = await testDatabase();
  server = await startApiServer();
  folder = await mkdtemp(join(tmpdir(), 'touchline-feed-'));
  file = join(folder, 'de.1.json');
  await write('2125-08-22', 'FC Bayern München');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
  await database.close();
});

const write = (date: string, team1: string) =>
  writeFile(
    file,
    JSON.stringify({
      name: 'Deutsche Bundesliga 2125/26',
      matches: [{ round: 'Matchday 1', date, time: '20:30', team1, team2: 'RB Leipzig', score: {} }],
    }),
  );
const environment = () => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  DATABASE_URL: database.url,
  FEED_API_KEY: 'k',
  FEED_API_URL: server.url,
  FEED_API_LEAGUES: '39:2025',
});
type Ended = { code: number; out: string; err: string };
const feed = async (...args: string[]): Promise<Ended> => {
  const texts = { out: '', err: '' };
  const code = await runFeedCommand(args, {
    env: environment(),
    out: (text) => void (texts.out += text),
    err: (text) => void (texts.err += text),
  });
  return { code, ...texts };
};
/** Runs the program, which takes longer to start than a command takes. */
const feedProgram = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    execFile(process.execPath, [program, ...args], { env: environment() }, (error, out, err) => {
      resolve({ code: error === null ? 0 : 1, out, err });
    });
  });
const planOf = (out: string) => /plan ([0-9a-f]{16})/.exec(out)?.[1] ?? '';

describe('npm run feed', () => {
  it('shows a plan, applies exactly it, and refuses it afterwards', async () => {
    const shown = await feed('preview', 'openfootball', file);
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.out).toContain(
      'new: FC Bayern München – RB Leipzig, 2125-08-22: 2125-08-22 18:30 UTC, prices from',
    );
    const args = ['apply', 'openfootball', file, '--plan', planOf(shown.out)];
    expect(await feed(...args)).toMatchObject({ code: 0, out: '1 changes done\n' });
    const again = await feed(...args);
    expect(again.code).toBe(1);
    expect(again.out).toContain('Nothing was done');
    expect((await database.pool.query('select from event where not replay')).rowCount).toBe(1);
  });

  it('lists unknown names and takes an answer', async () => {
    await write('2125-08-22', 'Bayern Monaco');
    const shown = await feed('preview', 'openfootball', file);
    expect(shown.out).toContain('team "Bayern Monaco" of Deutsche Bundesliga 2125/26 is not known');
    expect(shown.out).toContain('alias openfootball team "Bayern Monaco" de-bayern --place "Germany"');
    expect((await feed('names')).out).toContain('"Bayern Monaco"');
    const alias = ['alias', 'openfootball', 'team', 'Bayern Monaco'];
    const of = ['--place', 'Germany'];
    expect(await feed(...alias, 'de-nobody', ...of)).toMatchObject({ code: 1 });
    expect(await feed(...alias, 'de-bayern')).toMatchObject({
      code: 1,
      err: 'a name of a team belongs to a country: --place Austria\n',
    });
    expect(await feed(...alias, 'de-bayern', ...of)).toMatchObject({ code: 0 });
    expect((await feed('names')).out).toBe('no open questions\n');
    expect((await feed('aliases')).out).toContain('team Bayern Monaco of Germany is de-bayern');
    const known = await feed('preview', 'openfootball', file);
    expect(known.out).toContain('known from another feed: Bayern Monaco – RB Leipzig, 2125-08-22');
  });

  it('makes a team and a competition that are not shipped', async () => {
    expect(await feed('team', 'at-sturm', 'Sturm Graz', 'STU', '#000000', '#ffffff')).toMatchObject({
      code: 0,
    });
    expect(await feed('team', 'at-rapid', 'Rapid Wien', 'rap', '#000000', '#ffffff')).toMatchObject({
      code: 1,
      err: 'the short cannot be\n',
    });
    const made = ['competition', 'at.1', 'Austrian Bundesliga', 'Austria'];
    expect(await feed(...made)).toMatchObject({
      code: 1,
      err: 'a competition has a time zone: --zone Europe/Vienna\n',
    });
    expect(await feed(...made, '--zone', 'CET')).toMatchObject({ code: 1, err: 'the zone cannot be\n' });
    expect(await feed(...made, '--zone', 'Europe/Vienna')).toMatchObject({ code: 0 });
    expect(await feed('team', 'at-rapid', 'Rapid Wien', 'RAP', '#000000', '#ffffff')).toMatchObject({
      code: 0,
    });
    const text = JSON.stringify({
      name: 'Austrian Bundesliga 2125/26',
      matches: [{ date: '2125-11-29', time: '17:00', team1: 'Sturm Graz', team2: 'Rapid Wien' }],
    });
    await writeFile(file, text);
    expect((await feed('preview', 'openfootball', file)).out).toContain('2125-11-29 16:00 UTC');
    await database.owner.query(`update competition set zone = null where id = 'at.1'`);
    expect((await feed('preview', 'openfootball', file)).out).toContain(
      'not read: row 1: time: 17:00 of Sturm Graz – Rapid Wien, 2125-11-29 names no time zone, and at.1 has none',
    );
    const alias = ['alias', 'openfootball', 'team', 'SK Sturm Graz', 'at-sturm'];
    expect(await feed(...alias, '--place', 'Austria')).toMatchObject({ code: 0 });
  });

  it('calls the service, and reports its refusals', async () => {
    server.behave(() => ({ body: recorded('refused') }));
    expect(await feed('preview', 'api-football')).toMatchObject({
      code: 1,
      err: expect.stringContaining('rateLimit: Too many requests'),
    });
  });

  it('refuses options that would change nothing', async () => {
    for (const [args, err] of [
      [['openfootball', file, '--zone', 'Europe/Vienna'], 'openfootball takes no --zone\n'],
      [['openfootball', file, '--competition', 'at.1'], 'openfootball takes no --competition\n'],
      [['results-csv', file, '--houses', 'PS'], 'results-csv takes no --houses\n'],
      [['results-csv', file, '--zone', 'CET'], 'there is no time zone CET\n'],
      [['api-football', '--zone', 'UTC'], 'api-football takes no --zone\n'],
    ] as const) {
      expect(await feed('preview', ...args)).toMatchObject({ code: 1, err });
    }
    expect(await feed('names', '--zone', 'UTC')).toMatchObject({ code: 1, err: 'names takes no --zone\n' });
    expect(await feed('competition', 'x.1', 'X', '--houses', 'PS')).toMatchObject({
      code: 1,
      err: 'competition takes no --houses\n',
    });
  });

  it('reports what is wrong with a command', async () => {
    expect(await feed('fly')).toMatchObject({
      code: 1,
      err: expect.stringContaining('npm run feed -- COMMAND'),
    });
    expect(await feed('preview', '--loud')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--loud'),
    });
  });

  it('is a program that prints the answer, and ends with its code', async () => {
    expect(await feedProgram('names')).toEqual({ code: 0, out: 'no open questions\n', err: '' });
    expect(await feedProgram('fly')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('npm run feed -- COMMAND'),
    });
  });
});
