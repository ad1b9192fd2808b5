import type { OfficeTeam, OfficeTeamPlace } from '@touchline/contract/shapes/office-growth';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Handlers } from '../../core/handler.ts';
import { shardOf } from '../../core/ids.ts';
import type { Teams, TeamSize } from '../../growth/index.ts';
import type { Office } from '../service.ts';
import { memberName, type AccountNames } from '../wire.ts';
import { flagToWire, namedByFlags } from './flag-wire.ts';
import { pageOf } from '../../core/pages.ts';
import { ownerOf } from '../../core/owner.ts';

export type TeamDeskModules = {
  desk: Teams['desk'];
  office: Office;
  currency: Currency;
  restricted: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
};

type TeamHandlers = Pick<Handlers, 'officeTeamList' | 'officeTeamDetail' | 'officeTeamMembers'>;

const amount = (modules: TeamDeskModules, minor: bigint): string =>
  formatAmount(minor, modules.currency.scale);

const teamToWire = (modules: TeamDeskModules, row: TeamSize, names: AccountNames): OfficeTeam => ({
  member: memberName(names, row.memberId),
  people: row.people,
  generations: row.generations,
  level: row.level,
  recent: amount(modules, row.recentMinor),
  flags: row.flags,
});

/** The place of a member: those above, and those below by generation. */
const teamDetail = async (modules: TeamDeskModules, id: string): Promise<OfficeTeamPlace> => {
  const { desk, office, restricted } = modules;
  const member = await office.people.find(id);
  const place = await desk.place(ownerOf(member));
  const flagged = namedByFlags(place.flags);
  const names = await office.names({
    ...flagged,
    members: [...flagged.members, ...place.upline.map(({ memberId }) => memberId)],
  });
  const sum = (values: Iterable<bigint>): string =>
    amount(
      modules,
      [...values].reduce((all, one) => all + one, 0n),
    );
  return {
    member: { id: member.id, account: member.account },
    registeredAt: member.registered_at.toISOString(),
    restricted: (await restricted([member.id])).has(member.id),
    upline: place.upline.map(({ generation, memberId }) => ({
      generation,
      member: memberName(names, memberId),
    })),
    people: place.people,
    level: place.level,
    levels: place.levels,
    recharge: sum(place.generations.map(({ rechargedMinor }) => rechargedMinor)),
    revenue: sum(place.booked.values()),
    generations: [1, 2, 3].map((generation) => {
      const own = place.generations.find((one) => one.generation === generation);
      return {
        generation,
        people: own?.people ?? 0,
        sessions: Number(own?.sessions ?? 0n),
        recharge: amount(modules, own?.rechargedMinor ?? 0n),
        revenue: amount(modules, place.booked.get(generation) ?? 0n),
        rate: place.rates[generation - 1] ?? '0',
      };
    }),
    rulesVersion: String(place.rulesVersion),
    flags: place.flags.map((flag) => flagToWire(flag, names)),
  };
};

/** The calls of the office that read teams. */
export const officeTeamDeskHandlers = (modules: TeamDeskModules): TeamHandlers => {
  const { desk, office } = modules;

  return {
    officeTeamList: async ({ q, ...input }) => {
      const { page, slice } = pageOf(input);
      const found = q === undefined ? undefined : await office.findMembers(q);
      const owners = found?.map(({ id }) => ({ memberId: id, shard: shardOf(id) }));
      const { rows, total } = await desk.teams(owners, slice);
      const names = await office.names({ operators: [], members: rows.map(({ memberId }) => memberId) });
      return { list: rows.map((row) => teamToWire(modules, row, names)), total, ...page };
    },

    officeTeamDetail: ({ member }) => teamDetail(modules, member),

    officeTeamMembers: async ({ member: id, generation, ...input }) => {
      const { page, slice } = pageOf(input);
      const member = await office.people.find(id);
      const owner = ownerOf(member);
      const { rows, total } = await desk.generation(owner, { generation, ...slice });
      const names = await office.names({ operators: [], members: rows.map(({ memberId }) => memberId) });
      const list = rows.flatMap((row) => {
        const of = names.members.get(row.memberId);
        if (of === undefined) return [];
        return [
          {
            member: { id: of.id, account: of.account },
            registeredAt: of.registered_at.toISOString(),
            people: row.people,
            recharge: amount(modules, row.recharged),
            sessions: Number(row.bets),
            income: amount(modules, row.income),
            recent: amount(modules, row.recent),
            flagged: row.flagged,
          },
        ];
      });
      return { list, total, ...page };
    },
  };
};
