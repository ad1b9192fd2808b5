import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { afternoonMinutes, drawAfternoon, fullTimeMinute, kickOffMinute, type Action } from './afternoon.ts';
import { createCallFigures, quantile, type CallFigures } from './figures.ts';
import { signInMembers } from './members.ts';
import { drawPicture } from './picture.ts';
import { act, look, type Shop } from './play.ts';
import { createRandom } from './random.ts';
import { readServer, type ServerFigures } from './server-figures.ts';
import { openStreams, type Streams } from './streams.ts';

// A Saturday afternoon on a server that runs: npm run load -- URL

const usage = `npm run load -- URL [--members 100] [--streams 1000] [--bets 20] [--minutes 5] [--matches 10] [--seed saturday]
  [--register] [--password …] [--metrics URL] [--picture FILE] [--json]

Members are those of npm run seed-load, or new ones with --register. The server needs RATE_LIMIT_PER_MINUTE,
SIGNIN_LIMIT_PER_MINUTE, LIVE_STREAMS_ADDRESS and LIVE_STREAMS (twice the streams) out of reach, and may open enough files.`;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    members: { type: 'string', default: '100' },
    streams: { type: 'string', default: '1000' },
    bets: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '5' },
    matches: { type: 'string', default: '10' },
    seed: { type: 'string', default: 'saturday' },
    register: { type: 'boolean', default: false },
    password: { type: 'string', default: 'Touchline-Load-1' },
    metrics: { type: 'string' },
    picture: { type: 'string', default: 'load.svg' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Actions that run at once; beyond it the load itself would be measured. */
const runningMax = 2_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const numberOf = (name: 'members' | 'streams' | 'bets' | 'minutes' | 'matches'): number => {
  const value = Number(flags[name]);
  if (!(value >= 0)) throw new Error(`--${name} "${flags[name]}" is no number`);
  return value;
};

type Sample = { streams: number; server: ServerFigures | undefined };

/** Looks at streams and server once a second. */
const sampling = (streams: Streams, metrics: string | undefined) => {
  const samples: Sample[] = [];
  const over = new AbortController();
  const run = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const [server] = await Promise.all([
        metrics === undefined ? undefined : readServer(metrics),
        wait(1_000),
      ]);
      samples.push({ streams: streams.now().open, server });
    }
  };
  const running = run();
  return {
    samples,
    end: async () => {
      over.abort();
      await running;
    },
  };
};

/** Plays the actions at their times, each whether those before have ended or not. @returns how many were left out */
const play = async (
  actions: readonly Action[],
  msPerMinute: number,
  { figures, perform }: { figures: CallFigures; perform: (action: Action) => Promise<string> },
): Promise<number> => {
  const begunMs = performance.now();
  const running = new Set<Promise<void>>();
  let leftOut = 0;
  for (const action of actions) {
    const dueMs = begunMs + action.minute * msPerMinute;
    const aheadMs = dueMs - performance.now();
    if (aheadMs > 1) await wait(aheadMs);
    if (running.size >= runningMax) {
      leftOut++;
      continue;
    }
    const done = (async (): Promise<void> => {
      figures.note(action.kind, await perform(action), performance.now() - dueMs);
    })();
    running.add(done);
    void done.finally(() => running.delete(done));
  }
  await Promise.all(running);
  return leftOut;
};

const run = async (address: string): Promise<void> => {
  const url = new URL(address);
  const [realMinutes, matches, wanted] = [numberOf('minutes'), numberOf('matches'), numberOf('streams')];
  const afternoon = drawAfternoon({ seed: flags.seed, matches, bets: numberOf('bets'), realMinutes });
  say(`${afternoon.actions.length} actions, ${afternoon.goals.length} goals, seed "${flags.seed}"`);
  const entry = { password: flags.password, isNew: flags.register };
  const members = await signInMembers(url.origin, numberOf('members'), entry, say);
  say(`${members.length} members are signed in`);
  const streams = openStreams(url, wanted);
  const sampled = sampling(streams, flags.metrics);
  try {
    const isOpening = (): boolean => streams.now().open + streams.now().refused + streams.now().lost < wanted;
    while (isOpening()) await wait(500);
    say(`${streams.now().open} streams are open, ${streams.now().refused} were refused`);
    const random = createRandom(`${flags.seed} members`);
    const shop: Shop = { matches: [] };
    await look(random.pick(members), shop);
    const figures = createCallFigures();
    const from = sampled.samples.length;
    const leftOut = await play(afternoon.actions, (realMinutes * 60_000) / afternoonMinutes, {
      figures,
      perform: ({ kind }) => act(kind, { member: random.pick(members), shop, random }),
    });
    await sampled.end();
    tell({ figures, streams, leftOut, samples: sampled.samples, realMinutes });
    const whole = { goals: afternoon.goals, realMinutes };
    const picture = drawPicture(pictureOf(whole, figures, sampled.samples.slice(from)));
    writeFileSync(resolve(flags.picture), picture);
    say(`The picture is ${resolve(flags.picture)}`);
  } finally {
    await sampled.end();
    streams.close();
  }
};

