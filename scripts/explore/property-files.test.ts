import { join } from 'node:path';
import { expect, it } from 'vitest';
import { propertyFiles } from './property-files.ts';

const root = join(import.meta.dirname, '../..');

it('finds the unit and database tests that use fast-check', () => {
  const files = propertyFiles(root, '');
  expect(files).toContain('apps/server/src/ledger/ledger-model.pg.test.ts');
  expect(files).toContain('packages/money/src/payout.test.ts');
  expect(files).not.toContain('scripts/explore/property-files.test.ts');
});

it('takes those with a part of the path alone', () => {
  expect(propertyFiles(root, 'ledger-model')).toEqual(['apps/server/src/ledger/ledger-model.pg.test.ts']);
  expect(propertyFiles(root, 'no such file')).toEqual([]);
});
