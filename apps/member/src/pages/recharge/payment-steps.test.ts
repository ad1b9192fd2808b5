import type { Payment, Recharge } from '@touchline/contract/shapes/cashier';
import { expect, it } from 'vitest';
import { confirmationsOf, stepsDone, stepsShown, waitsForPayment, webAddress } from './payment-steps.ts';

const payment = (rest: Partial<Payment>): Payment => ({
  id: 'p1',
  reference: '0xabc',
  paid: '100.00',
  state: 'seen',
  at: '2026-06-11T12:00:00.000Z',
  ...rest,
});
const api = 'https://api.touchline.test';
const recharge = (state: Recharge['state'], ...payments: Payment[]) => ({ state, payments });

it('goes from paid to heard of to credited', () => {
  expect(stepsDone(recharge('created'))).toBe(0);
  expect(stepsDone(recharge('awaiting'))).toBe(1);
  expect(stepsDone(recharge('awaiting', payment({})))).toBe(2);
  expect(stepsDone(recharge('credited', payment({ state: 'credited' })))).toBe(3);
});

it('never shows a payment in review as credited', () => {
  const states = (...payments: Payment[]) =>
    stepsShown(recharge('awaiting', ...payments)).map(({ step, state }) => `${step} ${state}`);
  expect(states()).toEqual(['pay done', 'seen now', 'credited next']);
  expect(states(payment({}))).toEqual(['pay done', 'seen done', 'credited now']);
  expect(states(payment({ state: 'in_review', case: 'excess' }))).toEqual([
    'pay done',
    'seen done',
    'in_review waits',
  ]);
});

it('shows the way to pay until a payment is known, and again when the network took it back', () => {
  expect(waitsForPayment(recharge('created'))).toBe(true);
  expect(waitsForPayment(recharge('awaiting', payment({})))).toBe(false);
  expect(waitsForPayment(recharge('awaiting', payment({ state: 'orphaned' })))).toBe(true);
  expect(waitsForPayment(recharge('expired'))).toBe(false);
});

it('counts the confirmations of the payment on its way, never more than it needs', () => {
  expect(
    confirmationsOf(recharge('awaiting', payment({ confirmations: 7, confirmationsNeeded: 19 }))),
  ).toEqual({ have: 7, need: 19 });
  expect(
    confirmationsOf(recharge('awaiting', payment({ confirmations: 25, confirmationsNeeded: 19 }))),
  ).toEqual({ have: 19, need: 19 });
  expect(confirmationsOf(recharge('awaiting', payment({})))).toBeUndefined();
});

it('sends the browser to pages of the web only', () => {
  expect(webAddress('https://pay.example/1', api)).toBe('https://pay.example/1');
  expect(webAddress('/sandbox/card?id=1', api)).toBe(`${api}/sandbox/card?id=1`);
  expect(webAddress('//pay.example', api)).toBeUndefined();
  expect(webAddress('javascript:alert(1)', api)).toBeUndefined();
  expect(webAddress(undefined, api)).toBeUndefined();
});
