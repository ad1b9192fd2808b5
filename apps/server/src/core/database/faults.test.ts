import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isAway } from './faults.ts';
import { isTransient } from './transaction.ts';

const failure = (code: string): Error => {
  const error = new pg.DatabaseError('could not extend file', 0, 'error');
  error.code = code;
  return error;
};

describe('a database whose machine has no room', () => {
  it.each([
    ['53100', 'a full disk'],
    ['53200', 'no memory'],
    ['53400', 'a limit of its configuration'],
    ['58030', 'a failed write'],
  ])('fails a call with %s, which may work later: %s', (code) => {
    // The drill of faults found calls answered as faults of the server while the disk was full.
    expect(isTransient(failure(code))).toBe(true);
    // The statement was rolled back, so the caller must not read that it may have been carried out.
    expect(isAway(failure(code))).toBe(false);
  });

  it('is not taken for a mistake of a statement', () => {
    for (const code of ['42601', '23505', '22003']) expect(isTransient(failure(code))).toBe(false);
  });
});
