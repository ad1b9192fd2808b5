import type { Step } from './proof-file.ts';
import type { OwedFacts } from './related.ts';

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** The result of a step, as a sentence in English: for the command and the page that work without the site. */
export function sentenceOf(step: Step): string {
  switch (step.code) {
    case 'known-key':
      return 'The file names the key that you gave.';
    case 'linked-key':
      return `Entries of the log lead from the key that you gave to that of the file: ${step.facts.key}`;
    case 'other-key':
      return `The file names another key than you gave: ${step.facts.key}`;
    case 'key-of-file':
      return `No key was given: checked with the file's own, which you should compare elsewhere: ${step.facts.key}`;
    case 'signed':
      return `Signed by ${step.facts.by} at ${timeOf(step.facts.timeMs)}.`;
    case 'not-signed':
      return `The house did not sign this receipt (${step.facts.reason}).`;
    case 'no-receipt':
      return 'The file has no receipt.';
    case 'logged':
      return `In the log at number ${step.facts.index}, of ${step.facts.size} entries.`;
    case 'not-logged':
      return `The proof does not lead to the log (${step.facts.reason}).`;
    case 'overdue':
      return `Not in the log, although the house promised it until ${timeOf(step.facts.untilMs)}.`;
    case 'promised':
      return `Not in the log yet: the house promised it until ${timeOf(step.facts.untilMs)}.`;
    case 'no-entry':
      return 'The file does not show the entry in the log.';
    case 'grown':
      return `The log has only grown between the checkpoints of ${step.facts.from} and ${step.facts.to} entries.`;
    case 'forked':
      return `The log was rewritten between the checkpoints of ${step.facts.from} and ${step.facts.to} entries.`;
    case 'bad-checkpoint':
      return 'The log did not sign the checkpoint that you gave.';
    case 'first-look':
      return 'There is no earlier checkpoint to compare with.';
    case 'not-compared':
      return `The way from the checkpoint of ${step.facts.from} to that of ${step.facts.to} entries is not in the file.`;
    case 'witnessed':
      return `Witnessed by ${step.facts.by.join(', ')}, last at ${timeOf(step.facts.time * 1_000)}.`;
    case 'too-few':
      return `Witnessed by ${step.facts.by.length}, of ${step.facts.enough} that are necessary.`;
    case 'no-witness':
      return 'No witness that you named has cosigned it.';
    case 'same-terms':
      return 'The terms are those that were on the screen.';
    case 'other-terms':
      return `The terms are not those that were on the screen: ${step.facts.fields.join(', ')}.`;
    case 'no-terms':
      return 'The file does not say what was on the screen.';
    case 'result':
      return `Result ${step.facts.score}${byWhom(step.facts.by)}, in the log at number ${step.facts.index}.`;
    case 'not-result':
      return `A result of the match ${step.facts.event} is not in the log.`;
    case 'settled':
      return `Settled, in the log at number ${step.facts.index}.`;
    case 'not-settled':
      return 'The settlement is not in the log, or belongs to another bet.';
    case 'payout':
      return `The payout of ${step.facts.paid} (in minor units) was computed again from the bodies in the log.`;
    case 'other-payout':
      return `Paid ${step.facts.paid}, and by the rules it is ${step.facts.due} (in minor units).`;
    case 'not-computed':
      return 'The payout was not computed again: a decision is missing, or a part of the bet was sold.';
    case 'booked':
      return `Booked ${step.facts.amount} (in minor units), last as entry ${step.facts.version} of the wallet.`;
    case 'not-booked':
      return `Settled with ${step.facts.booked}, and the wallet has ${step.facts.found} (in minor units).`;
    case 'owed':
      return owedSentence(step.facts);
    case 'not-owed':
      return 'The amounts of this member are not in what the house says that it owes.';
    case 'same-wallet':
      return `These are the amounts of entry ${step.facts.version} of the wallet, in the log at number ${step.facts.index}.`;
    case 'other-wallet':
      return 'These are not the amounts of the wallet.';
    case 'no-wallet':
      break;
  }
  return 'The file does not show the entry of the wallet.';
}

const byWhom = (by: readonly string[]): string =>
  by.length === 0 ? '' : `, confirmed by ${by.join(' and ')}`;

const owedSentence = ({ member, currency, available, held, openBets, total }: OwedFacts): string =>
  `Member ${member} is owed ${available} available and ${held} held, and ${openBets} if all open bets win ` +
  `(${currency}, in minor units), within ${total} of all members.`;
