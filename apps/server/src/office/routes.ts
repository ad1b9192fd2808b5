import type { Output } from '@touchline/contract/routes';
import type { MemberOrigin, SharedOrigin } from '@touchline/contract/shapes/office';
import type { Currency } from '@touchline/money/currency';
import type { Handlers, Operator } from '../core/handler.ts';
import { isId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import type { IdentityRow } from '../accounts/index.ts';
import type { BalanceCorrection } from './adjustments.ts';
import type { OperatorProposalRow } from './operators.ts';
import type { Office } from './service.ts';
import { adjustmentToWire, auditToWire, identityToWire, operatorToWire, proposalToWire } from './wire.ts';
import { pageOf } from '../core/pages.ts';
import { ownerOf } from '../core/owner.ts';

type OfficeModules = {
  office: Office;
  currency: Currency;
};

const identitiesToWire = async (modules: OfficeModules, rows: readonly IdentityRow[]) => {
  const names = await modules.office.names({
    operators: rows.map((row) => row.decided_by),
    members: rows.map((row) => row.member_id),
  });
  return (row: IdentityRow) => identityToWire(row, names);
};

const adjustmentsToWire = async (
  modules: OfficeModules,
  rows: readonly BalanceCorrection[],
  operatorId: string,
) => {
  const names = await modules.office.names({
    operators: rows.flatMap((row) => [row.proposed_by, row.decided_by]),
    members: rows.map(({ member }) => member.id),
  });
  const origins = new Map<string, MemberOrigin | undefined>();
  for (const { state, member } of rows) {
    if (state === 'proposed' && !origins.has(member.id)) {
      origins.set(member.id, await modules.office.originOf(operatorId, member));
    }
  }
  const wallets = await modules.office.balances(rows.map(({ member }) => ownerOf(member)));
  return (row: BalanceCorrection) =>
    adjustmentToWire(row, {
      names,
      wallet: wallets.get(row.member.id),
      currency: modules.currency,
      origin: origins.get(row.member.id),
    });
};

const proposalsToWire = async (
  modules: OfficeModules,
  rows: readonly OperatorProposalRow[],
  reader: Operator,
) => {
  const names = await modules.office.names({
    operators: rows.flatMap((row) => [row.subject_id, row.proposed_by, row.decided_by]),
    members: [],
  });
  const origins = new Map<string, SharedOrigin | undefined>();
  for (const { state, proposed_by: by } of rows) {
    if (state === 'proposed' && by !== reader.id && !origins.has(by)) {
      origins.set(by, await modules.office.originWith(reader.id, by));
    }
  }
  return rows.map((row) => proposalToWire(row, names, origins.get(row.proposed_by)));
};

const outcomeToWire = async (
  modules: OfficeModules,
  { proposal, row }: Awaited<ReturnType<Office['operators']['save']>>,
  reader: Operator,
): Promise<Output<'officeOperatorSave'>> => ({
  proposal: proposal && (await proposalsToWire(modules, [proposal], reader))[0],
  operator: row && operatorToWire(row),
});

const operatorHandlers = (modules: OfficeModules) => {
  const { operators, ownerAlone } = modules.office;

  return {
    officeOperatorList: async (input) => {
      const { page, slice } = pageOf(input);
      const [{ rows, total }, alone] = await Promise.all([operators.list(slice), ownerAlone.read()]);
      return { list: rows.map(operatorToWire), total, ...page, alone };
    },
    officeOperatorSave: async (input, by) =>
      outcomeToWire(modules, await operators.save(input, by), by.operator),
    officeFactorEnd: async (input, by) =>
      outcomeToWire(modules, await operators.endFactors(input, by), by.operator),
    officeOperatorProposals: async ({ state, ...input }, { operator }) => {
      const { page, slice } = pageOf(input);
      const { rows, total } = await operators.pageOfProposals({ state }, slice);
      return { list: await proposalsToWire(modules, rows, operator), total, ...page };
    },
    officeOperatorDecide: async (input, by) =>
      outcomeToWire(modules, await operators.decide(input, by), by.operator),
    officeOwnerAlone: async (input, by) => {
      await ownerAlone.ask(input, by);
      return {};
    },
    officeOwnerAloneStop: async (_input, by) => {
      await ownerAlone.stop(by);
      return {};
    },
  } satisfies Partial<Handlers>;
};

const identityHandlers = (modules: OfficeModules) => {
  const { office } = modules;
  const { identities } = office;

  return {
    officeIdentityList: async ({ state, ...input }, by) => {
      const { page, slice } = pageOf(input);
      const { rows, total } = await identities.list({ state, ...slice });
      // Names and dates of birth are shown here.
      await office.readings.noteNew(
        by,
        rows.map(({ id }) => id),
        (requests) => ({
          action: 'identities_listed',
          subject: { kind: 'identity', id: 'list' },
          detail: { state, requests },
        }),
      );
      return { list: rows.map(await identitiesToWire(modules, rows)), total, ...page };
    },
    officeIdentityDetail: async ({ id }, by) => {
      const { operator } = by;
      const { request, earlier } = await identities.detail(id);
      // Also what the member handed in before, which no list has shown.
      await office.readings.noteNew(by, [`detail ${request.id}`], () => ({
        action: 'identity_opened',
        subject: { kind: 'identity', id: request.id },
        member: { id: request.member_id, shard: request.shard },
      }));
      const toWire = await identitiesToWire(modules, [request, ...earlier]);
      const [member] = await office.findMembers(request.member_id);
      if (member === undefined) throw new Error('A name in review without a member');
      const origin = await office.originOf(operator.id, { id: request.member_id, shard: request.shard });
      return {
        request: toWire(request),
        member,
        memberOrigin: origin,
        earlier: earlier.map(toWire),
      };
    },
    officeIdentityDecide: async (input, { operator, address }) => {
      const row = await identities.decide(input, { operator, address });
      return (await identitiesToWire(modules, [row]))(row);
    },
  } satisfies Partial<Handlers>;
};

const adjustmentHandlers = (modules: OfficeModules) => {
  const { adjustments } = modules.office;

  return {
    officeAdjustmentList: async ({ state, member, ...input }, { operator }) => {
      const { page, slice } = pageOf(input);
      if (member !== undefined && !isId(member)) return { list: [], total: 0, ...page };
      const { rows, total } = await adjustments.list({ state, memberId: member }, slice);
      return { list: rows.map(await adjustmentsToWire(modules, rows, operator.id)), total, ...page };
    },
    officeAdjustmentAdd: async (input, { operator, address }) => {
      const row = await adjustments.add(input, { operator, address });
      return (await adjustmentsToWire(modules, [row], operator.id))(row);
    },
    officeAdjustmentDecide: async (input, { operator, address }) => {
      const row = await adjustments.decide(input, { operator, address });
      return (await adjustmentsToWire(modules, [row], operator.id))(row);
    },
  } satisfies Partial<Handlers>;
};

/** The calls of the office about operators, names of members, corrections and the audit log. */
export const officeHandlers = (modules: OfficeModules) => {
  const { office } = modules;

  return {
    ...operatorHandlers(modules),
    ...identityHandlers(modules),
    ...adjustmentHandlers(modules),
    officeAuditList: async ({ operator, action, subject, member, from, to, q, ...input }) => {
      if (from !== undefined && to !== undefined && from > to) {
        throw new Refused('validation', { rules: { to: 'range' } });
      }
      const { page, slice } = pageOf(input);
      const filter = { operator, action, subject, member, from, to, q };
      const [{ rows, total }, head] = await Promise.all([office.auditLog(filter, slice), office.auditHead()]);
      const names = await office.names({
        operators: rows.map((row) => row.operator_id),
        members: rows.map((row) => row.member_id),
      });
      return { list: rows.map((row) => auditToWire(row, names)), total, ...page, head };
    },
    officeMemberFind: async ({ q }) => ({ list: await office.findMembers(q) }),
  } satisfies Partial<Handlers>;
};
