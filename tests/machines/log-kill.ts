import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Input } from '@touchline/contract/routes';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { startEmbedded } from '../../apps/server/src/operations/postgres/embedded.ts';
import { killCluster, startAddress } from './cluster.ts';
import { makeDataFolder } from '../fixtures/data-folder.ts';
import { openOrders } from './log-orders.ts';
import { CallRefused, memberApi } from '../fixtures/member-api.ts';
import { judgeLog, type Judged } from './log-kill-judge.ts';
import { announceOpenMatch } from './open-match.ts';
import { randomFrom } from '../fixtures/random.ts';
import { NotStarted, startLogTool, startServer, verifyLedger, type Server } from '../fixtures/server.ts';

/** What the drill did, and what it found. */
export type KillFigures = Judged & {
  rounds: number;
  seed: number;
  kills: { servers: number; databases: number; failpoints: Record<string, number>; tools: number };
  /** Bets that were sent, and calls that got no answer at first. */
  bets: number;
  unheard: number;
  /** Answers without a receipt, which was signed later. */
  late: number;
  rotations: number;
  seconds: number;
};

type Options = {
  rounds: number;
  seed: number;
  members?: number;
  /** Between two bets of a lane. */
  pauseMs?: number;
  /** Hears of each round. */
  say?: (line: string) => void;
};

const failpoints = ['log.appended', 'log.committed', 'log.signed', 'log.noted', 'log.published'] as const;
/** Servers that share the database. */
const serverCount = 2;
/** Bets of one member on the way at once. */
const atOnce = 2;
/** More than all bets of a drill may win. */
const cap = '9000000.00';
/** An answer that takes longer was lost with its server. */
const patienceMs = 90_000;

type Order = Input<'orderAdd'>;
/** A member of the drill. Its token ends after a quarter of an hour, and it signs in again. */
type Member = { account: string; token: string };
/** A bet that a server has acknowledged. */
type Acknowledged = { id: string; member: Member; receipt: Receipt | null };

const signIn = async (url: string, member: Member): Promise<void> => {
  const { token } = await memberApi(url).login(member.account);
  member.token = token;
};

/**
 * Two servers on one PostgreSQL take bets while the log changes its keys. They are killed (SIGKILL) at random, at a place of the
 * log's turn, or with the database. Every receipt and checkpoint that a client received is kept, and every note that a machine's
 * disk has as signed. In the end all of them are checked against the remaining log.
 * @throws when anything that was promised is missing, or two checkpoints contradict each other
 */
