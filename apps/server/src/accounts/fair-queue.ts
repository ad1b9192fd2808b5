/** Items that wait, by owner. */
export type FairQueue<T> = {
  /** @returns whether it waits now; else which bound it has met */
  push: (owner: string, item: T) => 'waits' | 'owner_full' | 'full';
  /** Takes the oldest item of the owner whose turn it is. */
  shift: () => T | undefined;
  /** Takes all items. */
  drain: () => T[];
};

/**
 * A queue that takes turns between owners, so that many items of one do not delay the others.
 * @param most.ofOwner items of one owner that may wait
 * @param most.inAll items of all owners that may wait
 */
export const createFairQueue = <T>(most: { ofOwner: number; inAll: number }): FairQueue<T> => {
  /** In the order of turns; an owner without items is absent. */
  const lines = new Map<string, T[]>();
  let size = 0;
  return {
    push: (owner, item) => {
      const line = lines.get(owner) ?? [];
      if (line.length >= most.ofOwner) return 'owner_full';
      if (size >= most.inAll) return 'full';
      line.push(item);
      lines.set(owner, line);
      size += 1;
      return 'waits';
    },
    shift: () => {
      for (const [owner, line] of lines) {
        const item = line.shift();
        lines.delete(owner);
        if (item === undefined) continue;
        // The owner's next item comes after one of each other owner.
        if (line.length > 0) lines.set(owner, line);
        size -= 1;
        return item;
      }
      return undefined;
    },
    drain: () => {
      const all = [...lines.values()].flat();
      lines.clear();
      size = 0;
      return all;
    },
  };
};
