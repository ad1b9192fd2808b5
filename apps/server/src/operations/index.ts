// What other modules may use of this one.
export { type BackupFigures, pointsOfBackup } from './backup/metrics.ts';
export { Archiving } from './backup/supervisor.ts';
export { closeDemoOperators, demoOperators } from './demo/operators.ts';
export { moduleFacts } from './log-facts.ts';
export { figureTable } from './metric-table.ts';
export { startEmbedded, stopEmbedded } from './postgres/embedded.ts';
export { DataFolderInUse, lockDataFolder } from './postgres/lock.ts';
export { externalDatabase } from './postgres/reach.ts';
export { watchEmbedded } from './postgres/watch.ts';
