import { describe, expect, it } from 'vitest';
import { HostsError, hostsProblem, readHosts } from './nodes.ts';

describe('the nodes of a connection string', () => {
  it.each([
    'postgres://u:p@db/touchline',
    'postgresql://u@10.0.0.1:5432/touchline?sslmode=verify-full',
    'postgres://u:p@[::1]:5432/touchline',
    'postgres://u:p@/touchline?host=/var/run/postgresql',
    '/var/run/postgresql touchline',
  ])('leave one node as it is: %s', (url) => {
    expect(readHosts(url)).toEqual({ urls: [url], wanted: undefined });
  });

  it('are each a connection string of its own, with all else', () => {
    expect(
      readHosts(
        'postgres://u:p%40ss@one:5432,two,[fd00::3]:6000/touchline?target_session_attrs=read-write&sslmode=verify-full',
      ),
    ).toEqual({
      urls: [
        'postgres://u:p%40ss@one:5432/touchline?sslmode=verify-full',
        'postgres://u:p%40ss@two/touchline?sslmode=verify-full',
        'postgres://u:p%40ss@[fd00::3]:6000/touchline?sslmode=verify-full',
      ],
      wanted: 'read-write',
    });
  });

  it('may stand in parameters, with one port or one each', () => {
    expect(readHosts('postgres://u@/touchline?host=one,two&port=5433').urls).toEqual([
      'postgres://u@one:5433/touchline',
      'postgres://u@two:5433/touchline',
    ]);
    expect(readHosts('postgresql:///touchline?host=one,two&port=5433,5434&user=u').urls).toEqual([
      'postgresql://one:5433/touchline?user=u',
      'postgresql://two:5434/touchline?user=u',
    ]);
  });

  it.each([
    ['postgres://u:secret@one:5432,/touchline', 'has an empty host among several'],
    ['postgres://u:secret@one:99999,two/touchline', 'has a port that does not exist: 99999'],
    ['postgres://u:secret@one:port,two/touchline', 'has a host that cannot be read, number 1 of its list'],
    ['postgres://u:secret@/x?host=one,two,three&port=1,2', 'names 3 hosts and 2 ports'],
  ])('are refused in a wrong form, without the password: %s', (url, message) => {
    expect(() => readHosts(url)).toThrow(HostsError);
    expect(() => readHosts(url)).toThrow(message);
    expect(hostsProblem(url, 'read-write')).toBe(message);
  });

  it('must lead to a node that can write, or to a standby', () => {
    const url = (attrs: string): string => `postgres://one,two/x?target_session_attrs=${attrs}`;
    for (const fit of ['read-write', 'primary', 'any'])
      expect(hostsProblem(url(fit), 'read-write')).toBeUndefined();
    for (const fit of ['standby', 'prefer-standby', 'read-only', 'any'])
      expect(hostsProblem(url(fit), 'standby')).toBeUndefined();
    expect(hostsProblem(url('standby'), 'read-write')).toContain('target_session_attrs=standby');
    expect(hostsProblem(url('read-write'), 'standby')).toContain('target_session_attrs=read-write');
    expect(hostsProblem(url('nonsense'), 'read-write')).toContain('nonsense');
    expect(hostsProblem('postgres://one,two/x', 'read-write')).toBeUndefined();
  });
});
