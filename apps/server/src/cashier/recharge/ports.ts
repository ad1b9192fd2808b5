import type { Lan } from '@touchline/locales/locales';
import type { Queryable } from '../../platform/database.ts';
import type { Network } from '../../platform/settings/channels.ts';
import type { SandboxPayment } from '../chain/pay-page.ts';
import type { Owner } from '../../platform/owner.ts';

/** The chains as recharges use them. */
export type Deposits = {
  /** An address of its own for a recharge; watched before it is returned. */
  allocate(order: Owner & { network: Network; rechargeId: string }): Promise<{ address: string }>;
  confirmations(network: Network, block: bigint): Promise<{ have: number; need: number }>;
  /** What a transfer that a member names turns out to be. */
  lookUp(
    network: Network,
    txHash: string,
  ): Promise<
    | { found: false }
    | { found: true; status: 'ok' | 'failed'; unknownToken: boolean; transfers: { rechargeId: string }[] }
  >;
  isSandbox(network: Network): boolean;
  /** The page of the sandbox that plays the payer of one payment; its address is for the member alone. */
  payPage(payment: SandboxPayment): string;
  /** The name of the test network whose payments are watched, if it is one. */
  testNetwork(network: Network): string | undefined;
};

type RailOrder = Owner & {
  rechargeId: string;
  reference: string;
  amountMinor: bigint;
  currency: { code: string; scale: number };
  expiresAt: Date;
  lan: Lan;
  /** Where the member app is, for return addresses: "https://host". */
  origin: string;
};

/** A provider of hosted payments as recharges use it. */
export type HostedRail = {
  sandbox: boolean;
  /** Asked again for the same recharge, it answers the same. */
  begin(order: RailOrder): Promise<{ providerRef: string; payUrl?: string; qr?: string }>;
  cancel(providerRef: string): Promise<void>;
};

/** Marks an uploaded image as the voucher of a recharge. */
export type ClaimVoucher = (
  client: Queryable,
  owner: Owner,
  uploadId: string,
  claim: { purpose: 'voucher'; usedFor: string },
) => Promise<'claimed' | 'not_found' | 'used'>;
