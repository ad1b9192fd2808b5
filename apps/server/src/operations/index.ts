// What other modules may use of this one.
export { Archiving, type BackupProgress, registerBackup } from './backup/supervisor.ts';
export { closeDemoOperators, demoOperators } from './demo/operators.ts';
export { moduleFacts } from './log-facts.ts';
export { startEmbedded, stopEmbedded } from './postgres/embedded.ts';
export { DataFolderInUse, lockDataFolder } from './postgres/lock.ts';
export { externalDatabase } from './postgres/reach.ts';
export { watchEmbedded } from './postgres/watch.ts';
