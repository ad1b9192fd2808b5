import { expect, test } from 'vitest';
import { faultOf } from './carriers.ts';

test.each([
  ['no carrier', 'no_carrier'],
  ['too late', 'too_late'],
  ['withdrawn', 'withdrawn'],
  ['fault', 'fault'],
  ['timeout', 'timeout'],
  ['ETIMEDOUT', 'timeout'],
  ['unreachable', 'unreachable'],
  ['ESOCKET', 'unreachable'],
  ['EDNS', 'unreachable'],
  ['ECONNECTION', 'unreachable'],
  ['ECONNECTION 554', 'other'],
  ['ETLS', 'not_encrypted'],
  ['EAUTH 535', 'sign_in'],
  ['EAUTH 454', 'not_now'],
  ['EENVELOPE', 'address'],
  ['EENVELOPE 550', 'address'],
  ['EENVELOPE 550 MAIL FROM', 'sender'],
  ['EENVELOPE 451 MAIL FROM', 'not_now'],
  ['EENVELOPE 451', 'not_now'],
  ['EMESSAGE 554', 'message'],
  ['status 400', 'message'],
  ['status 401', 'sign_in'],
  ['status 403', 'sign_in'],
  ['status 429', 'not_now'],
  ['status 503', 'not_now'],
  ['status 302', 'other'],
  ['ERROR', 'other'],
  ['constructor', 'other'],
  ['', 'other'],
])('%j: %s', (error, fault) => {
  expect(faultOf(error)).toBe(fault);
});
