import type { Receipt } from '@touchline/contract/shapes/receipt';

const isReceipt = (value: unknown): value is Receipt =>
  typeof value === 'object' &&
  value !== null &&
  'body' in value &&
  'nonce' in value &&
  'proof' in value &&
  typeof value.body === 'string' &&
  typeof value.nonce === 'string' &&
  typeof value.proof === 'string';

/** The receipts of an answer, or of the things that it lists. */
export const receiptsIn = (answer: unknown): Receipt[] => {
  if (typeof answer !== 'object' || answer === null) return [];
  const own = 'receipts' in answer && Array.isArray(answer.receipts) ? answer.receipts : [];
  const one = 'receipt' in answer ? [answer.receipt] : [];
  const listed =
    'list' in answer && Array.isArray(answer.list) && answer.list.length === 1 ? answer.list : [];
  return [...own, ...one].filter(isReceipt).concat(listed.flatMap(receiptsIn));
};

/** Keeps the receipts of an answer on this device; where nothing can be kept, the server gives them again. */
export const keepReceiptsOf = (answer: unknown): void => {
  const receipts = receiptsIn(answer);
  if (receipts.length === 0) return;
  void import('./kept-proofs.ts').then(({ keepReceipts }) => keepReceipts(receipts)).catch(() => undefined);
};
