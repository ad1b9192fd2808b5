import type { Ground, Room } from '../platform/room.ts';
import { createAudit } from './audit.ts';
import { createMemberOrigin, type MemberOriginOptions } from './member-origin.ts';

/** Opens the audit log of the office. */
export const openAudit = ({ clock }: Pick<Ground, 'clock'>, origins: MemberOriginOptions) => {
  const now = (): Date => clock.now();
  const memberOriginOf = createMemberOrigin({ ...origins, now });
  return { service: { write: createAudit({ now, memberOriginOf }), memberOriginOf } } satisfies Room;
};

export type AuditRoom = ReturnType<typeof openAudit>['service'];
