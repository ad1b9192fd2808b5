import { dayMs, hourMs } from '@touchline/contract/durations';
import type { Input, Output } from '@touchline/contract/routes';
import type { Lan } from '@touchline/locales/locales';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { newId, shardCount } from '../../core/ids.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { Alerts } from '../alerts/service.ts';
import type { Notices } from '../notices/service.ts';
import type { Restricted } from '../reader.ts';
import { areKeys, createDeliver, type Deliver, type PushMessage } from './deliver.ts';
import { isEndpoint } from './endpoint.ts';
import { pushKeys, type PushKeys } from './keys.ts';
import {
  beginNotice,
  countDevices,
  deleteSubscription,
  endTask,
  forgetSubscription,
  nextShard,
  queueForLetters,
  queueForNotice,
  saveSubscription,
  takeTasks,
  tidyTasks,
  type Task,
} from './queries.ts';
import type { Owner } from '../../core/owner.ts';

/** Maximum of tries for one message. */
const triesMax = 5;
/** Messages that are sent in parallel. */
const atOnce = 20;
/** A notice that came into force longer ago is not pushed, so that a new subscription does not receive old ones. */
const freshMs = hourMs;
const keptMs = dayMs;
/** Maximum of characters of a body: a message may have 4 kB in all, and the whole text is in the inbox. */
const titleMax = 120;
const bodyMax = 400;
/** The page that shows a notice. */
const inboxLink = '/pages/notify/notify';

export type PushOptions = {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  notices: Pick<Notices, 'find' | 'inForce'>;
  /** Alerts of matches and offers; without them there are none. */
  alerts?: Pick<Alerts, 'message'> | undefined;
  restricted: Restricted;
  /** The languages members read, by their ids. */
  languagesOf: (memberIds: readonly string[]) => Promise<ReadonlyMap<string, Lan>>;
  /** Contact of the site for push services, mailto: or https:. Without it nothing is pushed. */
  contact: string | undefined;
  /** Time limit for the answer of a push service. */
  timeoutMs?: number;
  /** Also takes browsers at 127.0.0.1, for tests. */
  loopback?: boolean;
};

const shorten = (text: string, max: number): string => {
  const letters = Array.from(text);
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`;
};

/** Pushes notices and letters to browsers that have subscribed. */
export const createPush = (options: PushOptions) => {
  const { pool, clock, log, notices, restricted, languagesOf, contact } = options;
  const { timeoutMs = 10_000, loopback = false } = options;
  const isOn = contact !== undefined;
  let keys: Promise<PushKeys> | undefined;
  const keysOnce = (): Promise<PushKeys> => {
    keys ??= pushKeys(pool).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  let deliver: Deliver | undefined;

  const messageOf = async (
    { box, aboutId, shard, memberId }: Task,
    lan: Lan,
  ): Promise<(PushMessage & { keptSeconds?: number }) | undefined> => {
    if (box === 'match' || box === 'offer') {
      return options.alerts?.message({ shard, memberId }, { box, id: aboutId }, lan);
    }
    const found = await notices.find({ shard, memberId, lan }, box, aboutId);
    return (
      found && {
        title: shorten(found.title, titleMax),
        body: shorten(found.body, bodyMax),
        link: found.link ?? inboxLink,
      }
    );
  };

  /** Performs one task: it is sent, given up, or left for a later try. */
  const perform = async (send: Deliver, task: Task, lan: Lan): Promise<void> => {
    const isOld = clock.now().getTime() - task.createdAt.getTime() > keptMs;
    const found = isOld ? undefined : await messageOf(task, lan);
    const { keptSeconds, ...message } = found ?? { title: '', body: '' };
    const outcome = found === undefined ? 'refused' : await send(task, message, { keptSeconds });
    if (outcome === 'gone') await forgetSubscription(pool, task);
    if (outcome === 'failed' && task.tries < triesMax) return;
    if (outcome === 'failed') log.warn({ host: new URL(task.endpoint).host }, 'a push was given up');
    await endTask(pool, task);
  };

  /** Queues pushes of notices that have just come into force. */
  const handOut = async (): Promise<void> => {
    const now = clock.now();
    for (const { id, from } of await notices.inForce()) {
      if (now.getTime() - from.getTime() > freshMs) continue;
      await beginNotice(pool, id);
      for (;;) {
        const shard = await nextShard(pool, id);
        if (shard === undefined || shard >= shardCount) break;
        await queueForNotice(pool, { id, shard, from, at: now });
      }
    }
  };

  return {
    info: async (owner: Owner): Promise<Output<'pushInfo'>> => ({
      publicKey: isOn ? (await keysOnce()).publicKey : undefined,
      devices: await countDevices(pool, owner),
    }),

    /** @throws Refused `push_off`, `validation` where the endpoint is not a public https address or the keys are invalid */
    save: async (owner: Owner, input: Input<'pushSave'>): Promise<void> => {
      if (!isOn) throw new Refused('push_off');
      if (!isEndpoint(input.endpoint, { loopback })) {
        throw new Refused('validation', { rules: { endpoint: 'format' } });
      }
      if (!areKeys(input)) throw new Refused('validation', { rules: { p256dh: 'format' } });
      await transaction(pool, (client) =>
        saveSubscription(client, owner, { ...input, id: newId(), at: clock.now() }),
      );
    },

    remove: (owner: Owner, endpoint: string): Promise<void> => deleteSubscription(pool, owner, endpoint),

    /** Queues pushes about letters to their members' browsers. */
    letters: async (
      letters: readonly (Owner & { id: string; template?: string | undefined })[],
    ): Promise<void> => {
      if (isOn) await queueForLetters(pool, letters, clock.now());
    },

    /** Sends what is due. @returns how many messages were tried */
    run: async (): Promise<number> => {
      if (!isOn) return 0;
      await handOut();
      const tasks = await takeTasks(pool, { now: clock.now(), limit: atOnce });
      if (tasks.length === 0) return 0;
      deliver ??= createDeliver({ keys: await keysOnce(), contact, timeoutMs, loopback });
      const send = deliver;
      const ids = [...new Set(tasks.map(({ memberId }) => memberId))];
      const [kept, languages] = await Promise.all([restricted(ids), languagesOf(ids)]);
      await Promise.all(
        tasks.map((task) =>
          // Restricted members get no push of any kind. They find the message in the inbox.
          kept.has(task.memberId)
            ? endTask(pool, task)
            : perform(send, task, languages.get(task.memberId) ?? 'en'),
        ),
      );
      return tasks.length;
    },

    tidy: async (): Promise<void> => {
      await tidyTasks(pool, new Date(clock.now().getTime() - keptMs));
    },
  };
};
