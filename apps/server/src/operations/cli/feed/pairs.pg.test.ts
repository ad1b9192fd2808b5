import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Board } from '../../../pricing/board/board.ts';
import { operatorActor } from '../../../catalogue/matches/actor.ts';
import { selectProposals } from '../../../catalogue/matches/decision-queries.ts';
import { selectSeen } from '../../../catalogue/matches/status-queries.ts';
import { COMMAND_LINE, Events } from '../../../catalogue/matches/service.ts';
import { systemClock } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import { createLog } from '../../../core/logging/log.ts';
import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { ApiFootball } from '../../../feeds/api-football/api.ts';
import { ApiFeed } from '../../../feeds/api-football/service.ts';
import { JsonClient } from '../../../feeds/asking/get-json.ts';
import { Imports } from '../../../feeds/import/service.ts';
import { LiveReports } from '../../../feeds/live/service.ts';
import { RatedNations } from '../../../catalogue/football/national-record.ts';
import { shippedCatalogue } from '../../../catalogue/football/known-names.ts';
import { recorded, startApiServer, type ApiServer } from '../../../feeds/testing/api-server.ts';
import { commands } from './commands.ts';
import { runFeedCommand } from './run.ts';

const minuteMs = 60_000;
let database: TestDatabase;
let events: Events;
let live: LiveReports;
let server: ApiServer;
let api: ApiFeed;
let folder: string;
let file: string;
const [anna, ben] = [newId(), newId()];
/** The match that the commands are about: over for three hours, or yet to come. */
let eventId: string;
let kickOff: Date;

beforeAll(async () => {
  database = await testDatabase();
  events = new Events({
    database,
    board: new Board(database.pool),
    publish: () => undefined,
    onResult: () => Promise.resolve(),
  });
  const log = createLog('silent');
  live = new LiveReports({ events, database, log });
  server = await startApiServer();
  folder = await mkdtemp(join(tmpdir(), 'touchline-pairs-'));
  file = join(folder, 'de.1.json');
  for (const [id, name] of [
    [anna, 'anna'],
    [ben, 'ben'],
  ]) {
    await database.owner.query(
      `insert into operator (id, account, account_folded, password_hash, roles, created_at)
       values ($1, $2, $2, 'none', '{trader}', site_now())`,
      [id, name],
    );
  }
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
  await database.close();
});
beforeEach(async () => {
  await database.owner.query('truncate event, feed_link, feed_flag, feed_word, proposal cascade');
  api = await openApi();
  return () => api.stop();
});

const feed = async (...args: string[]) => {
  const texts = { out: '', err: '' };
  const code = await runFeedCommand(args, {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
    out: (text) => void (texts.out += text),
    err: (text) => void (texts.err += text),
  });
  expect({ code, err: texts.err }).toEqual({ code: 0, err: '' });
  return texts.out;
};
const apply = async (form: string) => {
  const plan = /plan ([0-9a-f]{16})/.exec(await feed('preview', form, file))?.[1];
  return plan === undefined ? 'nothing to do' : feed('apply', form, file, '--plan', plan);
};

const matchAt = async (at: Date) => {
  kickOff = at;
  await events.upsertCompetition({ id: 'de.1', name: 'Bundesliga', country: 'Germany' });
  await events.upsertTeams(
    ['de-bayern', 'de-leipzig'].map((id) => ({
      id,
      name: id,
      short: id.slice(3, 6).toUpperCase(),
      colours: ['#000000', '#ffffff'],
    })),
  );
  const [event] = await events.addEvents(
    [
      {
        feed: 'openfootball',
        feedRef: 'first',
        competitionId: 'de.1',
        homeId: 'de-bayern',
        awayId: 'de-leipzig',
        neutral: false,
        kickOff,
        replay: false,
        means: { homeMean: 1.5, awayMean: 1.1 },
      },
    ],
    'test',
  );
  eventId = event?.id ?? '';
};
const inMinutes = (minutes: number) => new Date(Math.floor(Date.now() / minuteMs + minutes) * minuteMs);

