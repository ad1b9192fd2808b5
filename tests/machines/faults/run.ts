import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import pg from 'pg';
import { openDatabase } from '../../../apps/server/src/core/database/database.ts';
import { readFileIfThere } from '../../../apps/server/src/core/disk-files.ts';
import { migrate, pendingMigrations } from '../../../apps/server/src/core/database/migrate.ts';
import { openFeed } from '../../fixtures/feed.ts';
import { judgeLog } from '../log-kill-judge.ts';
import { memberApi } from '../../fixtures/member-api.ts';
import { randomFrom, type Random } from '../../fixtures/random.ts';
import { beginServer, verifyLedger } from '../../fixtures/server.ts';
import { createAdversary, offered } from './adversary.ts';
import { readFinalState } from './final-state.ts';
import { openGround, serverCount, type Fleet, type Template } from './fleet.ts';
import type { History } from './history.ts';
import { judge, type Evidence, type Finding } from './judge.ts';
import { playLiar } from './liar.ts';
import { createMember, type Kept, type Market, type Member } from './member.ts';
import { createOffice, type Login } from './office.ts';
import { startPayer, type Payer } from './payer.ts';
import { faultNames, planOf, type FaultName, type Plan } from './plan.ts';
import { startProvider, type Provider } from './provider.ts';

/** What a run was, and what the judge found. */
export type RunFigures = {
  seed: number;
  findings: Finding[];
  evidence: Evidence;
  /** Faults that this machine cannot do. */
  cannot: { name: FaultName; why: string }[];
  /** Operations, their sendings, and those without an answer. */
  counts: { operations: number; sendings: number; unheard: number };
  chain: { transfers: number; reorganisations: number };
  notices: number;
  /** Wrong scores that a feed has claimed. */
  lies: number;
  /** Whether the run began with an older schema, and how often a server was killed while it migrated that. */
  migrates: boolean;
  migrationKills: number;
  seconds: number;
  /** What the servers have printed. */
  logs: string[];
};

/** Servers must be ready again within this time after a fault has ended, on a machine with other work to do. */
const readyWithinMs = 60_000;
/** Every operation must have ended within this time after the last fault. */
const settledWithinMs = 150_000;

const memberCount = 8;
const accounts = Array.from({ length: memberCount }, (_, n) => `member-${n + 1}`);
const terms = { grant: 100_000n, selectionCap: 60_000n, memberCap: 25_000n, readyWithinMs };

const settings = {
  REPLAY: 'false',
  PLAY_GRANT: '1000.00',
  LOG_ORIGIN: 'faults.example/log',
  EXPOSURE_CAP_SELECTION: '600.00',
  EXPOSURE_CAP_MEMBER: '250.00',
  TURNOVER_MULTIPLE: '0',
  WITHDRAW_DAYS: '1,2,3,4,5,6,7',
  WITHDRAW_TWO_ABOVE: '150',
  WITHDRAW_PASSWORD_ABOVE: '40000',
  PAYOUT_COOLING_HOURS: '0',
  PAYOUT_SANDBOX_SECONDS: '1',
  OPERATOR_WAIT_HOURS: '0',
  RATE_LIMIT_PER_MINUTE: '1000000',
  SIGNIN_LIMIT_PER_MINUTE: '1000000',
  FILE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
};

const Logins = Type.Array(Type.Object({ account: Type.String(), password: Type.String() }));

/** Registers the members of runs, and has the operators made. */
const furnish = async (fleet: Fleet): Promise<void> => {
  if (!(await fleet.start(0)))
    throw new Error(`The first server does not start:\n${fleet.machines[0]?.ended.slice(-4_000)}`);
  for (const account of accounts) {
    const api = memberApi(fleet.machines[0]?.url ?? '');
    await api.register(account);
  }
};

/** Forgets how far the chain of the sandbox was read: each run has a new chain. */
const forgetChain = async (fleet: Fleet): Promise<void> => {
  await fleet.machines[0]?.server?.stop();
  const client = new pg.Client({ connectionString: fleet.ownerUrl() });
  await client.connect();
  for (const table of ['chain_cursor', 'chain_block', 'chain_lead'])
    await client.query(`delete from ${table} where network = 'usdt-erc20'`);
  await client.end();
};

/** Makes what runs begin with: a database with members and operators, and data folders of servers. */
export const makeTemplate = async (folder: string): Promise<Template> => {
  const fleet = await openGround({ settings });
  try {
    await furnish(fleet);
    await forgetChain(fleet);
    return await fleet.keep(folder);
  } finally {
    await fleet.close();
  }
};

