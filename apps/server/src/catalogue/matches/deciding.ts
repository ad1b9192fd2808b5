import type pg from 'pg';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { ImpossibleResult } from './claim.ts';
import { hasEvent } from './decision-queries.ts';
import { takeTurn } from './ruling-queries.ts';
import { RulingRefused } from './rulings.ts';
import { selectSeen } from './status-queries.ts';

type Client = pg.PoolClient;

/** What an operator has decided, as a line of the audit log. */
export type DecisionLine =
  | { action: 'result_proposed' | 'result_approved' | 'result_refused' | 'result_withdrawn'; version: number }
  | { action: 'result_confirmed'; version: number }
  | { action: 'void_proposed' | 'void_refused' | 'void_withdrawn'; proposal: string }
  | { action: 'void_applied'; proposal: string; ruling: number };

/**
 * Who decides (`operator:<id>`), on which version of the record, and the function that writes it into the
 * audit log within the transaction.
 */
export type OperatorDecision = {
  by: string;
  seen: string;
  within: (client: Client, line: DecisionLine) => Promise<void>;
};

/**
 * Takes the match's turn for an operator who saw this version of its record.
 * @throws Refused `not_found`, `outdated`
 */
export const enterTurn = async (client: Client, eventId: string, seen: string): Promise<void> => {
  if (!isId(eventId) || !(await hasEvent(client, eventId))) throw new Refused('not_found');
  await takeTurn(client, eventId);
  if ((await selectSeen(client, eventId)) !== seen) throw new Refused('outdated');
};

/** The book's errors as refusals for operators. */
export const asRefusal = (error: unknown): unknown => {
  if (error instanceof ImpossibleResult) return new Refused('validation', { rules: { ft: 'range' } });
  if (!(error instanceof RulingRefused)) return error;
  const { problem } = error;
  if (problem === 'scope') return new Refused('validation', { rules: { scope: 'range' } });
  if (problem === 'no_such_void' || problem === 'not_proposed') return new Refused('not_found');
  return new Refused('same_operator');
};
