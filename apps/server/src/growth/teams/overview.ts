import type { TeamInfo, TeamMember } from '@touchline/contract/shapes/team';
import { formatAmount } from '@touchline/money/amount';
import type { Queryable } from '../../core/database/database.ts';
import { bookedOf } from '../commission/commission.ts';
import {
  formatPercent,
  levelOf,
  maskAccount,
  maskPhone,
  ratesOf,
  type Level,
  type LeaderFigures,
} from './domain.ts';
import { generationsOf, generationsOfAll, lastClosedDay, selectTeam, type Generation } from './facts.ts';
import type { Person } from './ports.ts';
import type { Owner } from '../../core/owner.ts';

/** The figures of all generations of a team together. */
export const leaderFiguresOf = (generations: readonly Generation[]): LeaderFigures => ({
  people: generations.reduce((sum, one) => sum + one.people, 0),
  recharged: [0, 1, 2].map((i) => generations.reduce((sum, one) => sum + (one.recharged[i] ?? 0), 0)),
  sessions: Number(generations.reduce((sum, one) => sum + one.sessions, 0n)),
});

const askedOf = (levels: readonly Level[]): bigint[] => levels.map((level) => level.rechargeEachMinor);

/** A leader's present team level. */
export const currentLevel = async (on: Queryable, owner: Owner, levels: readonly Level[]): Promise<number> =>
  levelOf(levels, leaderFiguresOf(await generationsOf(on, owner, askedOf(levels))));

export const conditionsOf = (level: Level, have: LeaderFigures, scale: number): TeamInfo['conditions'] => {
  const each = formatAmount(level.rechargeEachMinor, scale);
  const conditions = [
    { condition: 'people' as const, needed: level.people, have: have.people },
    {
      condition: 'recharged' as const,
      each: level.recharged > 0 ? each : undefined,
      needed: level.recharged,
      have: have.recharged[level.level - 1] ?? 0,
    },
    { condition: 'sessions' as const, needed: level.sessions, have: have.sessions },
  ];
  return conditions
    .filter(({ needed }) => needed > 0)
    .map((one) => ({ ...one, met: one.have >= one.needed }));
};

/** Totals of a leader's team, of its generations, and the progress to the next level. */
export const teamInfo = async (
  on: Queryable,
  owner: Owner,
  { levels, scale }: { levels: readonly Level[]; scale: number },
): Promise<TeamInfo> => {
  const found = await generationsOf(on, owner, askedOf(levels));
  const booked = await bookedOf(on, owner);
  const figures = leaderFiguresOf(found);
  const level = levelOf(levels, figures);
  const next = levels.find((one) => one.level === level + 1) ?? levels.at(-1);
  const rates = ratesOf(levels, level);
  const amount = (minor: bigint): string => formatAmount(minor, scale);
  return {
    revenue: amount(booked.values().reduce((sum, one) => sum + one, 0n)),
    recharge: amount(found.reduce((sum, one) => sum + one.rechargedMinor, 0n)),
    people: figures.people,
    level,
    conditions: next === undefined ? [] : conditionsOf(next, figures, scale),
    upTo: await lastClosedDay(on),
    levels: [1, 2, 3].map((generation) => {
      const own = found.find((one) => one.generation === generation);
      return {
        level: generation,
        people: own?.people ?? 0,
        recharge: amount(own?.rechargedMinor ?? 0n),
        revenue: amount(booked.get(generation) ?? 0n),
        rate: formatPercent(rates[generation - 1] ?? 0),
      };
    }),
  };
};

/**
 * A page of a generation. A member's contribution is shown in whole units only, rounded down: the exact
 * amount, over the known rate and margin, would reveal the friend's stakes.
 */
export const teamList = async (
  on: Queryable,
  owner: Owner,
  { generation, limit, offset }: { generation: number; limit: number; offset: number },
  {
    levels,
    scale,
    people,
    vipLevels,
  }: {
    levels: readonly Level[];
    scale: number;
    people: (ids: readonly string[]) => Promise<ReadonlyMap<string, Person>>;
    vipLevels: (owners: readonly Owner[]) => Promise<ReadonlyMap<string, number>>;
  },
): Promise<{ list: TeamMember[]; total: number; upTo: string | undefined }> => {
  const { rows, total } = await selectTeam(on, owner, { generation, limit, offset });
  const persons = await people(rows.map((row) => row.memberId));
  const vips = await vipLevels(rows);
  const teams = await generationsOfAll(on, rows, askedOf(levels));
  const unit = 10n ** BigInt(scale);
  const whole = (minor: bigint): string => formatAmount((minor / unit) * unit, scale);
  const list = rows.flatMap((row): TeamMember[] => {
    const person = persons.get(row.memberId);
    if (person === undefined) return [];
    const own = teams.get(row.memberId) ?? [];
    return [
      {
        nickname: person.nickname ?? maskAccount(person.account),
        phone: maskPhone(person.area_code, person.mobile),
        recharge: formatAmount(row.recharged, scale),
        income: whole(row.income),
        bonus: whole(row.recent),
        registeredAt: person.registered_at.toISOString(),
        memberLevel: vips.get(row.memberId) ?? 0,
        teamLevel: levelOf(levels, leaderFiguresOf(own)),
        number: own.find((one) => one.generation === 1)?.people ?? 0,
        sessions: Number(row.bets),
      },
    ];
  });
  return { list, total, upTo: await lastClosedDay(on) };
};
