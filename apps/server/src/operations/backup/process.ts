import { Value } from 'typebox/value';
import { keepAll } from './keeper.ts';
import { ToArchiver, type FromArchiver } from './messages.ts';
import { openRepository } from './open.ts';
import { formatLsn } from './wal-names.ts';

/** The process that archives: it is separate from the server, so that no call waits for compression and encryption. */

const stopping = new AbortController();
const say = (message: FromArchiver): void => void process.send?.(message);
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const begin = async ({
  url,
  dataDir,
  everyMs,
  settings,
}: Extract<ToArchiver, { kind: 'begin' }>): Promise<void> => {
  const repository = await openRepository(settings);
  await keepAll({
    repository,
    url,
    dataDir,
    everyMs,
    isFinal: true,
    stopping: stopping.signal,
    onArchived: ({ at }) => say({ kind: 'archived', atMs: at.getTime() }),
    onGap: ({ from, to }) =>
      say({
        kind: 'gap',
        text: `the log from ${formatLsn(from)} to ${formatLsn(to)} is lost to the archive`,
      }),
    onFailure: (error) => say({ kind: 'failed', text: textOf(error) }),
  });
  repository.close();
};

process.on('message', (message) => {
  if (!Value.Check(ToArchiver, message)) return;
  if (message.kind === 'stop') {
    stopping.abort();
    return;
  }
  begin(message).then(
    () => process.exit(0),
    (error: unknown) => {
      say({ kind: 'failed', text: textOf(error) });
      process.exit(1);
    },
  );
});
// The server has ended: its database may go with it.
process.on('disconnect', () => process.exit(0));
// A signal of the terminal reaches the server too, which stops this process when it has written what it has.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => undefined);
