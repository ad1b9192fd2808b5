import { spawn } from 'node:child_process';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program in this terminal and waits for it. While it runs, signals are handed on to it instead of ending this
 * process alone; so are they when npm, which hands no signal on, is gone. The terminal sends Ctrl-C to the program as well; a
 * second one does no harm.
 * @returns its exit code; null when it could not be started, or a signal ended it
 */
export const runToItsEnd = (program, args, options = {}) =>
  waitFor(spawn(program, args, { stdio: 'inherit', ...options }));

/** The same for a program whose output is kept instead of printed. @returns {Promise<{ code: number | null, output: string }>} */
export const captureToItsEnd = async (program, args, options = {}) => {
  const child = spawn(program, args, { ...options, stdio: ['inherit', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  return { code: await waitFor(child), output };
};

const waitFor = (child) =>
  new Promise((resolve) => {
    const handOn = (signal) => void child.kill(signal);
    for (const signal of signals) process.on(signal, handOn);
    const parent = process.ppid;
    const byNpm = process.env.npm_lifecycle_event !== undefined;
    const watch = setInterval(() => byNpm && process.ppid !== parent && child.kill('SIGTERM'), 300);
    const end = (code) => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, handOn);
      resolve(code);
    };
    child.once('error', () => end(null));
    child.once('close', (code) => end(code));
  });
