import { expect, it } from 'vitest';
import type { OperationOutcome } from '../../ledger/outcomes.ts';
import { Reservations } from './reservations.ts';

type Answer = { outcome: OperationOutcome } | { isSure: boolean };
const applied = (ref: string, replayed: boolean): Answer => ({
  outcome: {
    outcome: 'applied',
    amountMinor: -100n,
    availableAfter: 0n,
    heldAfter: 0n,
    version: 1n,
    ref,
    replayed,
  },
});
const refused: Answer = {
  outcome: { outcome: 'refused', reason: 'insufficient', detail: null, ref: null, replayed: false },
};
const again = (isSure: boolean): Answer => ({ isSure });

/** The fate of the reservation of each try, in order: written, released, or reserved for good. */
const after = (...answers: Answer[]): string[] => {
  const reservations = new Reservations('own');
  const told = answers.map(() => 'aside');
  answers.forEach((answer, i) => {
    const tell = (what: string) => () => {
      told[i] = what;
    };
    reservations.add({ leaseOf: () => 'lease', written: tell('written'), release: tell('back') });
    if ('outcome' in answer) reservations.settle(answer.outcome);
    else reservations.retry(answer);
  });
  return told;
};

it.each<[string, Answer[], string[]]>([
  ['a bet that is taken', [applied('own', false)], ['written']],
  ['a bet that is refused', [refused], ['back']],
  ['a key that was another bet before', [applied('other', true)], ['back']],
  ['a first try without an answer that was written', [applied('own', true)], ['written']],
  ['an order judged again and taken', [again(true), applied('own', false)], ['back', 'written']],
  ['a try nobody knows of, then the bet', [again(false), applied('own', false)], ['back', 'written']],
  ['a try nobody knows of, then a refusal', [again(false), refused], ['back', 'back']],
  ['a try nobody knows of that was the bet', [again(false), applied('own', true)], ['aside', 'aside']],
  ['a try nobody knows of, and nothing more', [again(false)], ['aside']],
])('the room of %s', (_, answers, told) => {
  expect(after(...answers)).toEqual(told);
});
