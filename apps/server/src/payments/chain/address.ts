import { ECDH } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { checksum, validate } from 'ox/Address';
import type { Network } from '../../core/config/payments.ts';

/** The rails of USDT: the chain of a transfer. */
export const networks = ['usdt-trc20', 'usdt-erc20'] as const satisfies readonly Network[];

/** Bytes as the chain's own interface writes them: 0x and small hexadecimal digits. */
export type Hex = `0x${string}`;

const base58check = createBase58check(sha256);
/** The byte that TRON puts before the twenty of an address. */
const tronPrefix = 0x41;
const nobody = `0x${'0'.repeat(40)}`;

/** Makes deposit addresses from an extended public key; nothing here can sign for them. */
export type Deriver = {
  /** Names the key in the database without revealing it. */
  id: string;
  /** The address at the path 0/index below the key: 20 bytes, small letters. */
  derive(index: number): Hex;
};

/**
 * @param xpub extended public key of an account, in base58
 * @throws when it is malformed, or private: the server must not hold keys that can spend
 */
export const createDeriver = (xpub: string): Deriver => {
  const account = HDKey.fromExtendedKey(xpub);
  if (account.privateKey !== null) throw new Error('This is a private key; give the public one (xpub…)');
  const external = account.deriveChild(0);
  return {
    id: Buffer.from(sha256(Buffer.from(xpub))).toString('hex', 0, 16),
    derive: (index) => {
      const { publicKey } = external.deriveChild(index);
      if (publicKey === null) throw new Error(`No key at 0/${index}`);
      const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed');
      return toHex(keccak_256(Buffer.from(point).subarray(1)).subarray(12));
    },
  };
};

/**
 * An address in the form that its network uses.
 * @param address 20 bytes in hexadecimal
 */
export const showAddress = (network: Network, address: Hex): string =>
  network === 'usdt-trc20'
    ? base58check.encode(Uint8Array.of(tronPrefix, ...toBytes(address)))
    : checksum(address);

/**
 * Reads an address of a network. Its checksum must be right; an Ethereum address wholly in small letters has
 * none and is accepted. The zero address, where money would be lost, is refused.
 * @returns its 20 bytes as 0x and small letters, or undefined when it is no address of this network
 */
export const parseAddress = (network: Network, text: string): Hex | undefined => {
  const address = network === 'usdt-trc20' ? parseTron(text) : parseEthereum(text);
  return address === nobody ? undefined : address;
};

const parseEthereum = (text: string): Hex | undefined => (validate(text) ? lower(text) : undefined);

const parseTron = (text: string): Hex | undefined => {
  // Longer text would be decoded at a cost that grows with its square.
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return undefined;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 && bytes[0] === tronPrefix ? toHex(bytes.subarray(1)) : undefined;
  } catch {
    return undefined;
  }
};

const lower = (address: Hex): Hex => `0x${address.slice(2).toLowerCase()}`;

/** Bytes as 0x and small letters. */
export const toHex = (bytes: Uint8Array): Hex =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`;

/** The bytes of hexadecimal text. */
export const toBytes = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex');
