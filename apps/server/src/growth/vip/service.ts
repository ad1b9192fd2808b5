import type { Output } from '@touchline/contract/routes';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { dayIn } from '@touchline/locales/format-time';
import type { Clock } from '../../core/clock.ts';
import { statement, type Queryable } from '../../core/database/database.ts';
import { shardOf } from '../../core/ids.ts';
import { letterSender, type Bus } from '../../core/events.ts';
import type { VipTerms } from '../../core/config/growth.ts';
import { levelAt, levelWith, progressOf } from './domain.ts';
import type { Owner } from '../../core/owner.ts';

export type VipOptions = {
  pool: Queryable;
  /** The levels by the rules of a day. */
  levelsOn: (day: string) => Promise<readonly VipTerms[]>;
  clock: Clock;
  timeZone: string;
  /** Settled stakes of members, minor units; from the book. */
  turnoverOf: (owners: readonly Owner[]) => Promise<ReadonlyMap<string, bigint>>;
  bus: Pick<Bus, 'publish'>;
  currency: Currency;
};

export type Vip = {
  /** A member's level with its benefits. A letter announces a level that is reached for the first time. */
  termsOf(owner: Owner): Promise<VipTerms>;
  /** The levels of any number of members, by id. */
  vipLevels(memberIds: readonly string[]): Promise<Map<string, number>>;
  list(owner: Owner, lan: Lan): Promise<Output<'levelList'>>;
};

const told = statement(
  'vip-told',
  `select t.member_id as "memberId", t.level, t.told_at as "toldAt"
   from unnest($1::smallint[], $2::uuid[]) as m (shard, member_id)
   join vip_told t on t.shard = m.shard and t.member_id = m.member_id`,
);
type AnnouncedLevel = { memberId: string; level: number; toldAt: Date };

const tell = statement(
  'vip-tell',
  `insert into vip_told as t (shard, member_id, level, told_at) values ($1, $2, $3, $4)
   on conflict (shard, member_id) do update set level = excluded.level, told_at = excluded.told_at
   where t.level < excluded.level`,
);
const counts = statement(
  'vip-told-counts',
  'select level, count(*) as members from vip_told group by level order by level',
);

/** The number of members by highest announced level. */
export const toldByLevel = async (on: Queryable): Promise<Map<number, number>> => {
  const { rows } = await on.query<{ level: number; members: bigint }>(counts([]));
  return new Map(rows.map(({ level, members }) => [level, Number(members)]));
};

const names = ['vip.0', 'vip.1', 'vip.2', 'vip.3', 'vip.4', 'vip.5'] as const;

/**
 * VIP levels, computed from the turnover at each read. A correction can take a level away, new rules cannot;
 * rewards given until then stay.
 */
export const createVip = (options: VipOptions): Vip => {
  const { pool, levelsOn, clock, timeZone, turnoverOf, bus, currency } = options;
  const sendLetter = letterSender(bus);
  const text = (minor: bigint): string => formatAmount(minor, currency.scale);
  const today = (): string => dayIn(clock.now(), timeZone);

  const announce = async (owner: Owner, level: number, before: number): Promise<void> => {
    if (level <= before) return;
    const { rowCount } = await pool.query(tell([owner.shard, owner.memberId, level, clock.now()]));
    if (rowCount !== 1) return;
    sendLetter(owner, {
      template: 'level_up',
      fields: { level: String(level) },
      about: `vip:${level}`,
      link: '/pages/information/levels',
    });
  };

  /** Today's levels, and those of members, with the highest announced before. */
  const levelStates = async (owners: readonly Owner[]) => {
    const [levels, turnovers, { rows }] = await Promise.all([
      levelsOn(today()),
      turnoverOf(owners),
      pool.query<AnnouncedLevel>(
        told([owners.map(({ shard }) => shard), owners.map(({ memberId }) => memberId)]),
      ),
    ]);
    const toldOf = new Map(rows.map((row) => [row.memberId, row]));
    const days = new Map<string, Promise<readonly VipTerms[]>>();
    const onDay = (day: string): Promise<readonly VipTerms[]> => {
      const known = days.get(day) ?? levelsOn(day);
      days.set(day, known);
      return known;
    };
    const of = await Promise.all(
      owners.map(async ({ memberId }) => {
        const turnoverMinor = turnovers.get(memberId) ?? 0n;
        const before = toldOf.get(memberId);
        const isAbove = before !== undefined && before.level > levelAt(levels, turnoverMinor).level;
        const then = isAbove
          ? { level: before.level, levels: await onDay(dayIn(before.toldAt, timeZone)) }
          : undefined;
        const terms = levelWith(levels, turnoverMinor, then);
        return { memberId, turnoverMinor, terms, told: before?.level ?? 0 };
      }),
    );
    return { levels, of };
  };

  const levelState = async (owner: Owner) => {
    const { levels, of } = await levelStates([owner]);
    const [own] = of;
    if (own === undefined) throw new Error('A member without a level');
    await announce(owner, own.terms.level, own.told);
    return { ...own, levels };
  };

  return {
    termsOf: async (owner) => (await levelState(owner)).terms,

    async vipLevels(memberIds) {
      const { of } = await levelStates(memberIds.map((memberId) => ({ memberId, shard: shardOf(memberId) })));
      return new Map(of.map(({ memberId, terms }) => [memberId, terms.level]));
    },

    async list(owner, lan) {
      const t = serverTranslator(lan);
      const { levels, turnoverMinor, terms } = await levelState(owner);
      const { current, next, percent } = progressOf(levels, turnoverMinor, terms);
      return {
        list: levels.map((terms) => ({
          level: terms.level,
          name: t(names[terms.level] ?? names[0]),
          turnover: text(terms.turnoverMinor),
          benefits: {
            withdrawFee: formatAmount(BigInt(terms.feeBp), 2),
            withdrawMax: text(terms.maxMinor),
            checkIn: terms.checkInPercent,
            support: terms.support,
          },
        })),
        current: current.level,
        progress: {
          turnover: text(turnoverMinor),
          next: next?.level,
          left: next === undefined ? undefined : text(next.leftMinor),
          percent,
        },
      };
    },
  };
};
