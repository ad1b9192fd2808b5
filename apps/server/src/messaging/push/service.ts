import { dayMs, hourMs } from '@touchline/contract/durations';
import type { Input, Output } from '@touchline/contract/routes';
import type { Lan } from '@touchline/locales/locales';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { newId, shardCount } from '../../core/ids.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { AlertQueue } from '../alerts/service.ts';
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

/** How pushes are sent. */
export type PushDelivery = {
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
export class Pushes {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #notices: Notices;
  readonly #alerts: AlertQueue | undefined;
  readonly #restricted: Restricted;
  readonly #languagesOf: (memberIds: readonly string[]) => Promise<ReadonlyMap<string, Lan>>;
  readonly #contact: string | undefined;
  readonly #timeoutMs: number;
  readonly #loopback: boolean;
  #keys: Promise<PushKeys> | undefined;
  #deliver: Deliver | undefined;

  constructor(
    of: {
      pool: pg.Pool;
      clock: Clock;
      log: Log;
      notices: Notices;
      /** Alerts of matches and offers; without them there are none. */
      alerts: AlertQueue | undefined;
      restricted: Restricted;
      /** The languages members read, by their ids. */
      languagesOf: (memberIds: readonly string[]) => Promise<ReadonlyMap<string, Lan>>;
    },
    { contact, timeoutMs = 10_000, loopback = false }: PushDelivery,
  ) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#log = of.log;
    this.#notices = of.notices;
    this.#alerts = of.alerts;
    this.#restricted = of.restricted;
    this.#languagesOf = of.languagesOf;
    this.#contact = contact;
    this.#timeoutMs = timeoutMs;
    this.#loopback = loopback;
  }

  /** The key to subscribe with, where pushes are on, and how many browsers of the member have. */
  async info(owner: Owner): Promise<Output<'pushInfo'>> {
    return {
      publicKey: this.#contact === undefined ? undefined : (await this.#keysOnce()).publicKey,
      devices: await countDevices(this.#pool, owner),
    };
  }

  /** @throws Refused `push_off`, `validation` where the endpoint is not a public https address or the keys are invalid */
  async save(owner: Owner, input: Input<'pushSave'>): Promise<void> {
    if (this.#contact === undefined) throw new Refused('push_off');
    if (!isEndpoint(input.endpoint, { loopback: this.#loopback })) {
      throw new Refused('validation', { rules: { endpoint: 'format' } });
    }
    if (!areKeys(input)) throw new Refused('validation', { rules: { p256dh: 'format' } });
    await transaction(this.#pool, (client) =>
      saveSubscription(client, owner, { ...input, id: newId(), at: this.#clock.now() }),
    );
  }

  /** Ends the subscription of a browser. */
  remove(owner: Owner, endpoint: string): Promise<void> {
    return deleteSubscription(this.#pool, owner, endpoint);
  }

  /** Queues pushes about letters to their members' browsers. */
  async letters(letters: readonly (Owner & { id: string; template?: string | undefined })[]): Promise<void> {
    if (this.#contact !== undefined) await queueForLetters(this.#pool, letters, this.#clock.now());
  }

  /** Sends what is due. @returns how many messages were tried */
  async run(): Promise<number> {
    if (this.#contact === undefined) return 0;
    await this.#queueNotices();
    const tasks = await takeTasks(this.#pool, { now: this.#clock.now(), limit: atOnce });
    if (tasks.length === 0) return 0;
    const deliver = (this.#deliver ??= createDeliver({
      keys: await this.#keysOnce(),
      contact: this.#contact,
      timeoutMs: this.#timeoutMs,
      loopback: this.#loopback,
    }));
    const ids = [...new Set(tasks.map(({ memberId }) => memberId))];
    const [kept, languages] = await Promise.all([this.#restricted(ids), this.#languagesOf(ids)]);
    await Promise.all(
      tasks.map((task) =>
        // Restricted members get no push of any kind. They find the message in the inbox.
        kept.has(task.memberId)
          ? endTask(this.#pool, task)
          : this.#perform(deliver, task, languages.get(task.memberId) ?? 'en'),
      ),
    );
    return tasks.length;
  }

  /** Removes old tasks. */
  async tidy(): Promise<void> {
    await tidyTasks(this.#pool, new Date(this.#clock.now().getTime() - keptMs));
  }

  /** Queues pushes of notices that have just come into force. */
  async #queueNotices(): Promise<void> {
    const now = this.#clock.now();
    for (const { id, from } of await this.#notices.inForce()) {
      if (now.getTime() - from.getTime() > freshMs) continue;
      await beginNotice(this.#pool, id);
      for (;;) {
        const shard = await nextShard(this.#pool, id);
        if (shard === undefined || shard >= shardCount) break;
        await queueForNotice(this.#pool, { id, shard, from, at: now });
      }
    }
  }

  /** Performs one task: it is sent, given up, or left for a later try. */
  async #perform(deliver: Deliver, task: Task, lan: Lan): Promise<void> {
    const isOld = this.#clock.now().getTime() - task.createdAt.getTime() > keptMs;
    const found = isOld ? undefined : await this.#messageOf(task, lan);
    const { keptSeconds, ...message } = found ?? { title: '', body: '' };
    const outcome = found === undefined ? 'refused' : await deliver(task, message, { keptSeconds });
    if (outcome === 'gone') await forgetSubscription(this.#pool, task);
    if (outcome === 'failed' && task.tries < triesMax) return;
    if (outcome === 'failed') this.#log.warn({ host: new URL(task.endpoint).host }, 'a push was given up');
    await endTask(this.#pool, task);
  }

  async #messageOf(
    { box, aboutId, shard, memberId }: Task,
    lan: Lan,
  ): Promise<(PushMessage & { keptSeconds?: number }) | undefined> {
    if (box === 'match' || box === 'offer') {
      return this.#alerts?.message({ shard, memberId }, { box, id: aboutId }, lan);
    }
    const found = await this.#notices.find({ shard, memberId, lan }, box, aboutId);
    return (
      found && {
        title: shorten(found.title, titleMax),
        body: shorten(found.body, bodyMax),
        link: found.link ?? inboxLink,
      }
    );
  }

  #keysOnce(): Promise<PushKeys> {
    this.#keys ??= pushKeys(this.#pool).catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }
}
