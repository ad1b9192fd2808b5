import type { Failpoint } from '../platform/failpoints.ts';
import type { FactSource } from '../platform/log-facts.ts';
import type { Ground, Room } from '../platform/room.ts';
import { logFigures, pointsOfTurn, readLogFigures } from './figures.ts';
import { logHandlers } from './handlers.ts';
import { logSources } from './own-facts.ts';
import { createSealer } from './seal.ts';
import { createSequencer } from './sequence.ts';
import { createPublicLog } from './service.ts';
import { createShownLog } from './shown.ts';
import { createSigning } from './signing.ts';
import type { LogKeys } from '../platform/log-key.ts';
import type { CurrentKey } from './keys.ts';
import { createTiles, type TileStore } from './tiles.ts';
import { createWitnesses, parseWitnesses } from './witnesses.ts';

/** How often the log takes what is new and signs it. */
const turnMs = 1_000;
/** How often full tiles are stored; until then they are made when they are asked for. */
const tilesMs = 5_000;
/** How often witnesses are asked. */
const witnessesMs = 2_000;

/** Opens the public log of the house over the facts of all rooms. */
export const openPublicLog = (
  {
    connections,
    config,
    bus,
    log,
  }: Pick<Ground, 'bus' | 'config' | 'log'> & {
    connections: Pick<Ground['connections'], 'calls' | 'background'>;
  },
  {
    keys,
    currentKey,
    store,
    facts,
    failpoint,
  }: {
    keys: LogKeys;
    currentKey: CurrentKey;
    store: TileStore;
    /** In the order in which they are taken within a turn. */
    facts: readonly FactSource[];
    failpoint?: Failpoint | undefined;
  },
) => {
  const { pool, groups } = connections.background;
  const sources = logSources(facts);
  const sealer = createSealer(keys.nonceKey);
  const witnesses = createWitnesses({
    pool,
    addresses: parseWitnesses(config.LOG_WITNESSES),
    needed: config.LOG_WITNESSES_NEEDED,
    log,
  });
  const publicLog = createPublicLog({
    witnesses,
    // Anybody may read the log: sums, settlement and the sequencer itself must not wait for readers, nor these for them.
    pool: connections.calls.pool,
    groups: connections.calls.groups,
    sources,
    sealer,
    sequencer: createSequencer({
      pool,
      groups,
      sources,
      sealer,
      togetherSeconds: config.LOG_TOGETHER_SECONDS,
      failpoint,
    }),
    signing: createSigning({ pool, folder: config.DATA_DIR, keys, failpoint }),
    tiles: createTiles({
      on: connections.calls.pool,
      store,
      onDamage: (path) => log.error({ path }, 'a stored tile of the log was damaged, and is made again'),
    }),
    currentKey,
    bus,
    log,
  });
  const shown = createShownLog({ pool, witnesses, currentKey });
  return {
    service: {
      ...publicLog,
      /** What anybody reads of it. */
      read: { ...publicLog, ...shown },
    },
    handlers: logHandlers(publicLog, witnesses.vkeys),
    figures: {
      now: () => [
        { of: logFigures.refused, value: publicLog.refusal() === undefined ? 0 : 1 },
        ...pointsOfTurn(publicLog.turnedAt()),
      ],
      stored: () => readLogFigures({ pool, witnesses }),
    },
    routines: [
      {
        name: 'public log',
        everyMs: turnMs,
        firstMs: 0,
        run: async () => {
          await publicLog.turn();
          await shown.refresh();
        },
      },
      { name: 'tiles of the log', everyMs: tilesMs, run: publicLog.storeTiles },
      { name: 'witnesses of the log', everyMs: witnessesMs, run: witnesses.ask },
    ],
    stop: witnesses.stop,
  } satisfies Room;
};
