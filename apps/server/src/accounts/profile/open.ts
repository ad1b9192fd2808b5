import type { Owner } from '../../core/owner.ts';
import type { Context, Module } from '../../core/module.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Members } from '../service.ts';
import { memberHandlers } from './routes.ts';
import { createUserView, type MemberFacts } from './user.ts';

/** Opens what members see of themselves: their own record, with the facts that other modules know of them. */
export const openProfile = (
  { currency, live, receipts }: Context,
  {
    members,
    wallet,
    factsOf,
  }: {
    members: Members;
    wallet: Wallet;
    factsOf: (owner: Owner) => Promise<MemberFacts>;
  },
) => {
  const userOf = createUserView({ members, wallet, currency, factsOf });
  return {
    service: { factsOf },
    handlers: memberHandlers({ members, userOf, live, receipts }),
  } satisfies Module;
};
