import { endRun } from './run.ts';

// Started by `openRun` with the folder of the run. Its input ends with the process that owns the run, however that ends:
// Vitest exits at once on a signal, and nothing runs after SIGKILL.
const [, , folder = ''] = process.argv;
process.stdin.resume();
process.stdin.once('end', () => void endRun(folder).then(() => process.exit(0)));
