import { auditExportPath, officeFilePath, paths } from '@touchline/contract/paths';
import type { Reason } from '@touchline/contract/reasons';
import type { FastifyRequest } from 'fastify';
import type { AuditRefusal } from '@touchline/contract/shapes/office';
import type { RefusedCall } from '../platform/refusal.ts';

/** Of those that the log has words for. */
const reasonSet = (reasons: readonly AuditRefusal[]): ReadonlySet<Reason> => new Set<Reason>(reasons);

/** What is said to somebody who tries what they may not, or who proves badly who they are. */
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
/** The same of callers who are not signed in; `officeLogin` writes lines of its own about whom it was. */
const tellingOfNobody = reasonSet(['code_wrong', 'passkey_wrong']);
/** Ids nobody has: when something is to be changed, or a private image opened. Whoever only reads may have an old link. */
const forged = reasonSet(['not_found', 'file_unknown']);

const officeCalls = new Map<string, { call: string; changes: boolean }>([
  ...Object.entries(paths).flatMap(([call, [method, path]]) =>
    call.startsWith('office') ? [[path, { call, changes: method !== 'GET' }] as const] : [],
  ),
  [officeFilePath, { call: 'officeFile', changes: true }],
  [auditExportPath, { call: 'officeAuditExport', changes: false }],
]);

/** Fields that name things. Whatever else was sent may be a password, a code, or somebody's words. */
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
 * What a decision that came too late was about.
 * @returns undefined for other refusals, and when no operator is signed in
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
 * What the audit log is told of a refusal.
 * @returns undefined where it is no call of the office, or nothing that speaks of who calls
 */
export const refusedCallOf = (request: FastifyRequest, reason: Reason): RefusedCall | undefined => {
  const known = officeCalls.get(request.routeOptions.url ?? '');
  if (known === undefined) return undefined;
  // Nobody has looked who calls where the gate was not reached, nor at calls for everyone.
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
