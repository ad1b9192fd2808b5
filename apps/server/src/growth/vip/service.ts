import type { Output } from '@touchline/contract/routes';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { dayIn } from '@touchline/locales/format-time';
import type { Clock } from '../../core/clock.ts';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { shardOf } from '../../core/ids.ts';
import { letterSender, type Bus } from '../../core/events.ts';
import type { VipTerms } from '../../core/config/growth.ts';
import type { RewardRuleVersions } from '../rewards/rules.ts';
import { levelAt, levelWith, progressOf } from './domain.ts';
import type { Owner } from '../../core/owner.ts';

const told = statement(
  'vip-told',
  `select t.member_id as "memberId", t.level, t.told_at as "toldAt"
   from unnest($1::smallint[], $2::uuid[]) as m (shard, member_id)
   join vip_told t on t.shard = m.shard and t.member_id = m.member_id`,
);
type AnnouncedLevel = { memberId: string; level: number; toldAt: Date };

const tell = query.exec(
  'vip-tell',
  `insert into vip_told as t (shard, member_id, level, told_at) values ($1, $2, $3, $4)
   on conflict (shard, member_id) do update set level = excluded.level, told_at = excluded.told_at
   where t.level < excluded.level`,
);
const counts = query.many<{ level: number; members: bigint }>(
  'vip-told-counts',
  'select level, count(*) as members from vip_told group by level order by level',
);

/** The number of members by highest announced level. */
export const toldByLevel = async (on: Queryable): Promise<Map<number, number>> => {
  const rows = await counts(on);
  return new Map(rows.map(({ level, members }) => [level, Number(members)]));
};

const names = ['vip.0', 'vip.1', 'vip.2', 'vip.3', 'vip.4', 'vip.5'] as const;

/** The level of a member, with the turnover it follows from; `told` is the highest announced level. */
type LevelState = { memberId: string; turnoverMinor: bigint; terms: VipTerms; told: number };

/**
 * VIP levels, computed from the turnover at each read. A correction can take a level away, new rules cannot;
 * rewards given until then stay.
 */
export class Vip {
  readonly #pool: Queryable;
  readonly #rules: RewardRuleVersions;
  readonly #clock: Clock;
  readonly #timeZone: string;
  readonly #turnoverOf: (owners: readonly Owner[]) => Promise<ReadonlyMap<string, bigint>>;
  readonly #bus: Pick<Bus, 'publish'>;
  readonly #currency: Currency;

  constructor(of: {
    pool: Queryable;
    rules: RewardRuleVersions;
    clock: Clock;
    timeZone: string;
    /** Settled stakes of members, minor units; from the book. */
    turnoverOf: (owners: readonly Owner[]) => Promise<ReadonlyMap<string, bigint>>;
    bus: Pick<Bus, 'publish'>;
    currency: Currency;
  }) {
    this.#pool = of.pool;
    this.#rules = of.rules;
    this.#clock = of.clock;
    this.#timeZone = of.timeZone;
    this.#turnoverOf = of.turnoverOf;
    this.#bus = of.bus;
    this.#currency = of.currency;
  }

  /** A member's level with its benefits. A letter announces a level that is reached for the first time. */
  async termsOf(owner: Owner): Promise<VipTerms> {
    return (await this.#levelState(owner)).terms;
  }

  /** The levels of any number of members, by id. */
  async vipLevels(memberIds: readonly string[]): Promise<Map<string, number>> {
    const owners = memberIds.map((memberId) => ({ memberId, shard: shardOf(memberId) }));
    const { states } = await this.#levelStates(owners);
    return new Map(states.map(({ memberId, terms }) => [memberId, terms.level]));
  }

  /** All levels with their benefits, and a member's progress to the next. */
  async list(owner: Owner, lan: Lan): Promise<Output<'levelList'>> {
    const t = serverTranslator(lan);
    const { levels, turnoverMinor, terms } = await this.#levelState(owner);
    const { current, next, percent } = progressOf(levels, turnoverMinor, terms);
    return {
      list: levels.map((terms) => ({
        level: terms.level,
        name: t(names[terms.level] ?? names[0]),
        turnover: this.#text(terms.turnoverMinor),
        benefits: {
          withdrawFee: formatAmount(BigInt(terms.feeBp), 2),
          withdrawMax: this.#text(terms.maxMinor),
          checkIn: terms.checkInPercent,
          support: terms.support,
        },
      })),
      current: current.level,
      progress: {
        turnover: this.#text(turnoverMinor),
        next: next?.level,
        left: next === undefined ? undefined : this.#text(next.leftMinor),
        percent,
      },
    };
  }

  async #levelState(owner: Owner): Promise<LevelState & { levels: readonly VipTerms[] }> {
    const { levels, states } = await this.#levelStates([owner]);
    const [own] = states;
    if (own === undefined) throw new Error('A member without a level');
    await this.#announce(owner, own.terms.level, own.told);
    return { ...own, levels };
  }

  /** Today's levels, and those of members, with the highest announced before. */
  async #levelStates(
    owners: readonly Owner[],
  ): Promise<{ levels: readonly VipTerms[]; states: LevelState[] }> {
    const [levels, turnovers, { rows }] = await Promise.all([
      this.#levelsOn(dayIn(this.#clock.now(), this.#timeZone)),
      this.#turnoverOf(owners),
      this.#pool.query<AnnouncedLevel>(
        told([owners.map(({ shard }) => shard), owners.map(({ memberId }) => memberId)]),
      ),
    ]);
    const toldOf = new Map(rows.map((row) => [row.memberId, row]));
    const days = new Map<string, Promise<readonly VipTerms[]>>();
    const onDay = (day: string): Promise<readonly VipTerms[]> => {
      const known = days.get(day) ?? this.#levelsOn(day);
      days.set(day, known);
      return known;
    };
    const states = await Promise.all(
      owners.map(async ({ memberId }) => {
        const turnoverMinor = turnovers.get(memberId) ?? 0n;
        const before = toldOf.get(memberId);
        const isAbove = before !== undefined && before.level > levelAt(levels, turnoverMinor).level;
        const then = isAbove
          ? { level: before.level, levels: await onDay(dayIn(before.toldAt, this.#timeZone)) }
          : undefined;
        const terms = levelWith(levels, turnoverMinor, then);
        return { memberId, turnoverMinor, terms, told: before?.level ?? 0 };
      }),
    );
    return { levels, states };
  }

  async #announce(owner: Owner, level: number, before: number): Promise<void> {
    if (level <= before) return;
    const values = [owner.shard, owner.memberId, level, this.#clock.now()];
    if ((await tell(this.#pool, values)) !== 1) return;
    letterSender(this.#bus)(owner, {
      template: 'level_up',
      fields: { level: String(level) },
      about: `vip:${level}`,
      link: '/pages/information/levels',
    });
  }

  async #levelsOn(day: string): Promise<readonly VipTerms[]> {
    return (await this.#rules.on(day)).levels;
  }

  #text(minor: bigint): string {
    return formatAmount(minor, this.#currency.scale);
  }
}
