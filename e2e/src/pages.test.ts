import { expect, it } from 'vitest';
import { memberPaths, officePages } from './pages.ts';

it('reads every page of both apps from their tables', async () => {
  expect(await memberPaths()).toContain('/pages/checkin/checkin');
  expect(await officePages()).toContainEqual({ path: '/withdrawals', name: 'withdrawals' });
});
