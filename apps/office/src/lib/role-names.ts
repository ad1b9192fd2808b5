import type { OperatorRole } from '@touchline/contract/shapes/office';
import { useCallback } from 'react';
import { useT } from './i18n.ts';
import { listed } from './listed.ts';

const known = {
  owner: 'role.owner',
  trader: 'role.trader',
  cashier: 'role.cashier',
  support: 'role.support',
  auditor: 'role.auditor',
  content: 'role.content',
} as const satisfies Record<OperatorRole, string>;
const isRole = (role: string): role is OperatorRole => Object.hasOwn(known, role);

/** Names roles in words, one after the other. */
export const useRoleNames = (): ((roles: readonly string[]) => string) => {
  const t = useT();
  return useCallback((roles) => listed(roles.map((role) => (isRole(role) ? t(known[role]) : role))), [t]);
};
