import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseVerifierKey } from '@touchline/verify/keys';
import { Malformed } from '@touchline/verify/malformed';
import {
  checkProof,
  parseProofFiles,
  verdictOf,
  type Knowledge,
  type StepState,
} from '@touchline/verify/proof-file';
import { sentenceOf } from '@touchline/verify/step-sentences';

const usage = `Checks a proof that a member saved, without any network.

usage: npm run check -- FILE [options]

  --key VKEY           the log's key, from a source other than the file
  --witness VKEY       a witness whose cosignature counts; may be repeated
  --enough N           how many of them must have cosigned (default: 0)
  --checkpoint FILE    a checkpoint of the log that you kept
  --json               the steps as JSON, one line for each proof
  --help

The exit code is 0 when the proof holds under the key that was given, 1 when a step failed, 2 when it could not be read, 3 when it
proves nothing, and 4 when it holds under the key in the file alone.
`;

const marks = { ok: '[ok]', failed: '[FAILED]', unknown: '[?]' } as const satisfies Record<StepState, string>;
/** `own` is a proof without a fault for whose key nothing but the file itself vouches. */
type Outcome = StepState | 'own';
const exitCodes = { ok: 0, failed: 1, unknown: 3, own: 4 } as const satisfies Record<Outcome, number>;
const verdicts = {
  ok: 'The proof holds.',
  failed: 'The proof does NOT hold. Keep the file: it is evidence.',
  unknown: 'The file proves nothing: it has neither a receipt nor an entry of the log.',
  own: 'The proof holds under the key in the file. Anybody can make such a file: give the key of the house with --key.',
} as const satisfies Record<Outcome, string>;

/** Of several proofs, the worst decides. */
const worstFirst = ['failed', 'unknown', 'own', 'ok'] as const satisfies readonly Outcome[];

/** Runs the command. @returns the exit code */
async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      key: { type: 'string' },
      witness: { type: 'string', multiple: true, default: [] },
      enough: { type: 'string', default: '0' },
      checkpoint: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (values.help || file === undefined || more.length > 0 || !/^\d{1,3}$/.test(values.enough)) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const proofs = parseProofFiles(await textAt(file));
  const checkpoint = values.checkpoint === undefined ? undefined : await textAt(values.checkpoint);
  const knowledge: Knowledge = {
    witnesses: values.witness.map(parseVerifierKey),
    enough: Number(values.enough),
    nowMs: Date.now(),
    ...(values.key === undefined ? {} : { vkey: values.key }),
    ...(checkpoint === undefined ? {} : { known: { checkpoint } }),
  };
  const outcomes: Outcome[] = [];
  for (const [at, proof] of proofs.entries()) {
    const steps = checkProof(proof, knowledge);
    const found = verdictOf(steps);
    const verdict: Outcome = found === 'ok' && values.key === undefined ? 'own' : found;
    outcomes.push(verdict);
    if (values.json) process.stdout.write(`${JSON.stringify({ verdict, steps })}\n`);
    else {
      if (proofs.length > 1)
        process.stdout.write(`${at === 0 ? '' : '\n'}Proof ${at + 1} of ${proofs.length}\n`);
      for (const step of steps) process.stdout.write(`${marks[step.state].padEnd(8)} ${sentenceOf(step)}\n`);
      process.stdout.write(`${verdicts[verdict]}\n`);
    }
  }
  return exitCodes[worstFirst.find((outcome) => outcomes.includes(outcome)) ?? 'unknown'];
}

/** npm runs this in the project's folder; names are meant from where npm was called. */
const textAt = (file: string): Promise<string> =>
  readFile(resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8');

/** Whether the reader can do something about it: a file or an option is wrong. */
const isForReader = (error: unknown): error is Error =>
  error instanceof Malformed || (error instanceof Error && 'code' in error);

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${isForReader(error) ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
