import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handedOverSocket, SocketProblem, tellReady } from './process.ts';

describe('a socket that is handed over', () => {
  it('is the first descriptor after the usual three', () => {
    expect(handedOverSocket({ LISTEN_FDS: '1', LISTEN_PID: '42' }, 42)).toBe(3);
  });

  it('does not count when it is meant for the process that started this one', () => {
    expect(handedOverSocket({ LISTEN_FDS: '1', LISTEN_PID: '41' }, 42)).toBeUndefined();
    expect(handedOverSocket({ LISTEN_FDS: '1' }, 42)).toBeUndefined();
    expect(handedOverSocket({}, 42)).toBeUndefined();
  });

  it('is one alone', () => {
    expect(() => handedOverSocket({ LISTEN_FDS: '2', LISTEN_PID: '42' }, 42)).toThrow(SocketProblem);
    expect(() => handedOverSocket({ LISTEN_FDS: 'x', LISTEN_PID: '42' }, 42)).toThrow(SocketProblem);
  });
});

describe.skipIf(process.platform === 'win32')('the service manager', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'touchline-manager-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Stands for systemd's program: writes down what it was called with, and ends with a code. */
  const notify = (code: number): Record<string, string> => {
    const program = join(folder, 'systemd-notify');
    writeFileSync(program, `#!/bin/sh\necho "$@ $NOTIFY_SOCKET" >> "${folder}/told"\nexit ${code}\n`);
    chmodSync(program, 0o755);
    return { PATH: `${folder}:${process.env['PATH'] ?? ''}`, NOTIFY_SOCKET: '/run/notify' };
  };

  it('receives a notice that the server is ready', async () => {
    await tellReady(notify(0));
    expect(readFileSync(join(folder, 'told'), 'utf8')).toBe('--ready /run/notify\n');
  });

  it('receives no notice unless it asks for one', async () => {
    const { PATH = '' } = notify(1);
    await expect(tellReady({ PATH })).resolves.toBeUndefined();
  });

  it('must receive the notice, or it would end a server that seems not to start', async () => {
    await expect(tellReady(notify(1))).rejects.toThrow('systemd-notify ended with 1');
    await expect(tellReady({ ...notify(0), PATH: folder + '/none' })).rejects.toThrow(/ENOENT/);
  });
});
