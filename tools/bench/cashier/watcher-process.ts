import { benchCluster } from '../lib/database.ts';
import { watcher } from './watcher.ts';

// The watcher in a separate process, so that its memory is measured apart from that of the loads:
// node --expose-gc watcher-process.ts [quick]. Sends its parent the figures.
const [, , size] = process.argv;

const cluster = await benchCluster();
try {
  const figures = await watcher(
    cluster,
    size === 'quick' ? { addresses: 10_000, catchUp: 200, head: 20 } : {},
  );
  // maxRSS is in kilobytes.
  process.send?.({ ...figures, peakMb: Math.round(process.resourceUsage().maxRSS / 2 ** 10) });
} finally {
  await cluster.stop();
}
