/** What a key, or two keys one after the other ("g r"), do on the current page. */
export type Shortcut = { keys: string; text: string; run: () => void };

/** The time in which the second key of a pair must follow. */
const pairMs = 1_200;

/** Follows keys as they are pressed. @returns what a press does: the shortcut it completes, or nothing yet */
export const createKeys = (shortcuts: () => readonly Shortcut[], nowMs: () => number) => {
  let first: { key: string; atMs: number } | undefined;
  return (key: string): Shortcut | undefined => {
    const before = first !== undefined && nowMs() - first.atMs <= pairMs ? `${first.key} ` : '';
    // The shortcut added last wins: it belongs to a sheet over the page.
    const known = shortcuts().toReversed();
    const found =
      known.find(({ keys }) => before !== '' && keys === before + key) ??
      known.find(({ keys }) => keys === key);
    const begins = found === undefined && known.some(({ keys }) => keys.startsWith(`${key} `));
    first = begins ? { key, atMs: nowMs() } : undefined;
    return found;
  };
};
