import { backupFigures } from './backup/metrics.ts';
import { bookFigures } from '../betting/index.ts';
import { cashierFigures } from '../payments/index.ts';
import { logFigures } from '../proofs/index.ts';
import { officeFigures } from '../office/index.ts';
import { walletFigures } from '../ledger/index.ts';
import { callFigures } from '../core/http/call-log.ts';
import { queueFigures, type Figure } from '../core/metrics/metrics.ts';
import { jobFigures, poolFigures, processFigures } from '../core/metrics/server-metrics.ts';
import { liveFigures } from '../core/live/metrics.ts';
import { storedFigures } from '../core/metrics/stored-metrics.ts';

/** All figures of `/metrics` but those that the library has of any Node process, in parts of the page that `npm run figures` draws. */
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
