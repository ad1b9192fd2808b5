import type { CashOutRules, Followed, MatchMoment } from '../../betting/index.ts';
import { hourMs, minuteMs } from '@touchline/contract/durations';
import type { Lan } from '@touchline/locales/locales';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { newId, shardCount } from '../../core/ids.ts';
import type { Owner } from '../../core/owner.ts';
import * as queries from './queries.ts';
import { fieldsOfMoment, matchWords, offerWords } from './words.ts';

/** Goals and kick-offs that are older are not pushed any more. */
const freshMs = 2 * minuteMs;
/** How long push services keep an alert for a browser that is offline. */
const keptSeconds = 600;
/** Shards that are handed out together. */
const shardsAtOnce = 64;
/** Members whose offers are looked at together. */
const membersAtOnce = 200;
const fromStart: Owner = { shard: -1, memberId: '00000000-0000-0000-0000-000000000000' };

/** What is pushed about a match or an offer. A later one with the same `id` takes its place. */
type AlertMessage = { title: string; body: string; link: string; id: string; keptSeconds: number };

/** Queues pushes of goals and kick-offs of the matches that members follow, and of offers that reach the amount they have set. */
export class AlertQueue {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #currency: string;
  readonly #followed: Followed;
  readonly #offers: Pick<CashOutRules, 'reaching'>;
  /** Goals and kick-offs whose alerts this process has seen queued. */
  #done = new Set<string>();

  constructor({
    pool,
    clock,
    currency,
    followed,
    offers,
  }: {
    pool: pg.Pool;
    clock: Clock;
    currency: string;
    followed: Followed;
    offers: Pick<CashOutRules, 'reaching'>;
  }) {
    this.#pool = pool;
    this.#clock = clock;
    this.#currency = currency;
    this.#followed = followed;
    this.#offers = offers;
  }

  /** Queues pushes of new goals and kick-offs, each once. Several processes may do so at once. */
  async queueMoments(): Promise<void> {
    const moments = await this.#followed.moments(new Date(this.#clock.now().getTime() - freshMs));
    const keys = new Set<string>();
    for (const moment of moments) {
      const key = `${moment.eventId} ${moment.n}`;
      if (!this.#done.has(key)) await this.#queueMoment(moment);
      keys.add(key);
    }
    this.#done = keys;
  }

  /** Queues pushes of offers that have reached the amount set by their member. */
  async queueOffers(): Promise<void> {
    let after = fromStart;
    for (;;) {
      const lines = await queries.selectOfferLines(this.#pool, { after, limit: membersAtOnce });
      const at = this.#clock.now();
      for (const { line, bet, offer } of await this.#offers.reaching(lines)) {
        const [first, ...more] = bet.legs;
        if (first === undefined) continue;
        const { home, away } = first;
        await queries.queueOfferAlert(this.#pool, {
          ...line,
          id: newId(),
          betId: bet.id,
          at,
          fields: {
            amount: offer,
            home: home.name,
            away: away.name,
            homeFlag: home.flag,
            awayFlag: away.flag,
            more: String(more.length),
          },
        });
      }
      const last = lines.at(-1);
      if (last === undefined || lines.length < membersAtOnce) return;
      after = last;
    }
  }

  /** The text of a queued alert; undefined when it was removed or is too old. */
  async message(
    owner: Owner,
    { box, id }: { box: 'match' | 'offer'; id: string },
    lan: Lan,
  ): Promise<AlertMessage | undefined> {
    const isOld = (at: Date): boolean => this.#clock.now().getTime() - at.getTime() > keptSeconds * 1_000;
    if (box === 'match') {
      const found = await queries.findMatchAlert(this.#pool, id);
      if (found === undefined || isOld(found.at)) return undefined;
      const link = `/pages/invest/eventsinfo?id=${found.event_id}`;
      return { ...matchWords(found.kind, found.fields, lan), link, id: found.event_id, keptSeconds };
    }
    const found = await queries.findOfferAlert(this.#pool, owner, id);
    if (found === undefined || isOld(found.at)) return undefined;
    const link = `/pages/gamerecord/gamerecord?bet=${found.bet_id}`;
    const words = offerWords(found.fields, { lan, currency: this.#currency });
    return { ...words, link, id: found.bet_id, keptSeconds };
  }

  /** Removes alerts of matches that are older than an hour. */
  tidy(): Promise<void> {
    return queries.tidyMatchAlerts(this.#pool, new Date(this.#clock.now().getTime() - hourMs));
  }

  /** Queues the alerts of a goal or kick-off, some shards at a time. */
  async #queueMoment(moment: MatchMoment): Promise<void> {
    const { eventId, n, kind } = moment;
    const at = this.#clock.now();
    await queries.beginMatchAlert(this.#pool, {
      id: newId(),
      eventId,
      n,
      kind,
      fields: fieldsOfMoment(moment),
      at,
    });
    const starred = {
      eventId,
      teams: [moment.homeId, moment.awayId],
      competitionId: moment.competitionId,
    };
    for (;;) {
      const open = await queries.openMatchAlert(this.#pool, { eventId, n });
      if (open === undefined) return;
      const part = { from: open.nextShard, to: Math.min(open.nextShard + shardsAtOnce, shardCount) };
      const followers = await queries.selectFollowers(this.#pool, { ...part, kind }, starred);
      const others = followers.filter((follower) => !follower.starred);
      const holders = others.length === 0 ? new Set() : await this.#followed.holders(eventId, others);
      const notified = followers.filter((follower) => follower.starred || holders.has(follower.memberId));
      await queries.queueMatchAlert(this.#pool, { id: open.id, ...part, at }, notified);
    }
  }
}
