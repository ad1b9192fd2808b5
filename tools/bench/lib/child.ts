import { fork } from 'node:child_process';

/** A server in a separate process. */
export type Child = { port: number; pid: number; stop(): Promise<void> };

/**
 * Starts a program that sends its parent the port it listens on. Stopping it ends all its processes.
 * @param name of what is started, for the error when it ends before it listens
 */
export const serveChild = async (
  program: string,
  { name, env }: { name: string; env: Readonly<Record<string, string>> },
): Promise<Child> => {
  const child = fork(program, [name], { env: { ...process.env, ...env } });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`the ${name} server ended with ${code}`)));
  });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.removeAllListeners('exit');
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return { port, pid: child.pid ?? 0, stop };
};
