import type { CallInput } from '@touchline/contract/routes';
import type { PayoutType } from '@touchline/contract/shapes/cashier';
import { keptText, plainHex, plainText } from '@touchline/kit/typed-text';

/** The kinds of payout methods, in the order they are offered. */
export const payoutTypes = ['bank', 'usdt-trc20', 'usdt-erc20'] as const satisfies readonly PayoutType[];

/** The fields of a bank card in the order they are asked for, and of a crypto wallet. */
const bankFields = [
  'bankName',
  'branch',
  'branchNumber',
  'bankCode',
  'holder',
  'account',
  'phone',
  'address',
  'alias',
] as const;
const cryptoFields = ['address', 'alias'] as const;
export type PayoutField = (typeof bankFields)[number] | (typeof cryptoFields)[number];
export type PayoutValues = Record<PayoutField, string>;

export const fieldsOf = (type: PayoutType): readonly PayoutField[] =>
  type === 'bank' ? bankFields : cryptoFields;

/** What a field is called: the address of a bank card is that of its bank. */
export const nameOf = (type: PayoutType, field: PayoutField): PayoutField | 'bankAddress' =>
  type === 'bank' && field === 'address' ? 'bankAddress' : field;

/** Those that cannot be left out. */
export const isRequired = (type: PayoutType, field: PayoutField): boolean =>
  ['bankName', 'bankCode', 'holder', 'account', 'phone', 'address'].includes(nameOf(type, field));

/** Those that hold no words of a language and read from left to right. */
export const isCode = (type: PayoutType, field: PayoutField): boolean =>
  ['branchNumber', 'bankCode', 'account', 'phone', 'address'].includes(nameOf(type, field));

/** How long each may be, as the contract has it. */
export const maxLengths = {
  bankName: 60,
  branch: 60,
  branchNumber: 20,
  bankCode: 20,
  holder: 60,
  account: 40,
  phone: 40,
  address: 120,
  alias: 30,
} as const satisfies Record<PayoutField, number>;

const addressPatterns = {
  'usdt-trc20': /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  'usdt-erc20': /^0x[0-9a-fA-F]{40}$/,
} as const;

/** Whether an address can be one of its network; its checksum is left to the server. */
export const looksLikeAddress = (type: Exclude<PayoutType, 'bank'>, address: string): boolean =>
  addressPatterns[type].test(plainHex(address));

/** What is sent: the fields of its kind that were filled in, as the server reads them. */
export const payoutInput = (
  type: PayoutType,
  values: Partial<PayoutValues>,
  id?: string,
): CallInput<'walletSave'> => {
  const filled = fieldsOf(type).flatMap((field): [PayoutField, string][] => {
    const value = (isCode(type, field) ? plainText : keptText)(values[field] ?? '');
    return value === '' ? [] : [[field, value]];
  });
  return { type, id, ...Object.fromEntries(filled) };
};
