import type { Step } from './proof-file.ts';

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** What a step has come to, as a sentence in English: for the command and the page that work without the site. */
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
      break;
  }
  return 'The file does not say what was on the screen.';
}
