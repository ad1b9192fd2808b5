import { createTextSigner } from '../../core/secrets.ts';
import type { Network } from '../../core/config/payments.ts';
import { parseAddress, type Hex } from './address.ts';

/**
 * A payment of USDT that the sandbox's wallet may make: its address, its network, its amount in millionths.
 */
export type SandboxPayment = { network: Network; address: Hex; micro: bigint };

export type PayPages = {
  /** The page that plays the payer, for the member of the recharge: no other member gets its address. */
  pathOf(payment: SandboxPayment): string;
  /** @returns undefined for a token that this server did not sign */
  open(token: string): SandboxPayment | undefined;
};

const form = /^(usdt-trc20|usdt-erc20) (0x[0-9a-f]{40}) ([1-9][0-9]{0,29})$/;

/** @param secret the server's signing secret */
export const createPayPages = (secret: Uint8Array): PayPages => {
  const signer = createTextSigner(secret, 'sandbox-chain');
  return {
    pathOf: ({ network, address, micro }) =>
      `/sandbox/chain?o=${signer.sign(`${network} ${address.toLowerCase()} ${micro}`)}`,
    open: (token) => {
      const [, network, hex = '', micro] = form.exec(signer.open(token) ?? '') ?? [];
      const address = parseAddress('usdt-erc20', hex);
      if (micro === undefined || address === undefined) return undefined;
      if (network !== 'usdt-trc20' && network !== 'usdt-erc20') return undefined;
      return { network, address, micro: BigInt(micro) };
    },
  };
};