/** The operators whose passwords the servers know: servers that begin together on a new database share the accounts among them. */
const readLogins = async (fleet: Fleet): Promise<Login[]> => {
  const known = new Map<string, Login>();
  for (const { dataDir } of fleet.machines) {
    const file = await readFileIfThere(join(dataDir, 'demo-operators.json'));
    const logins = file === undefined ? [] : Value.Parse(Logins, JSON.parse(file.toString()));
    for (const login of logins) if (!known.has(login.account)) known.set(login.account, login);
  }
  return Array.from(known.values());
};

/** Kills servers while they bring an older schema up to date. @returns how often one was killed before it was ready */
const killMigrations = async (fleet: Fleet, random: Random): Promise<number> => {
  const database = openDatabase(fleet.ownerUrl(), 2, () => undefined);
  const files = await pendingMigrations(database.pool);
  await migrate(database.pool, { before: random.pick(files.slice(1)) });
  await database.close();
  let kills = 0;
  for (let round = 0; round < 4; round++) {
    const starting = fleet.machines.map(({ dataDir, lever }) =>
      beginServer({ ...fleet.settings, DATA_DIR: dataDir, ...lever.env, LOG_LEVEL: 'debug' }),
    );
    // Both migrate at once; they are killed one shortly after the other.
    await Promise.race(starting.map((one) => one.said('"phase":"migrations"')));
    for (const one of starting) {
      await wait(random.below(700));
      if (!one.log().includes('Touchline is ready')) kills += 1;
      one.signal('SIGKILL');
      await one.ended;
    }
  }
  return kills;
};

/** Announces the matches of a plan, past the servers. @returns their ids in order */
const announce = async (fleet: Fleet, plan: Plan): Promise<string[]> => {
  const database = openDatabase(fleet.serverUrl(), 2, () => undefined);
  const feed = await openFeed({ ...database, url: fleet.serverUrl() });
  const ids: string[] = [];
  for (const [n, { kickOffMs }] of plan.matches.entries()) {
    const kickOff = new Date(Date.now() + (kickOffMs ?? 86_400_000));
    ids.push((await feed.announce(`Home ${n}`, `Away ${n}`, kickOff)).id);
  }
  await feed.close();
  await database.close();
  return ids;
};

const readMarkets = async (url: string, events: readonly string[]): Promise<Market[]> => {
  const markets: Market[] = [];
  for (const event of events) {
    const detail = await memberApi(url).call('eventDetail', { id: event });
    const winner = detail.markets.find(({ market }) => market === '1x2');
    const selections = (winner?.selections ?? []).flatMap(({ selection, odds }) =>
      odds === null ? [] : [{ selection, odds }],
    );
    markets.push({ event, selections });
  }
  return markets;
};

/** Waits until nothing is under way any more. @returns what still is when the time is over */
const quiet = async (fleet: Fleet, transfers: readonly { recharge: string }[]): Promise<string[]> => {
  const client = new pg.Client({ connectionString: fleet.ownerUrl() });
  await client.connect();
  try {
    const giveUp = performance.now() + settledWithinMs;
    for (;;) {
      const { rows } = await client.query<{ what: string }>(
        `select 'settlement of ' || s.event_id as what from standing s
           left join settlement_run r on r.event_id = s.event_id and r.version = s.ruling
           where s.ruling > 0 and (s.graded <> s.ruling or r.finished_at is null)
         union all select 'withdrawal ' || id from withdrawal where stage = 'paying' and state in ('in_progress', 'success')
         union all select 'order ' || id from delayed_order where state = 'waiting'
         union all select 'returns of ' || member_id from play where returns_due
         union all select 'transfer to ' || encode(address, 'hex') from chain_transfer where state <> 'orphaned' and delivered_at is null
         union all select 'notice ' || event_id from rail_event where handled_at is null and kind <> 'ignored'
         union all select 'transfer for ' || t.recharge from (
             select recharge, count(*) as sent from unnest($1::uuid[]) as t (recharge) group by recharge) t
           where t.sent > (select count(*) from payment p where p.recharge_id = t.recharge and p.state in ('credited', 'in_review'))`,
        [transfers.map(({ recharge }) => recharge)],
      );
      if (rows.length === 0) return [];
      if (performance.now() > giveUp) return rows.map(({ what }) => what);
      await wait(300);
    }
  } finally {
    await client.end();
  }
};

/** Keeps the checkpoints that anybody was shown, until the run is over. */
const watchLog = async (fleet: Fleet, notes: Set<string>, over: AbortSignal): Promise<void> => {
  while (!over.aborted) {
    for (const { server } of fleet.machines) {
      if (server === undefined) continue;
      const signal = AbortSignal.timeout(2_000);
      const answer = await fetch(`${server.url}/log/checkpoint`, { signal }).catch(() => undefined);
      const text = answer?.ok === true ? await answer.text().catch(() => undefined) : undefined;
      if (text !== undefined) notes.add(text);
    }
    await wait(200);
  }
};

