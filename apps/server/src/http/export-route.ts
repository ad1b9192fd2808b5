import { Readable } from 'node:stream';
import { auditExportPath } from '@touchline/contract/paths';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { FastifyInstance } from 'fastify';
import { Refused } from '../platform/refusal.ts';
import type { IdentifyOperator } from './gate.ts';
import type { Operator } from '../platform/handler.ts';

/** Opens a table for an operator, by its filter; rejects with a Refused when that is not possible. */
export type OpenTable = (
  query: unknown,
  operator: Operator,
  address: string,
) => Promise<AsyncIterable<string>>;

/** Roles that may export the audit log: those that may read it. */
const auditReaders: ReadonlySet<OperatorRole> = new Set<OperatorRole>(['auditor']);

/**
 * The tables of the office as files.
 * @param identify finds the calling operator, within the limits of calls; throws without a sign-in
 */
export const registerExports = (
  app: FastifyInstance,
  { identify, openAudit }: { identify: IdentifyOperator; openAudit: OpenTable },
): void => {
  app.get(auditExportPath, async (request, reply) => {
    const operator = await identify(request);
    if (!operator.roles.some((role) => auditReaders.has(role))) throw new Refused('forbidden');
    const pieces = await openAudit(request.query, operator, request.ip);
    return reply
      .headers({
        'content-disposition': 'attachment; filename="audit.csv"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .type('text/csv; charset=utf-8')
      .send(Readable.from(pieces));
  });
};
