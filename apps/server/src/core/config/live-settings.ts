import type { Config } from './config.ts';

/**
 * Reads something again only when its source values have changed.
 * @returns what `read` made of these values, kept until it is called with others
 */
export const remember = <A extends readonly (string | number)[], T>(
  read: (...from: A) => T,
): ((...from: A) => T) => {
  let last: { from: A; value: T } | undefined;
  return (...from) => {
    const known = last;
    if (known !== undefined && from.every((value, i) => value === known.from[i])) return known.value;
    const value = read(...from);
    last = { from, value };
    return value;
  };
};

/** Copies the values of `next` into a config that modules hold, all in one turn. */
export const takeOver = (config: Config, next: Config): void => {
  const kept = new Set<string>(Object.keys(next));
  for (const name of Object.keys(config)) if (!kept.has(name)) Reflect.deleteProperty(config, name);
  Object.assign(config, next);
};
