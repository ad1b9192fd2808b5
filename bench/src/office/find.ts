/** What is at a path of names and numbers in an answer. @throws when nothing is there */
export const find = (data: unknown, ...path: readonly (string | number)[]): string => {
  let at: unknown = data;
  for (const name of path)
    at =
      typeof at === 'object' && at !== null
        ? Object.entries(at).find(([key]) => key === String(name))?.[1]
        : undefined;
  if (typeof at === 'string') return at;
  throw new Error(`nothing at ${path.join('.')} of ${JSON.stringify(data).slice(0, 300)}`);
};