const write = (fields: object, at = kickOff) => {
  const [date = '', time = ''] = at.toISOString().split('T');
  const teams = { team1: 'FC Bayern München', team2: 'RB Leipzig' };
  const match = { round: 'Matchday 1', date, time: `${time.slice(0, 5)} UTC+0`, ...teams, ...fields };
  return writeFile(file, JSON.stringify({ name: 'Deutsche Bundesliga', matches: [match] }));
};
const writeCsv = () => {
  const [year, month, day] = kickOff.toISOString().slice(0, 10).split('-');
  const row = `D1,${day}/${month}/${year},Bayern Munich,RB Leipzig,0,3,0,1`;
  return writeFile(file, `Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG\n${row}\n`);
};

/** The feed that the server asks itself. */
const openApi = async () => {
  const [clock, log] = [systemClock, createLog('silent')];
  const json = { headers: {}, timeoutMs: 5_000, bytesMax: 1_000_000, now: () => clock.now() };
  return new ApiFeed({
    api: new ApiFootball(new JsonClient({ baseUrl: server.url, ...json })),
    events,
    imports: new Imports({
      events,
      database,
      clock,
      catalogue: await shippedCatalogue(),
      record: async () => [],
      nations: new RatedNations(),
    }),
    live,
    database,
    clock,
    log,
    random: () => 0,
    config: { leagues: [], bookmaker: 4, liveMs: 1, surveyMs: 1, addsByItself: false },
  });
};
/** The feed reports the match of its number 999 as over, 0-3. */
const ends = async (of: { home: string; away: string; at?: Date }) => {
  const { home, away, at = kickOff } = of;
  const [first] = recorded('fixtures-to-come').response;
  const fixture = {
    id: 999,
    timestamp: at.getTime() / 1_000,
    status: { short: 'FT', long: '', elapsed: 90, extra: null },
  };
  const score = { halftime: { home: 0, away: 1 }, fulltime: { home: 0, away: 3 } };
  const teams = { home: { id: 1, name: home }, away: { id: 2, name: away } };
  const league = { id: 78, season: 2025, name: 'Bundesliga', country: 'Germany' };
  const response = [{ ...first, fixture, league, teams, goals: score.fulltime, score }];
  server.behave(() => ({ body: { ...recorded('fixtures-to-come'), response } }));
  server.calls.length = 0;
  await api.tick();
  expect(server.calls.map(({ query }) => query.get('ids'))).toEqual(['999']);
};

/** What moves money, or leads to it. */
const moved = async () => {
  const { rows } = await database.pool.query(
    `select (select count(*)::int from ruling) as rulings, (select count(*)::int from void_rule) as voids,
       (select count(*)::int from result where state = 'confirmed') as results,
       (select count(*)::int from event where called_off_from is not null) as off`,
  );
  return rows[0];
};
const nothing = { rulings: 0, voids: 0, results: 0, off: 0 };

const within = () => Promise.resolve();
const deciding = async (id: string) => ({
  by: operatorActor(id),
  seen: await selectSeen(database.pool, eventId),
  within,
});
const confirm = async (id: string) =>
  events.decisions.decideResult(eventId, { version: 1, decision: 'confirm', why: '' }, await deciding(id));

const open = async () =>
  [...((await events.fresh(eventId))?.markets.values() ?? [])].filter(({ state }) => state === 'open').length;

const wordAt = (minute: number, home: number) => ({
  asOf: kickOff.getTime() + minute * minuteMs,
  kickOff,
  phase: 'first_half' as const,
  clockMinute: minute,
  score: { home, away: 0 },
  goals: [],
  isHalted: false,
});
const hear = (minute: number, home: number) =>
  live.hear('api-football', new Map([[eventId, wordAt(minute, home)]]));

