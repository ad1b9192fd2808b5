import { setPriority } from 'node:os';
import { Value } from 'typebox/value';
import { DecoderTask } from './messages.ts';
import { reencode } from './reencode.ts';

// The process that decodes members' images: started by pool.ts, one image after the other.

// Lower priority, since betting goes first.
setPriority(10);
// Ctrl-C and a closed terminal reach the whole group; the server ends this process when it has stopped
// itself.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => undefined);
// Without a server, no process waits for an answer.
process.on('disconnect', () => process.exit(0));

process.on('message', (message: unknown) => {
  const task = Value.Parse(DecoderTask, message);
  reencode(task.bytes, task.mime, task.edgeMax).then(
    (image) => process.send?.({ image }),
    () => process.send?.({}),
  );
});
