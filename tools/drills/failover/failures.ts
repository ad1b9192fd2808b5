import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { During } from './during.ts';
import type { Machine } from './machines.ts';

type Site = {
  cluster: Cluster;
  during: During;
  canBeCut: boolean;
  /** Lets something happen in the middle of a settlement. @returns waits until it has ended */
  settle: (strike: () => Promise<void>) => Promise<() => Promise<void>>;
  /** Kills and starts the server that has both hosts of the database. */
  killServer: () => Promise<void>;
  startServer: () => Promise<void>;
};

/** How long a machine stays frozen or cut off: longer than it takes to replace its leader. */
const awayMs = 45_000;

const nothing = (): Promise<void> => Promise.resolve();

/** Lets what fails on two machines fail, one after the other, each while members bet. */
export const failAll = async (site: Site): Promise<void> => {
  const { cluster, during, canBeCut, settle, killServer, startServer } = site;
  /** Takes the machine of the primary away for some time. */
  const away = async (
    leave: (one: Machine) => Promise<void>,
    back: (one: Machine) => Promise<void>,
  ): Promise<() => Promise<void>> => {
    const primary = await cluster.leader();
    await leave(primary);
    const sinceMs = performance.now();
    return async () => {
      await wait(Math.max(0, awayMs - (performance.now() - sinceMs)));
      await back(primary);
    };
  };

  await during('switchover', async () => {
    await cluster.switchOver();
    return nothing;
  });
  await during('machine of the primary killed (SIGKILL)', async () => {
    const primary = await cluster.leader();
    await primary.kill();
    return () => cluster.restart(primary);
  });
  await during('machine of the primary frozen (SIGSTOP)', () =>
    away(
      (one) => one.freeze(),
      (one) => one.thaw(),
    ),
  );
  if (canBeCut) {
    await during('machine of the primary cut off', () =>
      away(
        (one) => one.cut(),
        (one) => one.join(),
      ),
    );
  }
  await during('PostgreSQL of the primary killed', async () => {
    const primary = await cluster.leader();
    const killed = await cluster.killPostgres(primary);
    return async () => {
      // Whether it leads again or follows, its PostgreSQL is another process.
      await cluster.whole();
      if ((await cluster.postmasterOf(primary)) === killed)
        throw new Error(`the postmaster of ${primary.name} is the one that was killed`);
    };
  });
  await during('machine of the standby killed', async () => {
    const standby = await cluster.other();
    await standby.kill();
    return () => cluster.restart(standby);
  });
  await during('a server and the primary killed during settlement', async () => {
    const primary = await cluster.leader();
    const settled = await settle(async () => {
      await Promise.all([primary.kill(), killServer()]);
    });
    return async () => {
      await startServer();
      await cluster.restart(primary);
      await settled();
    };
  });
};
