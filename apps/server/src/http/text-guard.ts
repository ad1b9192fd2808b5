/** Text PostgreSQL cannot store or UTF-8 cannot carry: a null character, or half of a surrogate pair. */
const isUnsafe = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/** Unsafe texts are named up to this many. */
const foundMax = 32;

/**
 * Paths of the strings (or names) inside `value` that hold a null character or half a surrogate pair: "legs.0.market".
 * Walks with a list instead of recursion, so that deep nesting costs no stack.
 */
export const unsafeTexts = (value: unknown): string[] => {
  const found: string[] = [];
  const open: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = open.pop(); next !== undefined && found.length < foundMax; next = open.pop()) {
    const { value: at, path } = next;
    if (typeof at === 'string') {
      if (isUnsafe(at)) found.push(path);
    } else if (typeof at === 'object' && at !== null) {
      for (const [name, inner] of Object.entries(at)) {
        if (isUnsafe(name)) found.push(path);
        else open.push({ value: inner, path: path === '' ? name : `${path}.${name}` });
      }
    }
  }
  return found;
};