/** Matches that the feed's number may stand for, and that are not the event. */
const others: [string, Parameters<typeof ends>[0]][] = [
  ['of other teams', { home: 'VfL Bochum', away: 'VfB Stuttgart' }],
  ['of one other team', { home: 'Bayern München', away: 'VfB Stuttgart' }],
  ['of unknown teams', { home: 'Atlantis', away: 'Thule' }],
  ['of the other side', { home: 'RB Leipzig', away: 'Bayern München' }],
  ['of another year', { home: 'Bayern München', away: 'RB Leipzig', at: inMinutes(-366 * 24 * 60) }],
];
const linkWithAnother = async (of: Parameters<typeof ends>[0]) => {
  await matchAt(inMinutes(-180));
  await feed('link', 'api-football', '999', eventId);
  await ends(of);
  expect(await events.fresh(eventId)).toMatchObject({ state: 'scheduled', kickOff });
  await write({ score: { ft: [0, 3], ht: [0, 1] } });
  await apply('openfootball');
};

const acceptOff = async (how: 'cancelled' | 'abandoned' | 'awarded', minutes: number) => {
  await matchAt(inMinutes(minutes));
  if (minutes < 0) await hear(10, 0);
  const off = { ...wordAt(20, 0), phase: undefined, off: how };
  await live.hear('api-football', new Map([[eventId, off]]));
  const [flag] = await live.flags();
  await feed('flag', flag?.id ?? '', 'accept');
  await live.hear('api-football', new Map([[eventId, { ...off, asOf: off.asOf + minuteMs }]]));
  expect(await open()).toBe(0);
  await database.owner.query(`update event set kick_off = kick_off - interval '3 days' where id = $1`, [
    eventId,
  ]);
  expect(await events.rulings.voidCalledOff()).toEqual([]);
  expect(await moved()).toEqual(nothing);
  await confirm(anna);
  expect(await moved()).toEqual({ ...nothing, rulings: 1, results: 1 });
  await database.owner.query('truncate event cascade');
};

