import { expect, test } from 'vitest';
import { readOpenFilesMax } from './floods.ts';

const limits = (
  soft: string,
): string => `Limit                     Soft Limit           Hard Limit           Units
Max processes             95155                95155                processes
Max open files            ${soft}                20000                files
Max locked memory         8388608              8388608              bytes
`;

test('reads the limit that holds, and none where there is none', () => {
  expect(readOpenFilesMax(limits('1024 '))).toBe(1_024);
  expect(readOpenFilesMax(limits('unlimited'))).toBeUndefined();
  expect(readOpenFilesMax('')).toBeUndefined();
});
