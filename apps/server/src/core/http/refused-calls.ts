import { auditExportPath, officeFilePath, paths } from '@touchline/contract/paths';
import type { Reason } from '@touchline/contract/reasons';
import type { FastifyRequest } from 'fastify';
import type { AuditRefusal } from '@touchline/contract/shapes/office';
import type { RefusedCall } from '../refusal.ts';

/** The reasons that the audit log has texts for. */
const reasonSet = (reasons: readonly AuditRefusal[]): ReadonlySet<Reason> => new Set<Reason>(reasons);

/** Refusals of a forbidden attempt, or of a weak proof of identity. */
const telling = reasonSet([
  'forbidden',
  'factor_needed',
  'same_operator',
  'operator_waits',
  'wrong_credentials',
  'locked',
  'otp_wrong',
  'passkey_wrong',
]);
/** The same of callers without a sign-in; `officeLogin` writes its own lines, with the account. */
const tellingOfNobody = reasonSet(['code_wrong', 'passkey_wrong']);
/** Unknown ids: of a change, or of a private image. A mere read may come from an old link. */
const forged = reasonSet(['not_found', 'file_unknown']);

const officeCalls = new Map<string, { call: string; changes: boolean }>([
  ...Object.entries(paths).flatMap(([call, [method, path]]) =>
    call.startsWith('office') ? [[path, { call, changes: method !== 'GET' }] as const] : [],
  ),
  [officeFilePath, { call: 'officeFile', changes: true }],
  [auditExportPath, { call: 'officeAuditExport', changes: false }],
]);

/** Fields that name things. Other fields may contain a password, a code, or a person's words. */
const idFields = ['id', 'member', 'payment', 'event', 'market', 'line', 'stop', 'ruling', 'version'] as const;
const choiceFields = ['decision', 'scope', 'kind'] as const;
const nameForm = /^[\w.:-]{1,64}$/;

const idsOf = ({ body, query }: Pick<FastifyRequest, 'body' | 'query'>): Record<string, string> => {
  const sent = typeof body === 'object' && body !== null && 'value' in body ? body.value : query;
  if (typeof sent !== 'object' || sent === null) return {};
  const given = new Map<string, unknown>(Object.entries(sent));
  return Object.fromEntries(
    [...idFields, ...choiceFields].flatMap((name) => {
      const value = given.get(name);
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && nameForm.test(text) ? [[name, text]] : [];
    }),
  );
};

/** Refusals of a decision that came too late. */
const late = new Set<Reason>(['outdated', 'decided_already', 'withdraw_state', 'recharge_state']);

/**
 * The subject of a decision that came too late.
 * @returns undefined for other refusals, and without a signed-in operator
 */
export const lateDecisionOf = (
  request: FastifyRequest,
  reason: Reason,
): Pick<RefusedCall, 'call' | 'ids'> | undefined => {
  const known = officeCalls.get(request.routeOptions.url ?? '');
  if (known?.changes !== true || !late.has(reason) || !request.operator) return undefined;
  return { call: known.call, ids: idsOf(request) };
};

/**
 * The audit log's record of a refusal.
 * @returns undefined for calls outside of the office, or refusals that say nothing about the caller
 */
export const refusedCallOf = (request: FastifyRequest, reason: Reason): RefusedCall | undefined => {
  const known = officeCalls.get(request.routeOptions.url ?? '');
  if (known === undefined) return undefined;
  // The caller is unknown where the gate was not reached, and at calls for everyone.
  const operator = request.operator ?? null;
  const isTelling =
    operator === null
      ? tellingOfNobody.has(reason)
      : telling.has(reason) || (known.changes && forged.has(reason));
  if (!isTelling) return undefined;
  return {
    call: known.call,
    reason,
    address: request.ip,
    ids: idsOf(request),
    operator: operator === null ? null : { id: operator.id },
  };
};
