import { expect, test } from 'vitest';
import { runUrl } from '../../testing/run-postgres.ts';
import { connectReplication } from './replication.ts';

test('of several hosts the one that can write is copied', async () => {
  const one = runUrl('owner', 'postgres');
  // Nothing listens on the port of the first.
  const several = one.replace(/@([^/]+)\//, '@127.0.0.1:1,$1/');
  const [alone, found] = [await connectReplication(one), await connectReplication(several)];
  try {
    expect(await found.identify()).toMatchObject({ systemId: (await alone.identify()).systemId });
  } finally {
    await alone.close();
    await found.close();
  }
});
