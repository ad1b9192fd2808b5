import { paths, type RouteName } from '@touchline/contract/paths';

export type Input = Readonly<Record<string, string | number | boolean>>;
/** Makes a call of the office. @returns its data, and how long the answer took. @throws with the answer when it is refused */
export type Ask = (name: RouteName, input: Input) => Promise<{ data: unknown; ms: number }>;

const isAnswer = (value: unknown): value is { code: number; msg: string; data: unknown } =>
  typeof value === 'object' && value !== null && 'code' in value && 'msg' in value && 'data' in value;

/** Calls of one operator, one after the other, over a connection that stays open. */
export const asker = (port: number, token: () => string): Ask => {
  return async (name, input) => {
    const [method, path] = paths[name];
    const query = new URLSearchParams(
      Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    const startMs = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers: { 'content-type': 'application/json', 'ba-office-token': token() },
      body: method === 'GET' ? null : JSON.stringify(input),
    });
    const answer: unknown = await response.json();
    const ms = performance.now() - startMs;
    if (!isAnswer(answer) || answer.code !== 1)
      throw new Error(`${name} ${query} was refused: ${JSON.stringify(answer)}`);
    return { data: answer.data, ms };
  };
};
