/** What a key, or two keys one after the other ("g r"), do on the current page. */
export type Shortcut = { keys: string; text: string; run: () => void };

/**
 * Follows keys as they are pressed. The key after the first of a pair completes that pair or does nothing, however late it
 * comes: it never counts alone, since on another page the same key may decide about money.
 * @returns what a press does: the shortcut it completes, or nothing yet
 */
export const createKeys = (shortcuts: () => readonly Shortcut[]) => {
  let first: string | undefined;
  return (key: string): Shortcut | undefined => {
    const keys = first === undefined ? key : `${first} ${key}`;
    // The shortcut added last wins: it belongs to a sheet over the page.
    const known = shortcuts().toReversed();
    const found = known.find((each) => each.keys === keys);
    const begins =
      first === undefined && found === undefined && known.some((each) => each.keys.startsWith(`${key} `));
    first = begins ? key : undefined;
    return found;
  };
};
