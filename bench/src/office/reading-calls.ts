import { paths, type RouteName } from '@touchline/contract/paths';

const isRoute = (name: string): name is RouteName => name in paths;

/** The calls of the office that only read. */
export const readingCalls = (): RouteName[] =>
  Object.entries(paths)
    .filter(([name, [method]]) => method === 'GET' && name.startsWith('office'))
    .map(([name]) => name)
    .filter(isRoute);
