import { createTextSigner } from '../../core/secrets.ts';
import type { SandboxOrderKey } from './queries.ts';
import { idPattern } from '../../core/ids.ts';

const form = new RegExp(`^(\\d{1,3})-(${idPattern})$`);

/** The provider's reference of the order. It opens nothing. */
export const refOf = ({ shard, rechargeId }: SandboxOrderKey): string => `${shard}-${rechargeId}`;

/** @returns undefined for a text that is no reference */
export const readRef = (text: string): SandboxOrderKey | undefined => {
  const [, shard, rechargeId] = form.exec(text) ?? [];
  return shard === undefined || rechargeId === undefined ? undefined : { shard: Number(shard), rechargeId };
};

/**
 * The token that opens the pages of an order: signed, so that it cannot be guessed, and always the same for an
 * order.
 */
export type OrderTokens = {
  of(key: SandboxOrderKey): string;
  open(token: string): SandboxOrderKey | undefined;
};

export const createOrderTokens = (secret: Uint8Array): OrderTokens => {
  const signer = createTextSigner(secret, 'sandbox-order');
  return {
    of: (key) => signer.sign(refOf(key)),
    open: (token) => readRef(signer.open(token) ?? ''),
  };
};
