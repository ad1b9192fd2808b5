import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** The first descriptor of a program that a service manager hands over. */
const firstSocket = 3;

/** A handed over socket that cannot be used. The message says why. */
export class SocketProblem extends Error {}

/**
 * The listening socket that a service manager such as systemd has opened for this process. It stays open between two processes, so
 * that new connections wait in it instead of being refused.
 * @param env `LISTEN_FDS` and `LISTEN_PID`, as sd_listen_fds(3) describes them
 * @param pid of this process: what is meant for another one does not count
 * @returns its file descriptor, or undefined where there is none
 * @throws SocketProblem when there is more than one
 */
export const handedOverSocket = (env: Environment, pid: number): number | undefined => {
  const { LISTEN_FDS: count = '', LISTEN_PID: owner = '' } = env;
  if (count === '' || owner !== String(pid)) return undefined;
  if (count !== '1') throw new SocketProblem(`LISTEN_FDS is ${count}: this server takes one socket`);
  return firstSocket;
};

/**
 * Tells the service manager that the server is ready (`Type=notify`), where it wants to know. Node has no datagram sockets of
 * Unix, so systemd's own program tells it.
 * @throws when that program is missing or fails
 */
export const tellReady = async (env: Environment): Promise<void> => {
  if ((env['NOTIFY_SOCKET'] ?? '') === '') return;
  const child = spawn('systemd-notify', ['--ready'], { stdio: 'ignore', env: { ...env } });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`systemd-notify ended with ${code}`);
};
