import type { Queryable } from '../../core/database/database.ts';
import type { Channel, Network } from '../../core/config/payments.ts';
import type { Hex } from '../chain/address.ts';
import type { SandboxPayment } from '../chain/pay-page.ts';
import type { Owner } from '../../core/owner.ts';
import type { Rail } from '../providers/rail.ts';

/** The chains as recharges use them. */
export type Deposits = {
  /** An address for one recharge, watched before it is returned. */
  allocate(order: Owner & { network: Network; rechargeId: string }): Promise<{ address: string }>;
  confirmations(network: Network, block: bigint): Promise<{ have: number; need: number }>;
  /** The result for a transfer that a member names. */
  lookUp(
    network: Network,
    txHash: string,
  ): Promise<
    | { found: false }
    | { found: true; status: 'ok' | 'failed'; unknownToken: boolean; transfers: { rechargeId: string }[] }
  >;
  /** Whether money sent to an address would be lost or come back. */
  isDeadEnd(address: Hex): Promise<boolean>;
  isSandbox(network: Network): boolean;
  /** The page of the sandbox that plays the payer of one payment; only the member gets its address. */
  payPage(payment: SandboxPayment): string;
  /** The name of the test network whose payments are watched, if it is one. */
  testNetwork(network: Network): string | undefined;
};

/** The provider of a channel that is not a chain, as recharges use it. */
export type HostedRailOf = (
  channel: Pick<Channel, 'id' | 'method'>,
) => Pick<Rail, 'sandbox' | 'begin' | 'cancel'>;

/** What recharges ask of other modules. */
export type RechargeChecks = {
  /**
   * Compares the account with those of excluded members before a recharge begins.
   * @throws Refused `account_review`
   */
  compareMember(owner: Owner): Promise<void>;
  /**
   * Checks a recharge against the member's own limits and restrictions; within the transaction that begins
   * it.
   * @throws Refused `excluded`, `limit_reached`
   */
  admitDeposit(client: Queryable, owner: Owner, amountMinor: bigint): Promise<void>;
  /** Marks an uploaded image as the voucher of a recharge. */
  claimVoucher(
    client: Queryable,
    owner: Owner,
    uploadId: string,
    claim: { purpose: 'voucher'; usedFor: string },
  ): Promise<'claimed' | 'not_found' | 'used'>;
};
