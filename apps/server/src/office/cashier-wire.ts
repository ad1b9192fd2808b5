import { moneyKinds } from '@touchline/contract/kinds';
import type { Output } from '@touchline/contract/routes';
import type { OfficeRecharge, OfficeWithdrawal, RailBalance } from '@touchline/contract/shapes/office';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { WithdrawalOnDesk, RailState, RechargeOnDesk } from '../payments/index.ts';
import type { StoryLine } from '../ledger/index.ts';
import { memberName, operatorName, type AccountNames } from './wire.ts';

const usdtScale = 6;

/** A withdrawal on the wire, with its member and the operators who approved it. */
export const withdrawalToWire = (
  { memberId, withdrawal, approvals, approvalsNeeded, version }: WithdrawalOnDesk,
  names: AccountNames,
): OfficeWithdrawal => ({
  withdrawal,
  member: memberName(names, memberId),
  approvals: approvals.map(({ operatorId, at }) => ({
    operator: operatorName(names, operatorId),
    at: at.toISOString(),
  })),
  approvalsNeeded,
  version,
});

/** Kinds of wallet entries, in the order of all lists. */
export const storyToWire = (
  story: readonly StoryLine[],
  { scale }: Currency,
): Output<'officeWithdrawDetail'>['story'] =>
  story
    .map(({ kind: name, count, amountMinor }) => {
      const kind = moneyKinds.find((each) => each === name);
      if (kind === undefined) throw new Error(`An entry of a kind that is not on the wire: ${name}`);
      return { kind, count: Number(count), amount: formatAmount(amountMinor, scale) };
    })
    .toSorted((a, b) => moneyKinds.indexOf(a.kind) - moneyKinds.indexOf(b.kind));

export const rechargeToWire = (
  { memberId, recharge, version, credits }: RechargeOnDesk,
  names: AccountNames,
): OfficeRecharge => ({ recharge, member: memberName(names, memberId), version, credits });

export const railToWire = (
  { rail, creditedMinor, paidOutMinor, ledgerMinor, agrees, chain }: RailState,
  { scale }: Currency,
): RailBalance => ({
  rail,
  credited: formatAmount(creditedMinor, scale),
  paidOut: formatAmount(paidOutMinor, scale),
  ledger: formatAmount(ledgerMinor, scale),
  agrees,
  chain:
    chain === undefined
      ? undefined
      : {
          final: formatAmount(chain.finalMicro, usdtScale),
          heard: formatAmount(chain.heardMicro, usdtScale),
          undelivered: chain.undelivered,
          agrees: chain.agrees,
        },
});
