import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

/** An argument of a message: how it is inserted, and the cases it chooses between. */
export type Argument = { name: string; kind: string; cases: string[] };

const isCases = (format: unknown): format is Record<string, unknown> =>
  typeof format === 'object' && format !== null;

const isMessage = (value: unknown): value is CompiledMessage => Array.isArray(value);

/** Every argument of a compiled message in order of appearance, those inside plural and select cases included. */
export const argumentsOf = (message: CompiledMessage): Argument[] =>
  message.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [name, kind = 'text', format] = token;
    if (!['plural', 'selectordinal', 'select'].includes(kind) || !isCases(format)) {
      return [{ name, kind, cases: [] }];
    }
    const cases = Object.entries(format).filter(([key]) => key !== 'offset');
    const nested = cases.flatMap(([, value]) => (isMessage(value) ? argumentsOf(value) : []));
    return [{ name, kind, cases: cases.map(([key]) => key) }, ...nested];
  });

const typeOfKind = (kind: string): string => {
  if (kind === 'select') return 'string';
  return kind === 'text' ? 'string | number' : 'number';
};

/** The TypeScript type of a message's values: `undefined` when it has none. */
export const valuesType = (message: CompiledMessage): string => {
  const types = new Map<string, string>();
  for (const { name, kind } of argumentsOf(message)) {
    const type = typeOfKind(kind);
    const known = types.get(name);
    // An argument both counted and shown must satisfy the narrower use.
    if (known === undefined || known === 'string | number') types.set(name, type);
  }
  if (types.size === 0) return 'undefined';
  const fields = [...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, type]) => `${name}: ${type}`);
  return `{ ${fields.join('; ')} }`;
};