/** Never resolves; rejects when the work fails. */
const failureOf = async (work: Promise<unknown>): Promise<never> => {
  await work;
  return new Promise(() => undefined);
};

/** Measures how long no server was ready, until the run is over. */
const watchGap = async (fleet: Fleet, history: History, over: AbortSignal): Promise<void> => {
  let lastMs = performance.now();
  while (!over.aborted) {
    const looks = fleet.machines.map(async ({ server }) => {
      if (server === undefined) return false;
      const signal = AbortSignal.timeout(1_000);
      const answer = await fetch(`${server.url}/readyz`, { signal }).catch(() => undefined);
      await answer?.text().catch(() => undefined);
      return answer?.status === 200;
    });
    const isReady = (await Promise.all(looks)).some(Boolean);
    const atMs = performance.now();
    if (isReady) lastMs = atMs;
    else history.longestGapMs = Math.max(history.longestGapMs, atMs - lastMs);
    await wait(100);
  }
};

/** Pays the chain's recharges as they are begun, a little more or less now and then, and some twice. */
const payByChain = async (
  {
    members,
    history,
    payer,
    random,
  }: { members: readonly Member[]; history: History; payer: Payer; random: Random },
  over: AbortSignal,
): Promise<void> => {
  const known = new Set<string>();
  while (!over.aborted) {
    await wait(200);
    for (const { who, asked, given } of history.sendings) {
      if (asked.what !== 'recharge' || asked.channel !== 'usdt-erc20') continue;
      if (given?.what !== 'recharge' || known.has(given.id)) continue;
      const member = members.find(({ account }) => account === who);
      const found = await member
        ?.api()
        .answer('rechargeList', { id: given.id })
        .catch(() => undefined);
      const recharge = found?.code === 1 ? found.data.list[0] : undefined;
      if (recharge?.address === undefined || recharge.usdtAmount === undefined) continue;
      known.add(given.id);
      if (random.chance(0.1)) continue;
      const whole = BigInt(Math.round(Number(recharge.usdtAmount) * 100)) * 10_000n;
      const millionths = random.chance(0.2) ? whole - 1_000_000n : whole;
      const times = random.chance(0.2) ? 2 : 1;
      for (let n = 0; n < times; n++)
        payer.pay({ recharge: given.id, address: recharge.address, millionths });
    }
  }
};

/** Asks for the receipts that were late, and holds all of them and what was signed against the public log. */
const judgePublicLog = async (
  url: string,
  { members, kept, notes }: { members: readonly Member[]; kept: readonly Kept[]; notes: ReadonlySet<string> },
): Promise<string[]> => {
  try {
    const receipts: { id: string; receipt: Receipt }[] = [];
    for (const { id, receipt, account } of kept) {
      const member = members.find((one) => one.account === account);
      const given = receipt ?? (await member?.api().call('orderDetail', { id }))?.receipt ?? undefined;
      if (given === undefined) return [`bet ${id} has no receipt`];
      receipts.push({ id, receipt: given });
    }
    await judgeLog(`${url}/log`, { receipts, notes: [...notes] });
    return [];
  } catch (error) {
    return [String(error)];
  }
};

/** Lines of the servers that must not be there. */
const faultsOf = (fleet: Fleet): string[] =>
  fleet.machines
    .flatMap(({ ended, server }) => `${ended}${server?.log() ?? ''}`.split('\n'))
    .filter((line) => /"level":60|another connection|breaks an invariant|unhandled/i.test(line));

type Options = {
  seed: number;
  seconds: number;
  template: Template;
  say?: (line: string) => void;
};

/**
 * Plays one seed: members, operators, a provider and a chain on two servers, an adversary against all of them, and the judge.
 * @throws when the run cannot be played to its end, as when a server never comes back
 */
