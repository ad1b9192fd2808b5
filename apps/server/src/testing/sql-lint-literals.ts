/** A string of a TypeScript source: its text, `${…}` as written, and where it begins. */
export type Literal = { text: string; at: number; line: number };

/** Characters after which a slash begins a regular expression, not a division. */
const beforeRegex = /(?:^|[(,=:[!&|?{};+\-*%<>~^\n]|\breturn|\btypeof|\bcase)\s*$/;

/** All strings and templates of a source, also inside `${…}`; comments and regular expressions are skipped. */
export const literalsOf = (source: string): Literal[] => {
  const found: Literal[] = [];
  const lineAt = (at: number): number => source.slice(0, at).split('\n').length;

  /** Reads code from `i` up to an unmatched closing brace; returns the place of that brace, or the end. */
  const code = (from: number): number => {
    let depth = 0;
    let i = from;
    while (i < source.length) {
      const c = source[i];
      if (c === '}' && depth-- === 0) return i;
      if (c === '{') depth++;
      if (source.startsWith('//', i)) i = endOf('\n', i);
      else if (source.startsWith('/*', i)) i = endOf('*/', i);
      else if (c === "'" || c === '"') i = quoted(i, c);
      else if (c === '`') i = template(i);
      else if (c === '/' && beforeRegex.test(source.slice(Math.max(0, i - 40), i))) i = regex(i);
      else i++;
    }
    return i;
  };

  const endOf = (mark: string, from: number): number => {
    const at = source.indexOf(mark, from + 2);
    return at < 0 ? source.length : at + mark.length;
  };

  const quoted = (start: number, quote: string): number => {
    let i = start + 1;
    while (i < source.length && source[i] !== quote && source[i] !== '\n') i += source[i] === '\\' ? 2 : 1;
    found.push({ text: source.slice(start + 1, i), at: start, line: lineAt(start) });
    return i + 1;
  };

  const template = (start: number): number => {
    let i = start + 1;
    while (i < source.length && source[i] !== '`') {
      if (source[i] === '\\') i += 2;
      else if (source.startsWith('${', i)) i = code(i + 2) + 1;
      else i++;
    }
    found.push({ text: source.slice(start + 1, i), at: start, line: lineAt(start) });
    return i + 1;
  };

  const regex = (start: number): number => {
    let i = start + 1;
    for (let inClass = false; i < source.length && source[i] !== '\n'; i++) {
      if (source[i] === '\\') i++;
      else if (source[i] === '[') inClass = true;
      else if (source[i] === ']') inClass = false;
      else if (source[i] === '/' && !inClass) return i + 1;
    }
    return i;
  };

  code(0);
  return found;
};
