import type { Queryable } from '../../core/database/database.ts';
import type { Network } from '../../core/config/channels.ts';
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

/** A provider of hosted payments as recharges use it. */
export type HostedRail = Pick<Rail, 'sandbox' | 'begin' | 'cancel'>;

/** Marks an uploaded image as the voucher of a recharge. */
export type ClaimVoucher = (
  client: Queryable,
  owner: Owner,
  uploadId: string,
  claim: { purpose: 'voucher'; usedFor: string },
) => Promise<'claimed' | 'not_found' | 'used'>;
