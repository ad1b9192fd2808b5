/** The text at a path of names and numbers in an answer; undefined when nothing is there. */
export const findAny = (data: unknown, ...path: readonly (string | number)[]): string | undefined => {
  let at: unknown = data;
  for (const name of path)
    at =
      typeof at === 'object' && at !== null
        ? Object.entries(at).find(([key]) => key === String(name))?.[1]
        : undefined;
  return typeof at === 'string' ? at : undefined;
};

/** The same. @throws when nothing is there */
export const find = (data: unknown, ...path: readonly (string | number)[]): string => {
  const found = findAny(data, ...path);
  if (found !== undefined) return found;
  throw new Error(`nothing at ${path.join('.')} of ${JSON.stringify(data).slice(0, 300)}`);
};
