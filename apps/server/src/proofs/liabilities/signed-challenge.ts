import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Hex, showAddress, toHex } from '../../payments/index.ts';
import type { Network } from '../../core/config/payments.ts';

/** The text that is signed to prove the key of an address: it names the house and the day, so that it serves no other. */
export const challengeOf = (of: { site: string; day: string; network: Network; address: Hex }): string =>
  [
    'Reserves of',
    of.site,
    `Day: ${of.day}`,
    `Network: ${of.network}`,
    `Address: ${showAddress(of.network, of.address)}`,
  ].join('\n');

/** How wallets of a network begin what they sign: EIP-191, and TIP-191 of TRON. */
const prefixes = {
  'usdt-erc20': '\u0019Ethereum Signed Message:\n',
  'usdt-trc20': '\u0019TRON Signed Message:\n',
} as const satisfies Record<Network, string>;

/** The hash that a wallet of the network signs for a text. */
export const signedHash = (network: Network, text: string): Hex => {
  const message = Buffer.from(text);
  return toHex(keccak_256(Buffer.concat([Buffer.from(`${prefixes[network]}${message.length}`), message])));
};

const isSignature = (text: string): text is Hex => /^0x[0-9a-f]{130}$/.test(text);

/** Whether a signature of a text is by the key of an address. @param signature 65 bytes in hexadecimal, as wallets show it */
export const isSignedBy = async (
  { network, address }: { network: Network; address: Hex },
  text: string,
  signature: string,
): Promise<boolean> => {
  const hex = `0x${signature.trim().toLowerCase().replace(/^0x/, '')}`;
  if (!isSignature(hex)) return false;
  // The library takes a tenth of a second to load, and few sites prove what they hold.
  const { recoverAddress } = await import('viem/utils');
  try {
    const signer = await recoverAddress({ hash: signedHash(network, text), signature: hex });
    return signer.toLowerCase() === address;
  } catch {
    return false;
  }
};
