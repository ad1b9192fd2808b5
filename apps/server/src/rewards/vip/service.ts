import type { Output } from '@touchline/contract/routes';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { statement, type Queryable } from '../../platform/database.ts';
import { shardOf } from '../../platform/ids.ts';
import type { SendLetter } from '../../platform/letters.ts';
import type { VipTerms } from '../../platform/settings/rewards.ts';
import { levelAt, progressOf } from './domain.ts';

type Owner = { shard: number; memberId: string };

export type VipOptions = {
  pool: Queryable;
  levels: readonly VipTerms[];
  /** Settled stakes of members, minor units; from the book. */
  turnoverOf: (owners: readonly Owner[]) => Promise<ReadonlyMap<string, bigint>>;
  sendLetter: SendLetter;
  currency: Currency;
};

export type Vip = {
  /** A member's level with what it gives. A level that was reached for the first time is told by a letter. */
  termsOf(owner: Owner): Promise<VipTerms>;
  /** The levels of any number of members, by id. */
  vipLevels(memberIds: readonly string[]): Promise<Map<string, number>>;
  list(owner: Owner, lan: Lan): Promise<Output<'levelList'>>;
};

const told = statement('vip-told', 'select level from vip_told where shard = $1 and member_id = $2');
const tell = statement(
  'vip-tell',
  `insert into vip_told as t (shard, member_id, level) values ($1, $2, $3)
   on conflict (shard, member_id) do update set level = excluded.level, told_at = now()
   where t.level < excluded.level`,
);

const names = ['vip.0', 'vip.1', 'vip.2', 'vip.3', 'vip.4', 'vip.5'] as const;

/**
 * VIP levels, counted from the turnover each time they are asked for. A correction can take a level away; what it gave
 * until then stays given.
 */
export const createVip = ({ pool, levels, turnoverOf, sendLetter, currency }: VipOptions): Vip => {
  const text = (minor: bigint): string => formatAmount(minor, currency.scale);
  const turnoverOfOne = async (owner: Owner): Promise<bigint> =>
    (await turnoverOf([owner])).get(owner.memberId) ?? 0n;

  const announce = async (owner: Owner, { level }: VipTerms): Promise<void> => {
    if (level === 0) return;
    const { rows } = await pool.query<{ level: number }>(told([owner.shard, owner.memberId]));
    if ((rows[0]?.level ?? 0) >= level) return;
    const { rowCount } = await pool.query(tell([owner.shard, owner.memberId, level]));
    if (rowCount !== 1) return;
    sendLetter(owner, {
      ...{ template: 'level_up', fields: { level: String(level) }, about: `vip:${level}` },
      link: '/pages/information/levels',
    });
  };

  return {
    async termsOf(owner) {
      const terms = levelAt(levels, await turnoverOfOne(owner));
      await announce(owner, terms);
      return terms;
    },

    async vipLevels(memberIds) {
      const turnovers = await turnoverOf(
        memberIds.map((memberId) => ({ memberId, shard: shardOf(memberId) })),
      );
      return new Map(memberIds.map((id) => [id, levelAt(levels, turnovers.get(id) ?? 0n).level]));
    },

    async list(owner, lan) {
      const t = serverTranslator(lan);
      const turnoverMinor = await turnoverOfOne(owner);
      const { current, next, percent } = progressOf(levels, turnoverMinor);
      await announce(owner, current);
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
          ...(next === undefined ? {} : { next: next.level, left: text(next.leftMinor) }),
          percent,
        },
      };
    },
  };
};
