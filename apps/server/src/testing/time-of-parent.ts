import { moveProcessTime } from './process-time.ts';

// For a program that a test starts, with `--import`: its time moves when the test sends by how many milliseconds.
process.on('message', (byMs) => {
  if (typeof byMs !== 'number') return;
  moveProcessTime(byMs);
  process.send?.('moved');
});
// The program ends although the test could still send.
process.channel?.unref();
