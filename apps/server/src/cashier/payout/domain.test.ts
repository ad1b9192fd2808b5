import { describe, expect, test } from 'vitest';
import { readPayout } from './domain.ts';

const readAddress = (_network: string, text: string): string | undefined =>
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
    expect(readPayout({ ...card, address: 'T1' }, readAddress)).toEqual({ rules: { address: 'unknown' } });
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

  test('phone', () => {
    expect(readPayout({ ...card, phone: 'call me' }, readAddress)).toEqual({ rules: { phone: 'mobile' } });
  });
});

describe('a crypto wallet', () => {
  test('is identified by its bytes', () => {
    expect(readPayout({ type: 'usdt-trc20', address: ' T1 ', alias: 'Ledger' }, readAddress)).toEqual({
      type: 'usdt-trc20',
      fields: { address: 'T1', alias: 'Ledger' },
      fingerprint: 'usdt-trc20 0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
    });
  });

  test('needs an address with a right checksum', () => {
    expect(readPayout({ type: 'usdt-erc20' }, readAddress)).toEqual({ rules: { address: 'required' } });
    expect(readPayout({ type: 'usdt-erc20', address: '0x1' }, readAddress)).toEqual({
      rules: { address: 'crypto_address' },
    });
  });

  test('is not the zero address', () => {
    expect(readPayout({ type: 'usdt-erc20', address: '0x0' }, () => '0'.repeat(40))).toEqual({
      rules: { address: 'crypto_address' },
    });
  });
});
