import type { User } from '@touchline/contract/shapes/user';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { MemberRow, Members } from '../service.ts';
import { type Owner, ownerOf } from '../../core/owner.ts';
import type { Wallet } from '../../ledger/index.ts';

/** What other modules know of a member: levels, a restriction of play, and the turnover that is left, in minor units. */
export type MemberFacts = Pick<User, 'vipLevel' | 'teamLevel' | 'restriction'> & {
  turnoverLeftMinor: bigint;
};

/** Puts the record of a member together, as its owner reads it. */
export const createUserView =
  ({
    members,
    wallet,
    currency,
    factsOf,
  }: {
    members: Members;
    wallet: Wallet;
    currency: Currency;
    factsOf: (owner: Owner) => Promise<MemberFacts>;
  }) =>
  async (member: MemberRow): Promise<User> => {
    const balance = await wallet.balance(member.id, member.shard);
    if (balance === undefined) throw new Error('A member without a wallet');
    const { turnoverLeftMinor, ...levels } = await factsOf(ownerOf(member));
    return {
      id: member.id,
      account: member.account,
      areaCode: member.area_code ?? undefined,
      mobile: member.mobile ?? undefined,
      email: member.email ?? undefined,
      nickname: member.nickname ?? undefined,
      termsAccepted: member.terms_accepted ?? undefined,
      ...(await members.identityOf(member)),
      birthDate: member.birth_date,
      otp: member.otp,
      invitationCode: member.invitation_code,
      balance: formatAmount(balance.availableMinor, currency.scale),
      held: formatAmount(balance.heldMinor, currency.scale),
      currency: balance.currency,
      ...levels,
      language: member.language,
      registeredAt: member.registered_at.toISOString(),
      turnoverLeft: formatAmount(turnoverLeftMinor, currency.scale),
    };
  };

export type UserView = ReturnType<typeof createUserView>;
