import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type Database } from '@touchline/server/tools/database';
import { seedOpenBets } from '@touchline/server/tools/settling';
import { crowdSettings, startCrowd, type Crowd } from '../../../tests/machines/crowd.ts';
import { startServer, verifyLedger, type Server } from '../../../tests/fixtures/server.ts';
import { printTable, progress } from '../../bench/lib/report.ts';
import { frontPorts, openCluster, type Cluster } from './cluster.ts';
import type { During } from './during.ts';
import { failAll } from './failures.ts';
import { findPrograms } from './installed.ts';
import { makeMachines, removeNetwork } from './machines.ts';
import { backUp, runRunbook } from './runbook.ts';
import { settleThrough } from './settle.ts';

/** How much the drill does. */
const scope = {
  whole: { members: 16, seeded: 50_000, calm: 1_500 },
  quick: { members: 8, seeded: 5_000, calm: 200 },
};
const names = ['db1', 'db2', 'third'] as const;
/** Members cannot bet while a backup is restored, which takes minutes on a busy machine. */
const patienceMs = 900_000;

/** An event and the time without bets: of the site, of the server with both hosts, and of the one behind HAProxy. */
type Row = { what: string; bets: number; gap: number; byHosts: number; byHaproxy: number };

/**
 * Brings up two machines with PostgreSQL under Patroni, a third with etcd, HAProxy and two servers, from the files of `deploy/ha`.
 * Members bet while the primary is switched over, killed, frozen and cut off, and while a server dies in the middle of a settlement.
 * Then the steps of docs/deploy-and-recover.md are carried out on it.
 * @param runbook carries out the steps alone
 * @throws NotInstalled naming the packages that are missing
 * @throws when an acknowledged bet is missing or doubled, or `npm run verify` does not agree
 */
