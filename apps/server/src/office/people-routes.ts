import { limits } from '@touchline/contract/limits';
import type { RouteName } from '@touchline/contract/paths';
import type { Input, Output } from '@touchline/contract/routes';
import type { betTabs, officePeopleRoutes } from '@touchline/contract/routes/office-people';
import { formatAmount } from '@touchline/money/amount';
import type { Lan } from '@touchline/locales/locales';
import type { Currency } from '@touchline/money/currency';
import type { Handlers } from '../core/handler.ts';
import type { MemberRow } from '../accounts/index.ts';
import type { Play } from '../safer-play/index.ts';
import type { Teams } from '../growth/index.ts';
import type { NoteRow } from './note-queries.ts';
import { foundMax, type People } from './people.ts';
import type { Office } from './service.ts';
import { flagToWire } from './incentives/flag-wire.ts';
import { identityStateToWire, memberName, operatorName } from './wire.ts';
import { type Owner, ownerOf } from '../core/owner.ts';
import { sliceOf } from '../core/pages.ts';

export type OfficePeopleName = keyof typeof officePeopleRoutes & RouteName;

export type PeopleModules = {
  people: People;
  office: Office;
  currency: Currency;
  records: {
    list(
      owner: Owner,
      page: { tab: (typeof betTabs)[number]; page: number; limit: number },
    ): Promise<Output<'orderList'>>;
  };
  betDetails: (owner: Owner, id: string) => Promise<Output<'officeMemberBet'>>;
  play: Play;
  moneyPage: (owner: Owner, asked: Input<'moneyLogList'>, lan: Lan) => Promise<Output<'moneyLogList'>>;
  /** VIP levels, and the remaining turnover in minor units. */
  factsOf: (owner: Owner) => Promise<{ vipLevel: number; teamLevel: number; turnoverLeftMinor: bigint }>;
  teamPlace: Teams['place'];
};

const notesToWire = async (modules: PeopleModules, rows: readonly NoteRow[]) => {
  const names = await modules.office.names({ operators: rows.map((row) => row.operator_id), members: [] });
  return rows.map(({ id, text, operator_id: by, at }) => ({
    id,
    text,
    by: operatorName(names, by),
    at: at.toISOString(),
  }));
};

const teamToWire = async (
  modules: PeopleModules,
  owner: Owner,
): Promise<Output<'officeMemberDetail'>['team']> => {
  const { info, leaders, flags } = await modules.teamPlace(owner);
  const names = await modules.office.names({
    operators: flags.map((row) => row.decided_by),
    members: [owner.memberId, ...leaders, ...flags.map((row) => row.leader_id)],
  });
  return {
    ...info,
    leaders: leaders.map((id) => memberName(names, id)),
    flags: flags.map((row) => flagToWire(row, names)),
  };
};

const factorsToWire = async (
  modules: PeopleModules,
  row: MemberRow,
): Promise<Output<'officeMemberFactorEnd'>> => {
  const { factors, open } = await modules.people.factors(row);
  const names = await modules.office.names({ operators: [open?.proposed_by ?? null], members: [] });
  return {
    app: factors.app,
    passkeys: factors.passkeys,
    recoveryCodes: factors.recovery_codes,
    withdrawFrom: factors.withdraw_from?.toISOString(),
    end:
      open === undefined
        ? undefined
        : {
            id: open.id,
            reason: open.reason,
            used: open.used,
            version: open.version,
            proposedBy: operatorName(names, open.proposed_by),
            proposedAt: open.proposed_at.toISOString(),
          },
  };
};

const memberDetail = async (modules: PeopleModules, id: string): Promise<Output<'officeMemberDetail'>> => {
  const { people, records, play, currency } = modules;
  const row = await people.find(id);
  const owner = ownerOf(row);
  const [member, identity, team, facts, open] = await Promise.all([
    people.shown(row),
    people.identity(row),
    teamToWire(modules, owner),
    modules.factsOf(owner),
    records.list(owner, { tab: 'in_progress', page: 1, limit: 1 }),
  ] as const);
  const [info, sessions, notes, factors] = await Promise.all([
    play.info(owner),
    people.sessions(row.id),
    people.notes(row),
    factorsToWire(modules, row),
  ] as const);
  return {
    member,
    team,
    play: info,
    sessions,
    factors,
    notes: await notesToWire(modules, notes),
    language: row.language,
    identity: identityStateToWire(identity),
    turnoverLeft: formatAmount(facts.turnoverLeftMinor, currency.scale),
    vipLevel: facts.vipLevel,
    teamLevel: facts.teamLevel,
    openBets: open.total,
  };
};

/** The calls of the office about members. */
export const officePeopleHandlers = (modules: PeopleModules): Pick<Handlers, OfficePeopleName> => {
  const { people, records, moneyPage } = modules;

  return {
    officeMemberList: async ({
      q = '',
      locked,
      factor,
      agent = '',
      page = 1,
      limit = limits.listLimitDefault,
    }) => {
      const only = {
        locked: locked === 'yes',
        factor: factor === 'waits',
        agent: agent.trim() === '' ? undefined : agent.trim(),
      };
      if (q.trim() !== '') {
        const list = await people.found(q, only);
        return { list, total: list.length, page: 1, limit: foundMax };
      }
      const slice = { ...only, ...sliceOf({ page, limit }) };
      return { ...(await people.list(slice)), page, limit };
    },
    officeMemberDetail: ({ member }) => memberDetail(modules, member),
    officeMemberOpen: async ({ member, why }, by) => {
      const row = await people.open(member, why, by);
      return {
        areaCode: row.area_code ?? undefined,
        mobile: row.mobile ?? undefined,
        email: row.email ?? undefined,
        realName: row.real_name ?? undefined,
        birthDate: row.birth_date,
      };
    },
    officeMemberBets: async ({ member, tab = 'all', page = 1, limit = limits.listLimitDefault }) =>
      records.list(ownerOf(await people.find(member)), { tab, page, limit }),
    officeMemberBet: async ({ member, id }) => {
      const bet = await modules.betDetails(ownerOf(await people.find(member)), id);
      // Receipts have nonces, which are the member's alone.
      return { ...bet, receipt: null, receipts: [] };
    },
    officeMemberMoney: async ({ member, ...asked }, { lan }) =>
      moneyPage(ownerOf(await people.find(member)), asked, lan),
    officeMemberLock: (input, by) => people.lock(input, by),
    officeMemberSessionsEnd: async ({ member, why }, by) => {
      await people.endSessions(member, why, by);
      return {};
    },
    officeMemberFactorEnd: async ({ member, why }, by) =>
      factorsToWire(modules, await people.proposeFactorEnd(member, why, by)),
    officeMemberFactorDecide: async (input, by) =>
      factorsToWire(modules, await people.decideFactorEnd(input, by)),
    officeMemberNoteAdd: async ({ member, text }, by) => {
      const [note] = await notesToWire(modules, [await people.addNote(member, text, by)]);
      if (note === undefined) throw new Error('A note that was just written is gone');
      return note;
    },
  };
};
