import { setTimeout as wait } from 'node:timers/promises';
import { failpointNames } from '../../../apps/server/src/core/failpoints.ts';
import { serverCount, type Fleet, type Machine } from './fleet.ts';
import type { History } from './history.ts';
import { faultNames, type FaultName, type PlannedFault } from './plan.ts';
import type { RunClock } from './sender.ts';

/** A run is given up when its servers are not ready after this time. */
const patienceMs = 180_000;

/** The faults that this fleet offers, and those that it does not with the reason. */
export const offered = (
  fleet: Pick<Fleet, 'hasDisk' | 'hasLevers'>,
): { can: FaultName[]; cannot: { name: FaultName; why: string }[] } => {
  const cannot = faultNames.flatMap((name): { name: FaultName; why: string }[] => {
    if (name === 'the disk is full' && !fleet.hasDisk)
      return [{ name, why: 'no file system of its own can be mounted here' }];
    const needsLever =
      name === 'fsync fails' ||
      name === 'the clock of a server turns' ||
      name === 'the clock of PostgreSQL turns';
    return needsLever && !fleet.hasLevers ? [{ name, why: 'there is no C compiler here' }] : [];
  });
  return { can: faultNames.filter((name) => !cannot.some((one) => one.name === name)), cannot };
};

/** Does faults to a fleet, and takes them back. */
export const createAdversary = ({
  fleet,
  history,
  now,
}: {
  fleet: Fleet;
  history: History;
  now: RunClock;
}) => {
  const { machines, wire } = fleet;
  const all = Array.from({ length: serverCount }, (_, n) => n);

  const startDatabase = async (): Promise<void> => {
    const giveUp = performance.now() + patienceMs;
    for (;;) {
      try {
        await fleet.startDatabase();
        return;
      } catch (error) {
        if (performance.now() > giveUp) throw error;
        await wait(300);
      }
    }
  };
  /** Starts what is not there, as the machine's own supervisor does. */
  const startServers = async (): Promise<void> => {
    await Promise.all(
      all.map(async (n) => {
        for (let tries = 0; tries < 5; tries++) if (await fleet.start(n)) return;
        throw new Error(`server ${n} does not start:\n${machines[n]?.ended.slice(-4_000)}`);
      }),
    );
  };
  const isReady = async (n: number): Promise<boolean> => {
    const machine = machines[n];
    if (machine?.server === undefined) return false;
    const answer = await fetch(`${machine.url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(
      () => undefined,
    );
    await answer?.text().catch(() => undefined);
    return answer?.status === 200;
  };
  /** Waits until all servers are ready, and starts those that have ended. */
  const untilReady = async (): Promise<void> => {
    const giveUp = performance.now() + patienceMs;
    for (;;) {
      await startServers();
      const ready = await Promise.all(all.map(isReady));
      if (ready.every(Boolean)) return;
      if (performance.now() > giveUp) throw new Error('the servers are never ready again');
      await wait(100);
    }
  };

  const well = async (): Promise<void> => {
    wire.be({ is: 'well' });
    for (const { door } of machines) door.be({ is: 'well' });
  };
  type Met = PlannedFault & { machine: Machine };
  /** Begins each fault, and answers what takes it back. */
  const faults: Record<FaultName, (met: Met) => Promise<() => Promise<void>>> = {
    'a server is killed': async ({ server }) => {
      await fleet.kill(server);
      return startServers;
    },
    'both servers are killed': async () => {
      await Promise.all(all.map((n) => fleet.kill(n)));
      return startServers;
    },
    'a server is killed in a settlement': async ({ server, machine, place }) => {
      await fleet.kill(server);
      const at = failpointNames[place % failpointNames.length] ?? 'chunk.paid';
      await fleet.start(server, { FAILPOINT: `${at}:${1 + (place % 4)}` });
      const dying = machine.server;
      return async () => {
        if (dying !== undefined) await Promise.race([dying.ended, wait(4_000)]);
        await fleet.kill(server);
        await startServers();
      };
    },
    'a server hangs': ({ server }) => {
      fleet.freeze(server, true);
      return Promise.resolve(() => Promise.resolve(fleet.freeze(server, false)));
    },
    'PostgreSQL is killed': async () => {
      await fleet.killDatabase();
      return startDatabase;
    },
    'PostgreSQL hangs': async () => {
      await fleet.freezeDatabase(true);
      return () => fleet.freezeDatabase(false);
    },
    'PostgreSQL and a server are killed': async ({ server }) => {
      await Promise.all([fleet.killDatabase(), fleet.kill(server)]);
      return async () => {
        await startDatabase();
        await startServers();
      };
    },
    'the disk is full': async () => {
      await fleet.fillDisk();
      return async () => {
        await fleet.emptyDisk();
        await startDatabase();
      };
    },
    'fsync fails': async () => {
      await fleet.databaseLever.failSync(true);
      return async () => {
        await fleet.databaseLever.failSync(false);
        await startDatabase();
      };
    },
    'connections to PostgreSQL break': () => {
      wire.cut();
      return Promise.resolve(() => Promise.resolve());
    },
    'PostgreSQL is not reached': () => {
      wire.be({ is: 'refused' });
      return Promise.resolve(well);
    },
    'the way to PostgreSQL stalls': () => {
      wire.be({ is: 'stalled' });
      return Promise.resolve(well);
    },
    'the way to PostgreSQL is slow': ({ ms }) => {
      wire.be({ is: 'slow', ms });
      return Promise.resolve(well);
    },
    'answers to members are lost': ({ machine }) => {
      machine.door.be({ is: 'answerless' });
      return Promise.resolve(well);
    },
    'calls of members stall': ({ machine }) => {
      machine.door.be({ is: 'stalled' });
      return Promise.resolve(well);
    },
    'the clock of a server turns': async ({ machine, ms }) => {
      await machine.lever.turnClock(ms);
      return () => machine.lever.turnClock(0);
    },
    'the clock of PostgreSQL turns': async ({ ms }) => {
      await fleet.databaseLever.turnClock(ms);
      return () => fleet.databaseLever.turnClock(0);
    },
  };

  return {
    untilReady,
    /** Does the planned faults one after the other, each at its time at the earliest, until the run is over. */
    play: async (planned: readonly PlannedFault[], over: AbortSignal): Promise<void> => {
      for (const fault of planned) {
        await wait(Math.max(0, fault.atMs - now()), undefined, { signal: over }).catch(() => undefined);
        if (over.aborted) return;
        const line = { name: fault.name, at: now(), until: now() };
        const machine = machines[fault.server];
        if (machine === undefined) throw new Error(`there is no server ${fault.server}`);
        const takeBack = await faults[fault.name]({ ...fault, machine });
        await wait(fault.forMs);
        line.until = now();
        await takeBack();
        history.faults.push(line);
        if (!fault.waits) continue;
        await untilReady();
        history.recoveries.push({ name: fault.name, ms: now() - line.until });
      }
    },
  };
};
