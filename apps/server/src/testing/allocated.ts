import { GCProfiler, getHeapStatistics } from 'node:v8';

/** Bytes that work allocates on the heap of this thread: what is used at its end, and what each collection has freed. */
export const allocatedBy = async (work: () => Promise<unknown>): Promise<number> => {
  const profiler = new GCProfiler();
  profiler.start();
  const before = getHeapStatistics().used_heap_size;
  await work();
  const after = getHeapStatistics().used_heap_size;
  const { statistics } = profiler.stop();
  const freed = statistics.reduce(
    (sum, { beforeGC, afterGC }) =>
      sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
    0,
  );
  return after - before + freed;
};
