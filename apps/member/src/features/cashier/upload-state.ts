import { limits } from '@touchline/contract/limits';

/** What the server accepts, by the type that the browser reports; the server checks the file itself. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Why a file is not even sent. */
export type FileProblem = 'type' | 'size' | 'empty';

/** What is wrong with a file as far as the browser knows. */
export const fileProblem = ({ type, size }: Pick<File, 'type' | 'size'>): FileProblem | undefined => {
  if (!imageTypes.some((known) => known === type)) return 'type';
  if (size === 0) return 'empty';
  return size > limits.uploadMaxBytes ? 'size' : undefined;
};

/** An image on its way, step by step. */
export type UploadState =
  | { phase: 'empty' }
  /** Not sent, and why. */
  | { phase: 'unfit'; problem: FileProblem }
  | { phase: 'sending'; file: File }
  /** Not taken, or not heard of again; may be tried again. */
  | { phase: 'failed'; file: File; text: string }
  | { phase: 'done'; file: File };

export type UploadAction =
  | { type: 'pick'; file: File }
  | { type: 'again' }
  | { type: 'failed'; file: File; text: string }
  | { type: 'done'; file: File }
  | { type: 'clear' };

/** The next step. An answer about a file that was replaced in the meantime changes nothing. */
export function uploadReducer(state: UploadState, action: UploadAction): UploadState {
  switch (action.type) {
    case 'pick': {
      const problem = fileProblem(action.file);
      return problem === undefined ? { phase: 'sending', file: action.file } : { phase: 'unfit', problem };
    }
    case 'again':
      return state.phase === 'failed' ? { phase: 'sending', file: state.file } : state;
    case 'failed':
    case 'done':
      if (state.phase !== 'sending' || state.file !== action.file) return state;
      return action.type === 'done'
        ? { phase: 'done', file: state.file }
        : { phase: 'failed', file: state.file, text: action.text };
    case 'clear':
      return { phase: 'empty' };
    default:
      return action satisfies never;
  }
}
