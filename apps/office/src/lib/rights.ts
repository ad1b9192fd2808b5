import type { RouteName } from '@touchline/contract/paths';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import { useCallback } from 'react';
import { listed, useT } from './i18n.ts';
import { sessionStore, type OperatorSession } from './session.ts';
import { useStore } from './use-store.ts';

/** A call of the office. Pages and buttons are shown to operators who may make their call. */
export type Right = Extract<RouteName, `office${string}`>;

/** Whether the signed-in operator may make a call. The server sends the list, by the contract. */
export const opens = (session: Pick<OperatorSession, 'calls'> | undefined, right: Right): boolean =>
  session?.calls.includes(right) === true;

/** Whether the operator may make a call. */
export const useMay = (): ((right: Right) => boolean) => {
  const session = useStore(sessionStore);
  return (right) => opens(session, right);
};

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