export const failover = async (
  folder: string,
  { quick, runbook }: { quick: boolean; runbook: boolean },
): Promise<object> => {
  const installed = await findPrograms();
  const { members, seeded, calm } = quick ? scope.quick : scope.whole;
  await removeNetwork(names);
  const machines = await makeMachines(folder, names);
  const [db1, db2, third] = machines.list;
  if (!db1 || !db2 || !third) throw new Error('There are not three machines');
  const servers: (Server | undefined)[] = [];
  let front: ChildProcess | undefined;
  let crowd: Crowd | undefined;
  const clear = async (): Promise<void> => {
    front?.kill('SIGKILL');
    for (const server of servers) await server?.kill();
    await machines.close();
  };
  const leave = (): void => void clear().finally(() => process.exit(1));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    progress('starts etcd, Patroni and PostgreSQL');
    const cluster = await openCluster(folder, { db1, db2, third }, installed);
    front = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
    const archive = {
      BACKUP_TO: join(folder, 'backups'),
      BACKUP_KEY: randomBytes(32).toString('hex'),
      BACKUP_SECONDS: '2',
    };
    const settings = await Promise.all(
      frontPorts.apps.map(async (port, i) => {
        const dataDir = join(folder, `app${i + 1}`);
        await mkdir(dataDir);
        return { ...cluster.settings, ...crowdSettings, ...archive, PORT: String(port), DATA_DIR: dataDir };
      }),
    );
    const start = async (i: number): Promise<void> => {
      servers[i] = await startServer({ ...settings[i], ...(i === 1 ? behindHaproxy(cluster) : {}) });
    };
    progress('starts two servers');
    await start(0);
    await start(1);
    await frontIsReady(front);
    progress(`writes ${seeded} bets that are open`);
    const database = openDatabase(cluster.superuserUrl, 4, () => undefined);
    const match = await seedWithin(database, cluster.superuserUrl, seeded);
    progress('makes a base backup');
    const base = await backUp(settings[0] ?? {});
    const urls = frontPorts.apps.map((port) => `http://127.0.0.1:${port}`);
    crowd = await startCrowd(() => urls, { members, patienceMs });
    const rows: Row[] = [];

    const during: During = async (what, happen) => {
      if (!crowd) return;
      progress(what);
      await cluster.whole();
      await crowd.goOn(calm);
      const [beforeMs, before] = [performance.now(), crowd.acknowledged()];
      const mend = await happen();
      await crowd.goOn(calm);
      await mend();
      await cluster.whole();
      await crowd.goOn(calm);
      const row = {
        what,
        bets: crowd.acknowledged() - before,
        gap: crowd.gapSince(beforeMs),
        byHosts: crowd.gapSince(beforeMs, urls[0]),
        byHaproxy: crowd.gapSince(beforeMs, urls[1]),
      };
      rows.push(row);
      const [gap, hosts, haproxy] = [row.gap, row.byHosts, row.byHaproxy].map((one) => one.toFixed(1));
      progress(`  nobody could bet for ${gap} s (both hosts ${hosts}, HAProxy ${haproxy}), ${row.bets} bets`);
    };
    if (!runbook) {
      await failAll({
        cluster,
        during,
        canBeCut: machines.canBeCut,
        settle: (strike) => settleThrough(database, cluster.superuserUrl, match, strike),
        killServer: async () => {
          await servers[0]?.kill();
          servers[0] = undefined;
        },
        startServer: () => start(0),
      });
    }

    const stopServers = async (): Promise<void> => {
      for (const [i, server] of servers.entries()) {
        const code = await server?.stop();
        if (code !== 0) throw new Error(`a server ended with ${code}:\n${server?.log().slice(-2_000)}`);
        servers[i] = undefined;
      }
    };
    const startServers = async (): Promise<void> => {
      for (const i of settings.keys()) await start(i);
    };
    await runRunbook({ cluster, during, stopServers, startServers, backup: settings[0] ?? {}, folder }, base);

    progress('holds what was answered against what is on record');
    await crowd.stop();
    const judged = await crowd.judge();
    if (judged.found !== judged.acknowledged || judged.doubled !== 0)
      throw new Error(`bets were lost or doubled: ${JSON.stringify(judged)}`);
    await database.close();
    const { code, log } = await verifyLedger(settings[0] ?? {});
    if (code !== 0 || !log.includes('all agree')) throw new Error(`verify does not agree:\n${log}`);
    console.log(`${installed.versions.join(', ')}\n`);
    printTable(
      ['what happened', 'bets meanwhile', 'gap, s', 'both hosts, s', 'HAProxy, s'],
      rows.map(({ what, bets, gap, byHosts, byHaproxy }) => [
        what,
        bets,
        gap.toFixed(1),
        byHosts.toFixed(1),
        byHaproxy.toFixed(1),
      ]),
    );
    console.log(
      `\n${judged.acknowledged} bets acknowledged, ${judged.found} found, ${judged.doubled} doubled; ${judged.unheard} calls` +
        ` were sent again; ${runbook ? '' : `${match.bets} seeded bets settled once; `}verify: all agree`,
    );
    if (!machines.canBeCut) console.log('no machine was cut off: that needs root');
    const misunderstood = await cluster.misunderstood();
    if (misunderstood.length > 0)
      throw new Error(`PostgreSQL refused statements:\n${misunderstood.slice(0, 5).join('\n')}`);
    return { drill: 'failover', versions: installed.versions, rows, ...judged };
  } finally {
    // Bets under way get no answer any more; each is given up when its servers are gone.
    crowd?.abandon();
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await clear();
  }
};

/** The bets are made with a function that PostgreSQL has from 18 on; before, it is there while they are made. */
const seedWithin = async (
  database: Database,
  url: string,
  bets: number,
): Promise<{ event: string; bets: number }> => {
  const { rows } = await database.pool.query<{ missing: boolean }>(
    `select to_regproc('pg_catalog.uuidv7') is null as missing`,
  );
  const isMissing = rows[0]?.missing === true;
  if (isMissing) {
    await database.pool.query(
      `create function uuidv7() returns uuid language sql volatile as $$
         select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
           substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1),
           'hex')::uuid $$`,
    );
  }
  const seeded = await seedOpenBets(database, url, bets);
  if (isMissing) await database.pool.query('drop function uuidv7()');
  return seeded;
};

/** The second server knows one address, as programs that cannot read several hosts do. */
const behindHaproxy = ({ settings }: Cluster): Record<string, string> =>
  Object.fromEntries(
    ['DATABASE_URL', 'DATABASE_OWNER_URL'].map((name) => [
      name,
      (settings[name] ?? '').replace(/@.*$/, `@127.0.0.1:${frontPorts.primary}/touchline`),
    ]),
  );

/** Waits until HAProxy leads members to the servers. */
const frontIsReady = async (front: ChildProcess): Promise<void> => {
  for (let looks = 0; looks < 240 && front.exitCode === null; looks++) {
    const answer = await fetch(`http://127.0.0.1:${frontPorts.site}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await wait(250);
  }
  throw new Error('HAProxy leads to no server');
};
