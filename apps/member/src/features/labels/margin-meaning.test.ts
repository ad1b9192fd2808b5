import { expect, it } from 'vitest';
import { marginFigures, withoutZeros } from './margin-meaning.tsx';

it('explains a margin by what the house keeps of what is staked', () => {
  expect(marginFigures('5.00')).toEqual({ margin: '5.00', whole: '105.00', kept: '4.7619' });
  expect(marginFigures('15.25')).toEqual({ margin: '15.25', whole: '115.25', kept: '13.2321' });
  expect(marginFigures('0.00')).toEqual({ margin: '0.00', whole: '100.00', kept: '0.0000' });
});

it('says nothing about what is no margin', () => {
  expect(marginFigures('-1.00')).toBeUndefined();
  expect(marginFigures('')).toBeUndefined();
});

it('leaves the zeros at the end of a figure away, but for two decimals', () => {
  expect(['25.120000', '25.000000', '0.123456', '25', '-2.500000', '10.100001'].map(withoutZeros)).toEqual([
    '25.12',
    '25.00',
    '0.123456',
    '25',
    '-2.50',
    '10.100001',
  ]);
});
