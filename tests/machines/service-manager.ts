import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const machine = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE', 'TOUCHLINE_RUN'];

/**
 * Keeps descriptor 3 open and accepts nothing from it. For each line that it reads it starts the program of its arguments with
 * that socket, as systemd does, writes its output to the file that the line names, and prints its process id.
 */
const holder = `
while read -r log; do
  LISTEN_FDS=1 sh -c 'export LISTEN_PID=$$; exec "$@"' sh "$@" >"$log" 2>&1 </dev/null &
  echo $!
done`;

/** A server that got its socket handed over. */
export type Handed = {
  pid: number;
  log: () => Promise<string>;
  /** Resolves once it printed the text. @throws when it printed none within two minutes */
  said: (text: string) => Promise<void>;
  /** Asks it to stop, and waits until it has. */
  stop: () => Promise<void>;
};

/** What systemd is to a service with a socket unit. Linux only. */
export type Manager = {
  url: string;
  /** Starts a server with the socket, whether another one has it or not. */
  start: () => Promise<Handed>;
  close: () => Promise<void>;
};

/** The descriptor of a listening socket, for which Node has no public call. */
const descriptorOf = (server: object): number => {
  const handle: unknown = Reflect.get(server, '_handle');
  const fd: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined;
  if (typeof fd !== 'number' || fd < 0) throw new Error('The socket has no descriptor');
  return fd;
};

/** A program that takes a socket, and the folder it runs in. */
type Program = { folder: string; command: readonly string[] };

const server: Program = { folder: root, command: [process.execPath, 'apps/server/src/main.ts'] };

/**
 * Opens a socket of this machine, which outlives the servers that take it.
 * @param settings environment of the servers
 * @param folder for their output
 * @param program another one than the server of this folder
 */
export const openManager = async (
  settings: Record<string, string>,
  folder: string,
  program: Program = server,
): Promise<Manager> => {
  const socket = createServer();
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }, resolve);
  });
  const address = socket.address();
  if (typeof address !== 'object' || address === null) throw new Error('The socket has no port');
  const inherited = Object.entries(process.env).filter(([name]) => machine.includes(name));
  const shell = spawn('sh', ['-c', holder, 'sh', ...program.command], {
    cwd: program.folder,
    stdio: ['pipe', 'pipe', 'inherit', descriptorOf(socket)],
    env: { ...Object.fromEntries(inherited), TRANSACTION_GUARD: 'throw', ...settings },
  });
  const { stdin, stdout } = shell;
  if (stdin === null || stdout === null) throw new Error('The shell has no pipes');
  // The shell has the socket now; this process must not accept from it.
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  const pids = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const started: Handed[] = [];

  const start = async (): Promise<Handed> => {
    const file = join(folder, `server-${started.length + 1}.log`);
    stdin.write(`${file}\n`);
    const pid = Number((await pids.next()).value);
    const log = (): Promise<string> => readFile(file, 'utf8').catch(() => '');
    const said = async (text: string): Promise<void> => {
      for (let looks = 0; !(await log()).includes(text); looks++) {
        if (looks > 2_400) throw new Error(`The server did not say "${text}":\n${await log()}`);
        await wait(50);
      }
    };
    const handed: Handed = {
      pid,
      log,
      said,
      stop: async () => {
        process.kill(pid, 'SIGTERM');
        await said('Stopped.');
      },
    };
    started.push(handed);
    return handed;
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    start,
    close: async () => {
      for (const one of started) if (!(await one.log()).includes('Stopped.')) await one.stop();
      stdin.end();
    },
  };
};
