import { setImmediate } from 'node:timers/promises';

/** How long one piece of work keeps everything else waiting, milliseconds: bets are placed in between. */
const sliceMs = 4;

/** Work that is cut into slices of time. */
export class Slices {
  #began = performance.now();

  /** Lets everything else have its turn when a slice is over. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began < sliceMs) return;
    await setImmediate();
    this.#began = performance.now();
  }
}

/** Maps one item after the other, in slices. */
export const mapInSlices = async <T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> => {
  const slices = new Slices();
  const mapped: R[] = [];
  for (const item of items) {
    mapped.push(map(item));
    // oxlint-disable-next-line no-await-in-loop -- the pause is the point
    await slices.pause();
  }
  return mapped;
};
