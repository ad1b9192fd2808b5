import { Malformed } from '@touchline/verify/malformed';
import {
  checkProof,
  parseProofFiles,
  verdictOf,
  type ProofFile,
  type StepState,
} from '@touchline/verify/proof-file';
import { sentenceOf } from '@touchline/verify/step-sentences';

// The script of the page that checks a proof without any network.

const marks = { ok: '✓', failed: '✗', unknown: '?' } as const satisfies Record<StepState, string>;
const sentences = {
  ok: 'The proof holds.',
  failed: 'The proof does NOT hold. Keep the file: it is evidence.',
  unknown: 'The file proves nothing: it has neither a receipt nor an entry of the log.',
} as const satisfies Record<StepState, string>;

const key = document.querySelector<HTMLInputElement>('#key');
const picker = document.querySelector<HTMLInputElement>('#file');
const list = document.querySelector('#steps');
const worstFirst = ['failed', 'unknown', 'ok'] as const;
const verdictLine = document.querySelector<HTMLElement>('#verdict');
let text: string | undefined;

/** One proof below another: its steps and their results. */
const showOne = (file: ProofFile, into: Element): StepState => {
  const vkey = key?.value.trim() ?? '';
  const steps = checkProof(file, { nowMs: Date.now(), ...(vkey === '' ? {} : { vkey }) });
  const list = document.createElement('ol');
  for (const step of steps) {
    const line = document.createElement('li');
    line.dataset['state'] = step.state;
    line.textContent = `${marks[step.state]} ${sentenceOf(step)}`;
    list.append(line);
  }
  into.append(list);
  return verdictOf(steps);
};

const show = (): void => {
  if (text === undefined || list === null || verdictLine === null) return;
  list.replaceChildren();
  try {
    const verdicts = parseProofFiles(text).map((file) => showOne(file, list));
    const verdict = worstFirst.find((state) => verdicts.includes(state)) ?? 'unknown';
    verdictLine.dataset['state'] = verdict;
    verdictLine.textContent = verdicts.length === 1 ? sentences[verdict] : severally(verdicts);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    verdictLine.dataset['state'] = 'failed';
    verdictLine.textContent = `This cannot be read: ${error.message}.`;
  }
};

const severally = (verdicts: readonly StepState[]): string => {
  const count = (state: StepState): number => verdicts.filter((one) => one === state).length;
  return `Of ${verdicts.length} proofs ${count('ok')} hold, ${count('failed')} do not, ${count('unknown')} prove nothing.`;
};

const read = async (file: File | undefined): Promise<void> => {
  if (file === undefined) return;
  text = await file.text();
  show();
};

key?.addEventListener('input', show);
picker?.addEventListener('change', () => void read(picker.files?.[0]));
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void read(event.dataTransfer?.files[0]);
});
