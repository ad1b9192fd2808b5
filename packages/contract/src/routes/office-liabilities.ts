import { Type } from 'typebox';
import { operatorRoute } from '../route.ts';
import { Amount, Empty, Id, Key, listOf, oneOf, pageFields, Version } from '../shapes/common.ts';
import {
  LiabilityProposal,
  LiabilityRefusal,
  LiabilitySnapshot,
  ReserveAddress,
  reserveNetworks,
  ReserveProposal,
} from '../shapes/liabilities.ts';
import { proposalDecisions } from '../shapes/proposals.ts';

const closed = { additionalProperties: false };
const addressFields = {
  network: oneOf([...reserveNetworks]),
  address: Type.String({ minLength: 20, maxLength: 64 }),
};

/** How operators see and publish what the house owes and has. */
export const officeLiabilityRoutes = {
  officeLiabilityList: operatorRoute('officeLiabilityList', 'GET /api/office/liabilityList', {
    roles: ['owner', 'cashier', 'auditor'],
    summary: 'What the house owed and had, as it was published, newest first; and what was not published',
    input: Type.Object(pageFields, { additionalProperties: false }),
    output: Type.Object({
      ...listOf(LiabilitySnapshot).properties,
      refused: Type.Array(LiabilityRefusal, { description: 'the newest ones since the newest snapshot' }),
      proposals: Type.Array(LiabilityProposal, { description: 'those that wait' }),
    }),
  }),
  officeLiabilityPropose: operatorRoute('officeLiabilityPropose', 'POST /api/office/liabilityPropose', {
    decides: true,
    roles: ['owner', 'cashier'],
    summary: 'Propose to publish what the house owes before the day is over',
    input: Type.Object({ key: Key, reason: Type.String({ minLength: 5, maxLength: 500 }) }, closed),
    output: LiabilityProposal,
    reasons: ['key_reused', 'reason_needed'],
  }),
  officeLiabilityDecide: operatorRoute('officeLiabilityDecide', 'POST /api/office/liabilityDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['owner', 'cashier'],
    summary:
      'Publish what the house owes, as another operator proposed, with totals rounded up, or refuse it, or withdraw it. Nothing is published where wallets are not what the ledger says, nor within six hours of another',
    input: Type.Object(
      {
        id: Id,
        version: Version,
        decision: oneOf([...proposalDecisions]),
        note: Type.Optional(Type.String({ maxLength: 500 })),
      },
      closed,
    ),
    output: Type.Object({
      proposal: LiabilityProposal,
      made: Type.Optional(LiabilitySnapshot),
      refused: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    }),
    reasons: ['not_found', 'same_operator', 'forbidden', 'decided_already', 'outdated', 'published_lately'],
  }),
  officeReserveList: operatorRoute('officeReserveList', 'GET /api/office/reserveList', {
    roles: ['owner', 'cashier', 'auditor'],
    summary: 'Addresses and statements that are counted as reserves, and the newest proposals',
    input: Empty,
    output: Type.Object({ addresses: Type.Array(ReserveAddress), statements: Type.Array(ReserveProposal) }),
  }),
  officeReserveChallenge: operatorRoute('officeReserveChallenge', 'GET /api/office/reserveChallenge', {
    roles: ['owner', 'cashier'],
    summary: 'What the key of an address is to sign today, so that its balance counts',
    input: Type.Object(addressFields, closed),
    output: Type.Object({ challenge: Type.String() }),
  }),
  officeReserveAddressAdd: operatorRoute('officeReserveAddressAdd', 'POST /api/office/reserveAddressAdd', {
    decides: false,
    roles: ['owner', 'cashier'],
    summary: 'Hand in the signature of today’s challenge; the balance of the address counts for 35 days',
    input: Type.Object(
      { ...addressFields, signature: Type.String({ minLength: 130, maxLength: 140 }) },
      closed,
    ),
    output: Empty,
  }),
  officeReserveAdd: operatorRoute('officeReserveAdd', 'POST /api/office/reserveAdd', {
    decides: true,
    roles: ['owner', 'cashier'],
    summary: 'Propose the statement of a bank or a provider; it counts once another operator has applied it',
    input: Type.Object(
      {
        key: Key,
        name: Type.String({ minLength: 2, maxLength: 80, pattern: '\\S' }),
        amount: Amount,
        day: Type.String({ format: 'date', description: 'of the statement, by UTC' }),
        fileHash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the file' }),
        reason: Type.String({ minLength: 5, maxLength: 500 }),
      },
      closed,
    ),
    output: ReserveProposal,
    reasons: ['key_reused', 'reason_needed'],
  }),
  officeReserveDecide: operatorRoute('officeReserveDecide', 'POST /api/office/reserveDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['owner', 'cashier'],
    summary: 'Apply or refuse a statement that another operator proposed, or withdraw one of your own',
    input: Type.Object(
      {
        id: Id,
        version: Version,
        decision: oneOf([...proposalDecisions]),
        note: Type.Optional(Type.String({ maxLength: 500 })),
      },
      closed,
    ),
    output: ReserveProposal,
    reasons: ['not_found', 'same_operator', 'forbidden', 'decided_already', 'outdated'],
  }),
};
