import { limits } from '@touchline/contract/limits';
import type { Input } from '@touchline/contract/routes';
import type { officeNameRoutes } from '@touchline/contract/routes/office-names';
import type { OfficeClub, OfficeCompetition } from '@touchline/contract/shapes/office-names';
import { isTimeZone } from '@touchline/football/import/time-zone';
import { isFound, searchFold } from '@touchline/kit/fold';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import {
  type CompetitionRow,
  type Events,
  named,
  operatorActor,
  operatorIdOf,
  type KeptTeamRow,
} from '../catalogue/index.ts';
import { type KeptCompetition, type KeptTeam, namesFrom } from '../pricing/index.ts';
import type { Feeds } from '../feeds/index.ts';
import type { Handlers } from '../core/handler.ts';
import type { Office } from './service.ts';
import { Refused } from '../core/refusal.ts';
import { pageOfList } from '../core/pages.ts';

type Name = keyof typeof officeNameRoutes | 'officeCompetitionList' | 'officeClubList';
type Row = { saved_by: string | null };
type Tell = (who: string) => { id?: string; name: string };

const competitionFacts = ({ name, names, country, zone, place, isOff }: KeptCompetition) => ({
  name,
  country,
  zone,
  order: place,
  off: isOff,
  names: Object.entries(names).map(([lan, each]) => `${lan}: ${each}`),
});
const clubFacts = ({ name, short, colours }: KeptTeam) => ({ name, short, colours: [...colours] });

const savedOf = (row: Pick<CompetitionRow, 'saved_by' | 'saved_at' | 'why'>, tell: Tell) =>
  row.saved_by !== null &&
  row.saved_at !== null && {
    saved: { by: tell(row.saved_by), at: row.saved_at.toISOString(), reason: row.why ?? '' },
  };

const toCompetition = (
  row: CompetitionRow,
  { scale }: Currency,
  { tell, shippedZone }: { tell: Tell; shippedZone: string | undefined },
): OfficeCompetition => {
  return {
    ...named(row),
    version: row.version,
    known: true,
    country: row.country ?? undefined,
    zone: row.zone ?? shippedZone,
    order: row.place ?? undefined,
    off: row.off_at?.toISOString(),
    matches: row.to_come + row.live,
    toCome: row.to_come,
    live: row.live,
    over: row.over,
    stakes: { singles: formatAmount(row.stakes, scale) },
    rule:
      row.rule_version !== null && row.rule_at !== null
        ? { version: row.rule_version, at: row.rule_at.toISOString() }
        : undefined,
    ...savedOf(row, tell),
  };
};

const toClub = (row: KeptTeamRow, tell: Tell): OfficeClub => ({
  id: row.id,
  name: row.name,
  short: row.short,
  colours: [row.colour_a, row.colour_b],
  flag: row.flag ?? undefined,
  version: row.version,
  ...savedOf(row, tell),
});

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name, 'en');

type NameModules = {
  kept: Events['kept'];
  names: Feeds['names'];
  office: Office;
  currency: Currency;
};

const telling = async (modules: NameModules, rows: readonly Row[]): Promise<Tell> => {
  const ids = rows.map((row) => operatorIdOf(row.saved_by ?? '')).filter((id) => id !== undefined);
  const found = await modules.office.names({ operators: ids, members: [] });
  return (who) => {
    const id = operatorIdOf(who);
    return id === undefined ? { name: who } : { id, name: found.operators.get(id)?.account ?? '' };
  };
};

const competitions = async (modules: NameModules): Promise<OfficeCompetition[]> => {
  const [rows, all] = await Promise.all([modules.kept.competitions(), modules.names.competitions()]);
  const tell = await telling(modules, rows);
  const known = new Set(rows.map(({ id }) => id));
  const others = all.filter(({ id }) => !known.has(id));
  const zones = new Map(all.map(({ id, zone }) => [id, zone]));
  return [
    ...rows.map((row) => toCompetition(row, modules.currency, { tell, shippedZone: zones.get(row.id) })),
    ...others.map(({ id, name, country, zone }) => ({
      id,
      name,
      version: 0,
      known: false,
      matches: 0,
      toCome: 0,
      live: 0,
      over: 0,
      country,
      zone,
      stakes: { singles: formatAmount(0n, modules.currency.scale) },
    })),
  ];
};

const clubs = async (modules: NameModules): Promise<OfficeClub[]> => {
  const [rows, all] = await Promise.all([modules.kept.teams(), modules.names.teams()]);
  const tell = await telling(modules, rows);
  const known = new Set(rows.map(({ id }) => id));
  const others = all.filter(({ id }) => !known.has(id)).map((team) => ({ ...team, version: 0 }));
  return [...rows.map((row) => toClub(row, tell)), ...others].toSorted(byName);
};

/** The calls about competitions and teams, both built-in ones and those that operators add. */
export const officeNameHandlers = (modules: NameModules): Pick<Handlers, Name> => {
  const { kept, names, office } = modules;

  return {
    officeCompetitionList: async ({ page = 1, limit = limits.listLimitDefault }) =>
      pageOfList(await competitions(modules), { page, limit }),

    officeCompetitionSave: async (input, { operator, address }) => {
      const after = competitionFrom(input);
      const id = await kept.saveCompetition(after, {
        id: input.id,
        version: input.version,
        by: operatorActor(operator.id),
        why: input.reason,
        shipped: await names.competitions(),
        within: (client, { id: made, version, before }) =>
          office.audit(client, {
            operator,
            address,
            reason: input.reason,
            after: competitionFacts(after),
            action: input.id === undefined ? 'competition_added' : 'competition_changed',
            subject: { kind: 'competition', id: made },
            detail: { version },
            before: before && competitionFacts(before),
          }),
      });
      return found(await competitions(modules), id);
    },

    officeClubList: async ({ q = '', page = 1, limit = limits.listLimitDefault }) => {
      const wanted = searchFold(q.trim());
      const fit = (await clubs(modules)).filter(
        ({ name, short, id }) => isFound(name, wanted) || short.toLowerCase() === wanted || id === wanted,
      );
      return pageOfList(fit, { page, limit });
    },

    officeClubSave: async (input, { operator, address }) => {
      const after: KeptTeam = { name: input.name.trim(), short: input.short, colours: input.colours };
      const id = await kept.saveTeam(after, {
        id: input.id,
        version: input.version,
        by: operatorActor(operator.id),
        why: input.reason,
        shipped: await names.teams(),
        within: (client, { id: made, version, before }) =>
          office.audit(client, {
            operator,
            address,
            reason: input.reason,
            after: clubFacts(after),
            action: input.id === undefined ? 'club_added' : 'club_changed',
            subject: { kind: 'club', id: made },
            detail: { version },
            before: before && clubFacts(before),
          }),
      });
      return found(await clubs(modules), id);
    },
  };
};

/** @throws Refused `validation` for an unknown time zone, or where one that is made has none */
const competitionFrom = (input: Input<'officeCompetitionSave'>): KeptCompetition => {
  const { id, name, names = {}, order = null, country, zone, off } = input;
  if (zone === undefined && id === undefined)
    throw new Refused('validation', { rules: { zone: 'required' } });
  if (zone !== undefined && !isTimeZone(zone)) throw new Refused('validation', { rules: { zone: 'choice' } });
  return {
    name: name.trim(),
    names: namesFrom(names),
    place: order,
    country: country?.trim() ?? null,
    zone: zone ?? null,
    isOff: off,
  };
};

const found = <T extends { id: string }>(all: readonly T[], id: string): T => {
  const one = all.find((each) => each.id === id);
  if (!one) throw new Refused('not_found');
  return one;
};
