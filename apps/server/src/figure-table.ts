import { backupFigures } from './backup/figures.ts';
import { bookFigures } from './book/figures.ts';
import { cashierFigures } from './cashier/figures.ts';
import { callFigures } from './http/call-counts.ts';
import { logFigures } from './log/figures.ts';
import { officeFigures } from './office/figures.ts';
import { queueFigures, type Figure } from './platform/figures.ts';
import { jobFigures } from './platform/job-figures.ts';
import { liveFigures } from './platform/live/figures.ts';
import { poolFigures } from './platform/pool-figures.ts';
import { processFigures } from './platform/process-figures.ts';
import { storedFigures } from './platform/stored-figures.ts';
import { walletFigures } from './wallet/figures.ts';

/** All figures of `/metrics` but those that the library has of any Node process, in parts of the table in docs/metrics.md. */
export const figureTable: Readonly<Record<string, readonly Figure[]>> = {
  Process: [...Object.values(processFigures), ...Object.values(storedFigures)],
  Calls: Object.values(callFigures),
  'Live streams': Object.values(liveFigures),
  Database: Object.values(poolFigures),
  Betting: Object.values(bookFigures),
  Queues: [...Object.values(jobFigures), ...Object.values(queueFigures)],
  Money: [...Object.values(walletFigures), ...Object.values(cashierFigures)],
  'Public log': Object.values(logFigures),
  Backup: Object.values(backupFigures),
  Office: Object.values(officeFigures),
};
