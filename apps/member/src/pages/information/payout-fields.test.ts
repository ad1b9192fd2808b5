import { expect, it } from 'vitest';
import { looksLikeAddress, payoutInput } from './payout-fields.ts';

it('knows an address of each network by its shape', () => {
  const tron = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
  const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7';
  expect(looksLikeAddress('usdt-trc20', ` ${tron} `)).toBe(true);
  expect(looksLikeAddress('usdt-erc20', ethereum)).toBe(true);
  expect(looksLikeAddress('usdt-trc20', ethereum)).toBe(false);
  expect(looksLikeAddress('usdt-erc20', tron)).toBe(false);
  expect(looksLikeAddress('usdt-erc20', ethereum.slice(0, -1))).toBe(false);
});

it('sends the fields of its kind that were filled in', () => {
  const values = {
    bankName: ' Nordbank ',
    holder: 'Anna Meier',
    account: 'DE89 3704',
    branch: ' ',
    address: '１ Bank St, London',
    alias: 'x',
  };
  expect(payoutInput('bank', values)).toEqual({
    type: 'bank',
    bankName: 'Nordbank',
    holder: 'Anna Meier',
    account: 'DE89 3704',
    address: '１ Bank St, London',
    alias: 'x',
  });
  expect(payoutInput('usdt-trc20', { address: 'T1', alias: '', holder: 'x' }, 'w1')).toEqual({
    type: 'usdt-trc20',
    id: 'w1',
    address: 'T1',
  });
});
