import type { Context, Module } from '../module.ts';
import { createAudit } from './audit.ts';
import { createMemberOrigin, type MemberOriginOptions } from './origins.ts';

/** Opens the audit log of the office. */
export const openAudit = ({ clock }: Pick<Context, 'clock'>, origins: MemberOriginOptions) => {
  const now = (): Date => clock.now();
  const memberOriginOf = createMemberOrigin({ ...origins, now });
  return { service: { write: createAudit({ now, memberOriginOf }), memberOriginOf } } satisfies Module;
};

export type AuditLog = ReturnType<typeof openAudit>['service'];
