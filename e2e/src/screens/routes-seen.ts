import { readFile } from 'node:fs/promises';

const source = new URL('../../../apps/member/src/shell/routes.tsx', import.meta.url);

/** The paths of all pages of the app, as its router names them. */
const routePaths = async (): Promise<string[]> =>
  [...(await readFile(source, 'utf8')).matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, path = '']) => path);

/** @param seen addresses that were opened. @returns the pages of the app that were not among them */
export const unseenRoutes = async (seen: Iterable<string>): Promise<string[]> => {
  const opened = new Set([...seen].map((address) => address.replace(/^[^#]*#?/, '').split('?')[0] || '/'));
  return (await routePaths()).filter((path) => !opened.has(path));
};
