import { describe, expect, it } from 'vitest';
import { isWhole, leaderOf, type View } from './views.ts';

const view = (leader: string, standby: string, role = 'sync_standby'): View => [
  { name: leader, role: 'leader', state: 'running' },
  { name: standby, role, state: 'streaming' },
];

describe('what the nodes of a cluster say', () => {
  it('names the leader that all of them name', () => {
    expect(leaderOf([view('db1', 'db2'), view('db1', 'db2')])).toBe('db1');
  });

  it('names none while a node that was cut off still shows the one before', () => {
    expect(leaderOf([view('db1', 'db2'), view('db2', 'db1')])).toBeUndefined();
    expect(isWhole([view('db1', 'db2'), view('db2', 'db1')])).toBe(false);
  });

  it('names none while a node does not answer', () => {
    expect(leaderOf([view('db1', 'db2'), []])).toBeUndefined();
  });

  it('is whole when the standby follows synchronously', () => {
    expect(isWhole([view('db1', 'db2'), view('db1', 'db2')])).toBe(true);
    expect(isWhole([view('db1', 'db2'), view('db1', 'db2', 'replica')])).toBe(false);
  });
});
