import type { Input } from '@touchline/contract/routes';
import { isPhone, keptText, plainHex, plainPhone, plainText } from '@touchline/kit/typed-text';
import type { Hex } from '../chain/address.ts';
import type { FieldRule } from '@touchline/contract/reasons';
import type { PayoutType } from '@touchline/contract/shapes/cashier';

/** A member's input for a payout method, as it is kept; empty fields are left out. */
export type PayoutFields = Omit<Input<'walletSave'>, 'id' | 'type' | 'password' | 'code'>;

export type ReadPayout =
  | { type: PayoutType; fields: PayoutFields; fingerprint: string; address?: Hex }
  | { rules: Record<string, FieldRule> };

/** Reads an address of a network: 20 bytes in hex, or undefined when it is none. */
export type ReadAddress = (network: 'usdt-trc20' | 'usdt-erc20', text: string) => Hex | undefined;

const bankFields = [
  'bankName',
  'branch',
  'branchNumber',
  'bankCode',
  'holder',
  'account',
  'alias',
  'phone',
  'address',
] as const;
const cryptoFields = ['alias', 'address'] as const;

/** How fields without words are read; in the others, and in the address of a bank, the text is kept. */
const codeFields: Partial<Record<keyof PayoutFields, (text: string) => string>> = {
  branchNumber: plainText,
  bankCode: plainText,
  // Dots and slashes group digits as blanks and hyphens do.
  account: (text) => plainText(text).replaceAll(/[./]/g, ''),
  phone: plainText,
  address: plainHex,
};

/**
 * Reads a payout method: a bank card needs bank, bank code, holder, account and phone; a crypto wallet its
 * address with a right checksum. Fields that its kind does not have are refused, so that no member believes them saved.
 */
export const readPayout = (input: Input<'walletSave'>, readAddress: ReadAddress): ReadPayout => {
  const known: readonly (keyof PayoutFields)[] = input.type === 'bank' ? bankFields : cryptoFields;
  const rules: Record<string, FieldRule> = {};
  const fields: PayoutFields = {};
  for (const name of new Set([...bankFields, ...cryptoFields])) {
    const isWords = input.type === 'bank' && name === 'address';
    const text = ((isWords ? undefined : codeFields[name]) ?? keptText)(input[name] ?? '');
    if (text === '') continue;
    if (known.includes(name)) fields[name] = text;
    else rules[name] = 'unknown';
  }
  const address = input.type === 'bank' ? undefined : readCrypto(input.type, fields, rules, readAddress);
  const fingerprint = input.type === 'bank' ? readBank(fields, rules) : address && `${input.type} ${address}`;
  return Object.keys(rules).length > 0 || fingerprint === undefined
    ? { rules }
    : { type: input.type, fields, fingerprint, ...(address !== undefined && { address }) };
};

const readBank = (fields: PayoutFields, rules: Record<string, FieldRule>): string | undefined => {
  for (const name of ['bankName', 'bankCode', 'holder', 'account', 'phone'] as const) {
    if (fields[name] === undefined) rules[name] ??= 'required';
  }
  const account = fields.account?.replaceAll(/[ -]/g, '').toUpperCase();
  if (account !== undefined && !isAccount(account)) rules['account'] = 'bank_account';
  const code = fields.bankCode?.replaceAll(/[ -]/g, '').toUpperCase();
  if (code !== undefined && !/^[A-Z0-9]{2,16}$/.test(code)) rules['bankCode'] = 'format';
  const branchNumber = fields.branchNumber;
  if (branchNumber !== undefined && !/^[A-Za-z0-9 -]{1,20}$/.test(branchNumber))
    rules['branchNumber'] = 'format';
  if (fields.phone !== undefined && !isPhone(plainPhone(fields.phone))) rules['phone'] = 'mobile';
  return account === undefined ? undefined : `bank ${code ?? ''} ${account}`;
};

const readCrypto = (
  network: 'usdt-trc20' | 'usdt-erc20',
  fields: PayoutFields,
  rules: Record<string, FieldRule>,
  readAddress: ReadAddress,
): Hex | undefined => {
  if (fields.address === undefined) {
    rules['address'] ??= 'required';
    return undefined;
  }
  const address = readAddress(network, fields.address);
  if (address === undefined) rules['address'] = 'crypto_address';
  return address;
};

/** A card or account number of 6 to 34 letters and digits; one that reads like an IBAN must have its check digits. */
const isAccount = (text: string): boolean => {
  if (!/^[A-Z0-9]{6,34}$/.test(text) || !/[0-9]{4}/.test(text)) return false;
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(text)) return true;
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  // ISO 13616: the number made of the digits leaves 1 over 97.
  return BigInt(digits) % 97n === 1n;
};
