import { Malformed } from '@touchline/verify/malformed';
import { checkProof, parseProofFile, verdictOf, type StepState } from '@touchline/verify/proof-file';
import { sentenceOf } from '@touchline/verify/step-sentences';

// The script of the page that checks a proof without any network.

const marks = { ok: '✓', failed: '✗', unknown: '?' } as const satisfies Record<StepState, string>;
const verdicts = {
  ok: 'The proof holds.',
  failed: 'The proof does NOT hold. Keep the file: it is evidence.',
  unknown: 'The file proves nothing: it has neither a receipt nor an entry of the log.',
} as const satisfies Record<StepState, string>;

const key = document.querySelector<HTMLInputElement>('#key');
const picker = document.querySelector<HTMLInputElement>('#file');
const list = document.querySelector('#steps');
const verdictLine = document.querySelector<HTMLElement>('#verdict');
let text: string | undefined;

const show = (): void => {
  if (text === undefined || list === null || verdictLine === null) return;
  list.replaceChildren();
  try {
    const vkey = key?.value.trim() ?? '';
    const steps = checkProof(parseProofFile(text), { nowMs: Date.now(), ...(vkey === '' ? {} : { vkey }) });
    for (const step of steps) {
      const line = document.createElement('li');
      line.dataset['state'] = step.state;
      line.textContent = `${marks[step.state]} ${sentenceOf(step)}`;
      list.append(line);
    }
    const verdict = verdictOf(steps);
    verdictLine.dataset['state'] = verdict;
    verdictLine.textContent = verdicts[verdict];
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    verdictLine.dataset['state'] = 'failed';
    verdictLine.textContent = `This cannot be read: ${error.message}.`;
  }
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
