import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Returns } from './book/returns/service.ts';
import { selectCreditedWithin, selectDeposits, selectPaidWithin } from './cashier/service.ts';
import { createPlay, type Play, type PlayOptions } from './play/service.ts';
import type { Clock } from './platform/clock.ts';
import type { Wallet } from './wallet/service.ts';

/**
 * Safer play with what it asks of the cashier and the book.
 * @param returns the book's, which is put together later
 */
export const createSaferPlay = ({
  returns,
  ...ground
}: {
  pool: pg.Pool;
  wallet: Wallet;
  clock: Clock;
  currency: Currency;
  timeZone: string;
  returns: () => Returns;
} & Pick<PlayOptions, 'sendLetter' | 'endSessions'>): Play =>
  createPlay({
    ...ground,
    depositsOf: selectDeposits,
    moves: {
      credited: (owner, span) => selectCreditedWithin(ground.pool, owner, span),
      paidOut: (owner, span) => selectPaidWithin(ground.pool, owner, span),
    },
    openStakes: (owner) => returns().openStakes(owner),
    returnStakes: (owner, since) => returns().returnStakes(owner, since),
  });
