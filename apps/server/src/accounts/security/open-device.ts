import type { OpenDevice } from '@touchline/contract/shapes/account';
import { deviceOf, networkOf } from '../device.ts';
import type { OpenSessionRow } from '../session-queries.ts';

/** A session as its member sees it. */
export const toOpenDevice = (row: OpenSessionRow, currentId: string): OpenDevice => ({
  id: row.id,
  current: row.id === currentId,
  ...deviceOf(row.user_agent),
  address: networkOf(row.address),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
});
