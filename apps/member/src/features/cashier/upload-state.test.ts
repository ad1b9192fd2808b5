import { describe, expect, it } from 'vitest';
import { fileProblem, uploadReducer, type UploadState } from './upload-state.ts';

const file = (name: string, type = 'image/png', text = 'x'): File => new File([text], name, { type });
const start: UploadState = { phase: 'empty' };

describe('a file', () => {
  it('is a photograph of a usual kind with something in it', () => {
    expect(fileProblem(file('a.png'))).toBeUndefined();
    expect(fileProblem(file('a.svg', 'image/svg+xml'))).toBe('type');
    expect(fileProblem(file('a.pdf', 'application/pdf'))).toBe('type');
    expect(fileProblem(file('a.png', 'image/png', ''))).toBe('empty');
    expect(fileProblem({ type: 'image/webp', size: 10 * 1024 * 1024 })).toBeUndefined();
    expect(fileProblem({ type: 'image/webp', size: 10 * 1024 * 1024 + 1 })).toBe('size');
  });
});

describe('an upload', () => {
  it('is sent, and done', () => {
    const one = file('one.png');
    const sending = uploadReducer(start, { type: 'pick', file: one });
    expect(sending).toEqual({ phase: 'sending', file: one });
    expect(uploadReducer(sending, { type: 'done', file: one })).toEqual({ phase: 'done', file: one });
  });

  it('does not begin with a file that does not fit', () => {
    const unfit = uploadReducer(start, { type: 'pick', file: file('a.gif', 'image/gif') });
    expect(unfit).toEqual({ phase: 'unfit', problem: 'type' });
    expect(uploadReducer(unfit, { type: 'again' })).toBe(unfit);
  });

  it('can be tried again after it failed', () => {
    const one = file('one.png');
    const sending = uploadReducer(start, { type: 'pick', file: one });
    const failed = uploadReducer(sending, { type: 'failed', file: one, text: 'Too large' });
    expect(failed).toEqual({ phase: 'failed', file: one, text: 'Too large' });
    expect(uploadReducer(failed, { type: 'again' })).toEqual(sending);
  });

  it('is not changed by the outcome of a file it has replaced', () => {
    const [one, two] = [file('one.png'), file('two.png')];
    const sending = uploadReducer(uploadReducer(start, { type: 'pick', file: one }), {
      type: 'pick',
      file: two,
    });
    expect(uploadReducer(sending, { type: 'done', file: one })).toBe(sending);
    expect(uploadReducer(sending, { type: 'failed', file: one, text: '' })).toBe(sending);
    expect(uploadReducer(sending, { type: 'clear' })).toEqual(start);
  });
});