export const killDuringBets = async ({
  rounds,
  seed,
  members = 3,
  pauseMs = 60,
  say = () => undefined,
}: Options): Promise<KillFigures> => {
  const startedMs = performance.now();
  const { below, pick } = randomFrom(seed);

  const folder = await makeDataFolder();
  let postgres = await startEmbedded(folder.path);
  const portOf = (): number => Number(new URL(postgres.ownerUrl('touchline')).port);
  const address = await startAddress(portOf());
  const through = (url: string): string => {
    const parsed = new URL(url);
    parsed.port = String(address.port);
    return parsed.href;
  };
  const shared = {
    DATABASE_URL: through(postgres.serverUrl('touchline')),
    DATABASE_OWNER_URL: through(postgres.ownerUrl('touchline')),
    LOG_ORIGIN: 'drill.example/log',
    PLAY_GRANT: '100000',
    // All bets are on one match.
    EXPOSURE_CAP_EVENT: cap,
    EXPOSURE_CAP_MARKET: cap,
    EXPOSURE_CAP_SELECTION: cap,
    EXPOSURE_CAP_MEMBER: cap,
    REPLAY: 'false',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SIGNIN_LIMIT_PER_MINUTE: '1000000',
    FILE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  };
  const machines: Record<string, string>[] = [];
  for (let n = 0; n < serverCount; n++) {
    const dataDir = join(folder.path, `machine-${n}`);
    await mkdir(dataDir);
    machines.push({ ...shared, DATA_DIR: dataDir });
  }
  const servers: (Server | undefined)[] = [];
  const kills: KillFigures['kills'] = { servers: 0, databases: 0, failpoints: {}, tools: 0 };
  let rotations = 0;

  const start = async (n: number, failpoint?: string): Promise<void> => {
    const settings = { ...machines[n], ...(failpoint === undefined ? {} : { FAILPOINT: failpoint }) };
    try {
      const server = await startServer(settings);
      servers[n] = server;
      const forget = (): void => {
        if (servers[n] === server) servers[n] = undefined;
      };
      void server.ended.finally(forget);
    } catch (error) {
      if (!(error instanceof NotStarted) || error.code !== null || failpoint === undefined) throw error;
      // It was killed while it started.
      servers[n] = undefined;
    }
  };
  const alive = (): Server[] => servers.filter((server) => server !== undefined);
  const kill = async (n: number): Promise<void> => {
    const server = servers[n];
    servers[n] = undefined;
    if (server === undefined) return;
    kills.servers++;
    await server.kill();
  };

  const notes = new Set<string>();
  const acknowledged: Acknowledged[] = [];
  let sent = 0;
  let unheard = 0;
  let late = 0;
  const over = new AbortController();

  /** Keeps the note that each disk has as signed, also one that no client has seen. */
  const keepSigned = async (): Promise<void> => {
    for (const { DATA_DIR = '' } of machines) {
      const text = await readFile(join(DATA_DIR, 'log', 'signed.json'), 'utf8').catch(() => undefined);
      const state: unknown = text === undefined ? undefined : JSON.parse(text);
      if (typeof state === 'object' && state !== null && 'note' in state) notes.add(String(state.note));
    }
  };
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      for (const { url } of alive()) {
        const answer = await fetch(`${url}/log/checkpoint`).catch(() => undefined);
        const text = answer?.ok === true ? await answer.text().catch(() => undefined) : undefined;
        if (text !== undefined) notes.add(text);
      }
      await wait(100);
    }
  };
  /** Sends one bet until it is answered, as an app does with a key. */
  const place = async (order: Order, member: Member): Promise<void> => {
    const giveUpMs = performance.now() + patienceMs;
    for (;;) {
      const server = alive()[0] === undefined ? undefined : pick(alive());
      try {
        if (server === undefined) throw new Error('no server is there');
        const { id, receipt } = await memberApi(server.url, member.token).call('orderAdd', order);
        acknowledged.push({ id, member, receipt });
        if (receipt === null) late++;
        return;
      } catch (error) {
        unheard++;
        if (performance.now() > giveUpMs) throw error;
        const [some] = alive();
        if (error instanceof CallRefused && error.reason === 'token_expired' && some !== undefined) {
          await signIn(some.url, member).catch(() => undefined);
          continue;
        }
        // Refused as "unavailable" while the database is away.
        await wait(error instanceof CallRefused ? 200 : 50);
      }
    }
  };
  const bettor = async (member: Member, orderOf: (key: string) => Order): Promise<void> => {
    const lane = async (number: number): Promise<void> => {
      for (let n = 0; !over.signal.aborted; n++) {
        sent++;
        await place(orderOf(`${member.account}-${number}-${n}`), member);
        await wait(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, (_, number) => lane(number)));
  };
  let toolStarts = 0;
  const rotate = async (): Promise<void> => {
    const [settings = shared] = machines;
    const tool = startLogTool(['rotate'], settings);
    // Every other one is killed, mostly before it is done.
    if (++toolStarts % 2 === 0) {
      await wait(300 + below(1_200));
      kills.tools++;
      tool.kill();
    }
    if ((await tool.ended) === 0) rotations++;
  };
  const killDatabase = async (): Promise<void> => {
    kills.databases++;
    await killCluster(folder.cluster);
    address.cut();
    postgres = await startEmbedded(folder.path);
    address.lead(portOf());
  };

  try {
    for (let n = 0; n < serverCount; n++) await start(n);
    const [first] = alive();
    if (first === undefined) throw new Error('no server has started');
    const crowd: Member[] = [];
    for (let n = 1; n <= members; n++) {
      const account = `drill-${n}`;
      const { token } = await memberApi(first.url).register(account);
      crowd.push({ account, token });
    }
    await announceOpenMatch(postgres.serverUrl('touchline'));
    const orderOf = await openOrders(memberApi(first.url, crowd[0]?.token));
    const betting = Promise.all(crowd.map((member) => bettor(member, orderOf)));
    let failure: unknown;
    betting.catch((error: unknown) => {
      failure = error;
    });
    const watching = watch();

    for (let round = 1; round <= rounds; round++) {
      // Each way of dying has its turn, at a random time.
      const way = (round + seed) % 8;
      const failpoint = failpoints[(round >> 1) % failpoints.length];
      if (round % 5 === 2) await rotate();
      await wait(200 + below(1_500));
      let what = 'one server';
      if (way === 3) {
        what = 'both servers';
        await Promise.all([kill(0), kill(1)]);
      } else if (way === 5) {
        what = 'the database';
        await killDatabase();
      } else if (way === 7) {
        what = 'the database and a server';
        await Promise.all([killDatabase(), kill(below(serverCount))]);
      } else if (way % 2 === 0) {
        const n = below(serverCount);
        what = `a server at ${failpoint}`;
        await kill(n);
        await start(n, `${failpoint}:${1 + below(3)}`);
        const dying = servers[n];
        if (dying !== undefined) await Promise.race([dying.ended, wait(10_000)]);
        if (servers[n] === undefined && failpoint !== undefined) {
          kills.failpoints[failpoint] = (kills.failpoints[failpoint] ?? 0) + 1;
        } else await kill(n);
      } else await kill(below(serverCount));
      await keepSigned();
      const gone = machines.flatMap((_machine, n) => (servers[n] === undefined ? [n] : []));
      await Promise.all(gone.map((n) => start(n)));
      if (failure !== undefined) throw failure;
      say(`round ${round}: ${what}; ${acknowledged.length} bets, ${notes.size} checkpoints`);
    }
    over.abort();
    await betting;
    await watching;
    await keepSigned();
    const [last] = alive();
    if (last === undefined) throw new Error('no server is left');
    const receipts: { id: string; receipt: Receipt }[] = [];
    for (const member of crowd) await signIn(last.url, member);
    for (const { id, member, receipt } of acknowledged) {
      const given = receipt ?? (await memberApi(last.url, member.token).call('orderDetail', { id })).receipt;
      if (given === null) throw new Error(`bet ${id} has no receipt`);
      receipts.push({ id, receipt: given });
    }
    say('judges what was signed');
    const judged = await judgeLog(`${last.url}/log`, { receipts, notes: [...notes] });
    const { code, log } = await verifyLedger(machines[0] ?? shared);
    if (code !== 0 || !log.includes('all agree')) throw new Error(`verify does not agree:\n${log}`);
    return {
      ...judged,
      rounds,
      seed,
      kills,
      bets: sent,
      unheard,
      late,
      rotations,
      seconds: Math.round((performance.now() - startedMs) / 1_000),
    };
  } finally {
    over.abort();
    for (const server of alive()) await server.kill();
    await address.close();
    await folder.remove();
  }
};