export const playSeed = async ({
  seed,
  seconds,
  template,
  say = () => undefined,
}: Options): Promise<RunFigures> => {
  const startedMs = performance.now();
  let zeroMs = startedMs;
  const now = (): number => performance.now() - zeroMs;
  const history: History = { sendings: [], faults: [], recoveries: [], longestGapMs: 0 };
  const part = (n: number): Random => randomFrom(seed * 64 + 32 + n);
  const urls: string[] = [];
  const closing: (() => Promise<void>)[] = [];
  const over = new AbortController();
  const watching = new AbortController();
  try {
    const provider: Provider = await startProvider({
      urls: () => urls,
      notices: { again: 0.5, later: 0.4 },
      random: part(0),
      history,
      now,
    });
    closing.push(() => provider.close());
    const payer = await startPayer({ random: part(1), now });
    closing.push(() => payer.close());
    const more = { ...settings, ...provider.settings, ...payer.settings };
    const migrates = planOf({ seed, seconds, can: faultNames }).migrates;
    const fleet = await openGround({ template: migrates ? undefined : template, settings: more });
    closing.push(() => fleet.close());
    const { can, cannot } = offered(fleet);
    const plan = planOf({ seed, seconds, can });
    const migrationKills = migrates ? await killMigrations(fleet, part(2)) : 0;
    if (migrates) await furnish(fleet);
    urls.push(...fleet.machines.map(({ url }) => url));
    const adversary = createAdversary({ fleet, history, now });
    await adversary.untilReady();
    const [first] = fleet.machines;
    if (first === undefined || fleet.machines.length !== serverCount) throw new Error('there are no servers');
    const events = await announce(fleet, plan);
    const markets = await readMarkets(first.url, events);
    const logins = await readLogins(fleet);
    const kept: Kept[] = [];
    const members = accounts.map((account) => createMember({ account, urls, history, now, markets, kept }));
    const ids: string[] = [];
    for (const member of members) {
      await member.enter();
      ids.push((await member.api().call('userInfo', {})).id);
    }
    const office = createOffice({ urls, logins, history, now });
    const notes = new Set<string>();
    let lies = 0;
    // Kick-offs are counted from here.
    zeroMs = performance.now();
    say(`seed ${seed}: ${plan.faults.map(({ name }) => name).join(', ')}`);
    const watchers = [watchLog(fleet, notes, watching.signal), watchGap(fleet, history, over.signal)];
    const acting = Promise.all([
      ...members.map((member, n) => member.play(plan.members[n] ?? [], over.signal)),
      ...plan.matches.map((match, n) => office.ruleOn(events[n] ?? '', match, over.signal)),
      office.decideWithdrawals(part(3), over.signal),
      office.correct(ids, part(4), over.signal),
      provider.play(over.signal),
      payer.play(plan.reorganisations, over.signal),
      playLiar(
        { url: fleet.settings['DATABASE_URL'] ?? '', events, plan, random: part(6), now },
        over.signal,
      ).then((count) => (lies += count)),
      payByChain({ members, history, payer, random: part(5) }, over.signal),
    ]);
    const harming = adversary.play(plan.faults, over.signal);
    // What ends the run by an error lets the adversary take its fault back before the fleet is closed.
    closing.push(() => harming.catch(() => undefined));
    // An actor that fails ends the run; else all faults come, however long they take.
    await Promise.race([Promise.all([wait(seconds * 1_000), harming]), failureOf(acting)]);
    over.abort();
    await harming;
    await adversary.untilReady();
    await acting;
    const unanswered = (await Promise.all(members.map(({ sender }) => sender.settle()))).flat();
    unanswered.push(...(await provider.settle()));
    await payer.settle();
    const left = await quiet(fleet, payer.paid());
    watching.abort();
    await Promise.all(watchers);

    const evidence: Evidence = {
      history,
      state: await readFinalState(fleet.ownerUrl()),
      chainPayments: payer
        .paid()
        .map(({ recharge, millionths }) => ({ recharge, amount: millionths / 10_000n })),
      terms,
      log: await judgePublicLog(first.server?.url ?? '', { members, kept, notes }),
      verify: [],
    };
    const { code, log } = await verifyLedger({ ...fleet.settings, DATA_DIR: first.dataDir });
    if (code !== 0 || !log.includes('all agree'))
      // Parts with differences, and below each the first of them.
      evidence.verify = log.split('\n').filter((line) => /^(WRONG| {9})/.test(line));
    if (code !== 0 && evidence.verify.length === 0) evidence.verify = [log];
    const findings = [
      ...judge(evidence),
      ...left.map((what): Finding => ({ rule: 'unsettled', what })),
      ...unanswered.map((what): Finding => ({ rule: 'unanswered', what })),
      ...faultsOf(fleet).map((what): Finding => ({ rule: 'fault', what })),
    ];
    const operations = new Set(history.sendings.map(({ who, key }) => `${who} ${key}`)).size;
    return {
      seed,
      findings,
      evidence,
      cannot,
      counts: {
        operations,
        sendings: history.sendings.length,
        unheard: history.sendings.filter(({ answer }) => answer === 'none').length,
      },
      chain: payer.replaced(),
      notices: history.sendings.filter(({ asked }) => asked.what === 'notice').length,
      lies,
      migrates,
      migrationKills,
      seconds: Math.round((performance.now() - startedMs) / 1_000),
      logs: fleet.machines.map(({ ended, server }) => `${ended}${server?.log() ?? ''}`),
    };
  } finally {
    over.abort();
    watching.abort();
    for (const close of closing.toReversed()) await close();
  }
};
