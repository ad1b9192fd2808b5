import { ConfigError } from '../../core/config/config.ts';
import { HasTablespaces } from './base.ts';
import { NoRepository } from './open.ts';
import { CannotRestore } from './plan.ts';
import { NoReplication } from './replication.ts';
import { WrongCluster } from './repository.ts';
import { NotOpened } from './sealing.ts';
import { ArchiveBehind } from './take.ts';

const kinds = [
  ConfigError,
  NoReplication,
  NoRepository,
  NotOpened,
  WrongCluster,
  CannotRestore,
  ArchiveBehind,
  HasTablespaces,
];

/** Runs a command and sets the exit code. Problems that an operator can fix are printed without a stack. */
export const runCommand = async (command: () => Promise<number>): Promise<void> => {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) throw error;
    process.stderr.write(`${error.message}\n`);
    if (error.cause instanceof Error) process.stderr.write(`${error.cause.message}\n`);
    process.exitCode = 1;
  }
};
