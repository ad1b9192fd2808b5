import { describe, expect, test } from 'vitest';
import type { Hex } from '../chain/address.ts';
import { readPayout } from './domain.ts';

const readAddress = (_network: string, text: string): Hex | undefined =>
  text.startsWith('T') ? '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c' : undefined;
const card = {
  type: 'bank' as const,
  bankName: 'First Bank',
  bankCode: 'FBXX',
  holder: 'Ada  Lovelace',
  account: '6222 0210 0111 2345 678',
  phone: '+44 20 7946 0000',
};

describe('a bank card', () => {
  test('is read with normalised spaces', () => {
    expect(readPayout(card, readAddress)).toEqual({
      type: 'bank',
      fields: {
        bankName: 'First Bank',
        bankCode: 'FBXX',
        holder: 'Ada Lovelace',
        account: '6222 0210 0111 2345 678',
        phone: '+44 20 7946 0000',
      },
      fingerprint: 'bank FBXX 6222021001112345678',
    });
  });

  test('needs its fields', () => {
    expect(readPayout({ type: 'bank', bankName: ' ' }, readAddress)).toEqual({
      rules: {
        bankName: 'required',
        bankCode: 'required',
        holder: 'required',
        account: 'required',
        phone: 'required',
      },
    });
  });

  test('has no address', () => {
    expect(readPayout({ ...card, address: ' 1 Bank St,  London ' }, readAddress)).toMatchObject({
      fields: { address: '1 Bank St, London' },
    });
  });

  test.each([
    ['12345', false],
    ['123456', true],
    ['ABCDEF', false],
    ['GB33BUKB20201555555555', true],
    ['GB34BUKB20201555555555', false],
    ['DE89370400440532013000', true],
    ['6222<script>0210', false],
  ])('account %s: %s', (account, right) => {
    expect('fingerprint' in readPayout({ ...card, account }, readAddress)).toBe(right);
  });

  test.each(['call me', '1234', '\u202e442079460000', '+44 20 7946 0000 ext. 5'])(
    'phone %j is none',
    (phone) => {
      expect(readPayout({ ...card, phone }, readAddress)).toEqual({ rules: { phone: 'mobile' } });
    },
  );

  test.each([
    ['\u202d+44 20 7946 0000\u202c', '+44 20 7946 0000'],
    ['020/7946 0000', '020/7946 0000'],
    ['020.7946.0000', '020.7946.0000'],
    ['0044 (0)20 7946\u20110000', '0044 (0)20 7946-0000'],
    ['٠٢٠٧٩٤٦٠٠٠٠', '02079460000'],
  ])('phone %j is kept as %s', (phone, kept) => {
    expect(readPayout({ ...card, phone }, readAddress)).toMatchObject({ fields: { phone: kept } });
  });

  test.each([
    '6222\u20110210\u20110111\u20112345\u2011678',
    '6222.0210.0111.2345.678',
    '６２２２０２１００１１１２３４５６７８',
    '٦٢٢٢ ٠٢١٠ ٠١١١ ٢٣٤٥ ٦٧٨',
    '\u202d6222021001112345678\u202c',
  ])('account %j is the same card', (account) => {
    expect(readPayout({ ...card, account }, readAddress)).toMatchObject({
      fingerprint: 'bank FBXX 6222021001112345678',
    });
  });
});

describe('a crypto wallet', () => {
  test('is identified by its bytes', () => {
    expect(readPayout({ type: 'usdt-trc20', address: ' T1 ', alias: 'Ledger' }, readAddress)).toEqual({
      type: 'usdt-trc20',
      fields: { address: 'T1', alias: 'Ledger' },
      fingerprint: 'usdt-trc20 0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
      address: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
    });
  });

  test('needs an address with a right checksum', () => {
    expect(readPayout({ type: 'usdt-erc20' }, readAddress)).toEqual({ rules: { address: 'required' } });
    expect(readPayout({ type: 'usdt-erc20', address: '0x1' }, readAddress)).toEqual({
      rules: { address: 'crypto_address' },
    });
  });

  test.each(['T\u200b1', '\u2060T1', '\u200eT1\u200f', 'T\u00ad1', '\ufeffT1', 'T 1', '\u00a0T1\n', 'Ｔ１'])(
    'is read from the copy %j',
    (address) => {
      expect(readPayout({ type: 'usdt-trc20', address }, readAddress)).toMatchObject({
        fields: { address: 'T1' },
      });
    },
  );
});