const tell = ({
  figures,
  streams,
  leftOut,
  samples,
  realMinutes,
}: {
  figures: CallFigures;
  streams: Streams;
  leftOut: number;
  samples: readonly Sample[];
  realMinutes: number;
}): void => {
  const seconds = figures.seconds();
  const total = seconds.reduce((sum, { calls }) => sum + calls, 0);
  const most = (of: readonly number[]): number => of.reduce((a, b) => Math.max(a, b), 0);
  const server = samples.flatMap((sample) => sample.server ?? []);
  const spread = streams.spread();
  const { open, refused, lost, megabytes } = streams.now();
  const summary = {
    callsPerSecond: Math.round(total / (realMinutes * 60)),
    callsPerSecondMost: most(seconds.map(({ calls }) => calls)),
    betsPerSecondMost: most(seconds.map(({ bets }) => bets)),
    failed: seconds.reduce((sum, { failed }) => sum + failed, 0),
    leftOut,
    calls: figures.table(),
    reasons: figures.reasons(),
    streams: { open, refused, lost, megabytes: Math.round(megabytes), spread },
    server: {
      megabytesMost: Math.round(most(server.map((one) => one.megabytes))),
      streamsMost: most(server.map((one) => one.streams)),
    },
  };
  say('');
  say('| action | calls | p50 ms | p95 ms | p99 ms |');
  say('|---|--:|--:|--:|--:|');
  for (const { kind, calls, p50, p95, p99 } of summary.calls) {
    say(`| ${kind} | ${calls} | ${p50.toFixed(0)} | ${p95.toFixed(0)} | ${p99.toFixed(0)} |`);
  }
  say('');
  say(`${summary.callsPerSecond} actions a second, ${summary.callsPerSecondMost} in the busiest`);
  say(`${summary.failed} failed, ${leftOut} were left out since ${runningMax} ran already`);
  for (const { reason, calls } of summary.reasons) say(`  ${reason}: ${calls}`);
  say(`${open} streams open at the end, ${refused} refused, ${lost} lost; ${megabytes.toFixed(0)} MB came`);
  say(
    `a message reaches a stream ${spread.p50.toFixed(0)} ms (p50) and ${spread.p99.toFixed(0)} ms (p99) after the first one, by ${spread.samples} arrivals`,
  );
  if (server.length > 0) say(`the server used at most ${summary.server.megabytesMost} MB of memory`);
  if (flags.json) say(JSON.stringify(summary));
};

const pictureOf = (
  { goals, realMinutes }: { goals: readonly number[]; realMinutes: number },
  figures: CallFigures,
  samples: readonly Sample[],
) => {
  // What ended later belongs to no minute of the afternoon.
  const length = Math.round(realMinutes * 60);
  const seconds = figures.seconds().slice(0, length);
  const during = samples.slice(0, length);
  const durations = seconds.map((second) => second.durations.toSorted((a, b) => a - b));
  return {
    title: `A Saturday afternoon: ${flags.members} members, ${flags.streams} streams, seed "${flags.seed}"`,
    marks: [
      ...goals.map((minute) => ({ at: minute / afternoonMinutes, colour: '#c9a' })),
      { at: kickOffMinute / afternoonMinutes, name: '15:00', colour: '#333' },
      { at: fullTimeMinute / afternoonMinutes, name: 'full time', colour: '#333' },
    ],
    charts: [
      {
        title: 'Actions',
        unit: '/s',
        lines: [
          { name: 'all', colour: '#27c', values: seconds.map(({ calls }) => calls) },
          { name: 'bets placed', colour: '#2a6', values: seconds.map(({ bets }) => bets) },
          { name: 'failed', colour: '#c33', values: seconds.map(({ failed }) => failed) },
        ],
      },
      {
        title: 'Durations of all but bets',
        unit: 'ms',
        lines: [
          { name: 'p50', colour: '#27c', values: durations.map((sorted) => quantile(sorted, 0.5)) },
          { name: 'p99', colour: '#c33', values: durations.map((sorted) => quantile(sorted, 0.99)) },
        ],
      },
      {
        title: 'Live streams',
        unit: '',
        lines: [{ name: 'open', colour: '#27c', values: during.map(({ streams }) => streams) }],
      },
      {
        title: 'Memory of the server',
        unit: 'MB',
        lines: [
          { name: 'resident', colour: '#27c', values: during.map(({ server }) => server?.megabytes ?? 0) },
        ],
      },
    ],
  };
};

const [address] = positionals;
if (address === undefined || !URL.canParse(address)) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  try {
    await run(address);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