type Pair = readonly [string, () => Promise<void>];
/** For each command what it does at the worst, and what the office asks for in the same case. */
const pairs: Record<string, readonly Pair[]> = {
  preview: [
    [
      'reads',
      async () => {
        await matchAt(inMinutes(-180));
        await write({ score: { ft: [0, 3], ht: [0, 1] } });
        expect(await feed('preview', 'openfootball', file)).toContain('result: ');
      },
    ],
  ],
  apply: [
    [
      'proposes a result, also where another form of file has the same, which two operators confirm',
      async () => {
        await matchAt(inMinutes(-180));
        await write({ score: { ft: [0, 3], ht: [0, 1] } });
        expect(await apply('openfootball')).toBe('2 changes done\n');
        await writeCsv();
        await apply('results-csv');
        expect(await moved()).toEqual(nothing);
        await confirm(anna);
        expect(await moved()).toEqual(nothing);
        await expect(confirm(anna)).rejects.toMatchObject({ reason: 'same_operator' });
        expect(await moved()).toEqual(nothing);
        await confirm(ben);
        expect(await moved()).toEqual({ ...nothing, rulings: 1, results: 1 });
        await database.owner.query('truncate event cascade');
      },
    ],
    [
      'does not confirm what an operator has entered',
      async () => {
        await matchAt(inMinutes(-180));
        await events.decisions.proposeResult(
          eventId,
          { kind: 'played', ft: { home: 0, away: 3 }, ht: { home: 0, away: 1 }, evidence: 'seen' },
          await deciding(anna),
        );
        await write({ score: { ft: [0, 3], ht: [0, 1] } });
        await apply('openfootball');
      },
    ],
    [
      'stops a match that began before its kick-off, and leaves its void to two operators',
      async () => {
        await matchAt(inMinutes(180));
        await write({}, inMinutes(-30));
        expect(await apply('openfootball')).toBe('2 changes done\n');
        expect(await events.stops.inForce([eventId])).toMatchObject([{ stopped_by: COMMAND_LINE }]);
        expect(await selectProposals(database.pool, eventId)).toEqual([]);
      },
    ],
    [
      'calls nothing off',
      async () => {
        await matchAt(inMinutes(180));
        await write({ status: 'postponed' });
        expect(await feed('preview', 'openfootball', file)).toContain('left to two operators, in the office');
        await apply('openfootball');
      },
    ],
    [
      'moves no match to another week',
      async () => {
        await matchAt(inMinutes(180));
        await write({}, inMinutes(7 * 24 * 60));
        await apply('openfootball');
        expect((await events.fresh(eventId))?.state).toBe('scheduled');
      },
    ],
  ],
  names: [['reads', async () => void (await feed('names'))]],
  aliases: [['reads', async () => void (await feed('aliases'))]],
  alias: [
    [
      'explains a name, as one operator does in the office',
      async () => {
        await matchAt(inMinutes(-180));
        const place = ['--place', 'Germany'];
        await feed('alias', 'openfootball', 'team', 'Monaco', 'de-bayern', ...place);
      },
    ],
  ],
  team: [
    [
      'makes a team, as one trader does in the office',
      async () => void (await feed('team', 'at-sturm', 'Sturm Graz', 'STU', '#000000', '#ffffff')),
    ],
  ],
  competition: [
    [
      'makes a competition, as one trader does in the office',
      async () => void (await feed('competition', 'at.1', 'Liga', 'Austria', '--zone', 'Europe/Vienna')),
    ],
  ],
  link: [
    [
      'confirms nothing',
      async () => {
        await matchAt(inMinutes(-180));
        await feed('link', 'api-football', '1', eventId);
      },
    ],
    ...others.map(([which, of]): Pair => [
      `lets no match ${which} agree with what was typed`,
      async () => linkWithAnother(of),
    ]),
    [
      'lets the feed of the match itself agree with what was typed',
      async () => {
        await matchAt(inMinutes(-180));
        await feed('link', 'api-football', '999', eventId);
        await ends({ home: 'Bayern München', away: 'RB Leipzig' });
        await write({ score: { ft: [0, 3], ht: [0, 1] } });
        await apply('openfootball');
        // That of half time and that of the end.
        expect(await moved()).toEqual({ ...nothing, rulings: 2, results: 2 });
        await database.owner.query('truncate event cascade');
      },
    ],
  ],
  flags: [['reads', async () => void (await feed('flags'))]],
  flag: [
    [
      'takes a goal back, for which the feed proposes a void',
      async () => {
        await matchAt(inMinutes(-30));
        for (const [minute, home] of [
          [10, 0],
          [20, 1],
          [22, 0],
        ] as const)
          await hear(minute, home);
        const [flag] = await live.flags();
        await feed('flag', flag?.id ?? '', 'accept');
        expect((await events.fresh(eventId))?.score).toEqual({ home: 0, away: 0 });
        expect(await selectProposals(database.pool, eventId)).toMatchObject([
          { state: 'proposed', proposed_by: 'feed:api-football' },
        ]);
      },
    ],
    ...(['cancelled', 'abandoned', 'awarded'] as const).flatMap((how) =>
      [180, -30].map((minutes): Pair => [
        `proposes as called off a match that is ${how}, ${minutes} minutes from kick-off`,
        async () => acceptOff(how, minutes),
      ]),
    ),
    [
      'leaves a goal as it is',
      async () => {
        await matchAt(inMinutes(-30));
        for (const [minute, home] of [
          [20, 1],
          [22, 0],
        ] as const)
          await hear(minute, home);
        const [flag] = await live.flags();
        await feed('flag', flag?.id ?? '', 'reject');
        expect(await selectProposals(database.pool, eventId)).toEqual([]);
      },
    ],
  ],
};

it('knows each command', () => {
  expect(Object.keys(pairs)).toEqual([...commands.keys()]);
});

it.each(
  Object.entries(pairs).flatMap(([name, cases]) => cases.map(([does, run]) => [name, does, run] as const)),
)('%s %s', async (_, __, run) => {
  await run();
  expect(await moved()).toEqual(nothing);
});
