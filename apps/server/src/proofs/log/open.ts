import { limits } from '@touchline/contract/limits';
import type { LoggedFact, LogProof } from '@touchline/contract/shapes/log-proof';
import type { Failpoint } from '../../core/failpoints.ts';
import type { Handlers } from '../../core/handler.ts';
import type { FactSource } from '../../core/public-log/facts.ts';
import { ownerOf } from '../../core/owner.ts';
import { Refused } from '../../core/refusal.ts';
import type { Context, Module } from '../../core/module.ts';
import { logMetrics } from './metrics.ts';
import { betsWithSettlements, proveToMember, type NamedProof } from './member-proofs.ts';
import { logSources } from './own-facts.ts';
import { EntrySealer } from './seal.ts';
import { Sequencer } from './sequence.ts';
import { PublicLog, type NumberedFact } from './service.ts';
import { registerLog, ShownLog } from './shown.ts';
import { Signing } from './signing.ts';
import type { LogKeys } from '../../core/public-log/keys.ts';
import type { CurrentKey } from './keys.ts';
import { Tiles, type TileStore } from './tiles.ts';
import { parseWitnesses, Witnesses } from './witnesses.ts';

const toWire = ({ kind, id, body, nonce, proof }: NamedProof): LogProof => ({
  kind,
  id,
  body,
  ...(nonce === undefined ? {} : { nonce }),
  proof,
});

const toLogged = ({ body, nonce, index }: NumberedFact): LoggedFact => ({
  body,
  ...(nonce === undefined ? {} : { nonce }),
  ...(index === undefined ? {} : { index }),
});

/** The calls of a member about what is theirs in the public log. */
const logHandlers = (
  log: Pick<PublicLog, 'factsAbout' | 'hasFact' | 'pageOf' | 'proofOf' | 'publicFacts'>,
  witnesses: readonly string[],
): Pick<Handlers, 'betProofs' | 'logProof' | 'walletProofs'> => ({
  logProof: async ({ kind, id }, { member }) => {
    const found = await proveToMember(log, ownerOf(member), { kind, id });
    if (found === undefined) throw new Refused('not_found');
    const { own, related } = found;
    return {
      ...(own === undefined ? {} : { own: toWire(own) }),
      related: related.map(toWire),
      witnesses: [...witnesses],
    };
  },
  walletProofs: async ({ after, limit = limits.entryProofsMax }, { member }) => {
    const owner = ownerOf(member);
    const list = await log.pageOf('entry', owner, { after: `${owner.memberId}:${after}`, limit });
    return { list: list.map(toLogged), isLast: list.length < limit };
  },
  betProofs: async ({ after, limit = limits.betProofsMax }, { member }) => {
    const found = await betsWithSettlements(log, ownerOf(member), { after, limit });
    return {
      list: found.bets.map(toLogged),
      settlements: found.settlements.map(toLogged),
      decisions: found.decisions.map(toLogged),
      isLast: found.bets.length < limit,
    };
  },
});

/** How often the log takes what is new and signs it. */
const turnMs = 1_000;
/** How often full tiles are stored; until then they are made when they are asked for. */
const tilesMs = 5_000;
/** How often witnesses are asked. */
const witnessesMs = 2_000;

type LogContext = Pick<Context, 'bus' | 'config' | 'log' | 'metrics'> & {
  connections: Pick<Context['connections'], 'calls' | 'background'>;
};

type LogNeeds = {
  keys: LogKeys;
  currentKey: CurrentKey;
  store: TileStore;
  /** In the order in which they are taken within a turn. */
  facts: readonly FactSource[];
  failpoint?: Failpoint | undefined;
};

/** Opens the public log of the house over the facts of all modules. */
export const openPublicLog = (context: LogContext, needs: LogNeeds) => {
  const { connections, config, log } = context;
  const { pool } = connections.background;
  const { currentKey } = needs;
  const witnesses = new Witnesses({
    pool,
    addresses: parseWitnesses(config.LOG_WITNESSES),
    needed: config.LOG_WITNESSES_NEEDED,
    log,
  });
  const publicLog = openService(context, needs, witnesses);
  const shown = new ShownLog({ pool, publicLog, witnesses, currentKey });
  return {
    service: publicLog,
    routes: [(app, { limit }) => registerLog(app, { limit, log: shown })],
    handlers: logHandlers(publicLog, witnesses.vkeys),
    stored: logMetrics(context, { publicLog, witnesses }),
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
      { name: 'tiles of the log', everyMs: tilesMs, run: () => publicLog.storeTiles() },
      { name: 'witnesses of the log', everyMs: witnessesMs, run: () => witnesses.ask() },
    ],
    stop: () => witnesses.stop(),
  } satisfies Module;
};

const openService = (
  { connections: { calls, background }, config, bus, log }: LogContext,
  { keys, currentKey, store, facts, failpoint }: LogNeeds,
  witnesses: Witnesses,
): PublicLog => {
  const { pool } = background;
  const sources = logSources(facts);
  const sealer = new EntrySealer(keys.nonceKey);
  const togetherSeconds = config.LOG_TOGETHER_SECONDS;
  return new PublicLog({
    witnesses,
    // Anybody may read the log: sums, settlement and the sequencer itself must not wait for readers, nor these for them.
    pool: calls.pool,
    sources,
    sealer,
    sequencer: new Sequencer({ pool, sources, sealer, togetherSeconds, failpoint }),
    signing: new Signing({ pool, folder: config.DATA_DIR, keys, failpoint }),
    tiles: new Tiles({
      on: calls.pool,
      store,
      onDamage: (path) => log.error({ path }, 'a stored tile of the log was damaged, and is made again'),
    }),
    currentKey,
    bus,
    log,
  });
};
