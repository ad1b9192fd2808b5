import { literalsOf } from './sql-lint-literals.ts';
import type { Source } from './sql-lint.ts';

/** A statement of the sources, with the tables that it reads or changes, also in the pieces it is composed of. */
export type TableUse = {
  /** Path and outer declaration, as `src/ledger/house.ts rollUpText`; a function can have several statements. */
  name: string;
  tables: ReadonlySet<string>;
  changes: ReadonlySet<string>;
};

/** A text with SQL, and what it names inside of `${…}`. */
type Text = { sql: string; isStatement: boolean; names: readonly string[] };
type Declaration = { path: string; name: string; texts: readonly Text[] };

const declared = /^(?:export )?(?:const|(?:async )?function) (\w+)/gm;
const imported = /^import (?:type )?\{([^}]*)\} from '(\.[^']+)';$/gm;

/**
 * The statements of some sources with their tables.
 * @param sources TypeScript sources
 * @param tables names of the tables; other names after `from` are parts of statements
 */
export const tableUses = (sources: readonly Source[], tables: ReadonlySet<string>): TableUse[] => {
  const declarations = new Map<string, Declaration>();
  const scopes = new Map<string, ReadonlyMap<string, string>>();
  for (const source of sources) {
    const own = declarationsOf(source);
    for (const one of own) declarations.set(`${one.path} ${one.name}`, one);
    scopes.set(source.path, scopeOf(source, own));
  }

  /** The SQL of a text with all that it is composed of. A name without a declaration is of the same function. */
  const whole = (text: Text, of: Declaration, seen: Set<string>): string[] => [
    text.sql,
    ...text.names.flatMap((name) => {
      const key = scopes.get(of.path)?.get(name) ?? `${of.path} ${of.name}`;
      const target = declarations.get(key);
      if (target === undefined || seen.has(key)) return [];
      seen.add(key);
      return target.texts
        .filter((one) => target !== of || !one.isStatement)
        .flatMap((one) => whole(one, target, seen));
    }),
  ];

  return [...declarations.values()].flatMap((one) =>
    one.texts
      .filter((text) => text.isStatement)
      .map((text) => {
        const sql = whole(text, one, new Set());
        const changes = named(sql, changing, tables);
        return {
          name: `${one.path} ${one.name}`,
          tables: named(sql, reading, tables).union(changes),
          changes,
        };
      })
      .filter((use) => use.tables.size > 0),
  );
};

const declarationsOf = ({ path, text }: Source): Declaration[] => {
  const starts = [...text.matchAll(declared)].map((match) => ({ name: match[1] ?? '', at: match.index }));
  const literals = literalsOf(text);
  return starts.map(({ name, at }, i) => {
    const end = starts[i + 1]?.at ?? text.length;
    const inside = literals.filter((one) => one.at >= at && one.at < end);
    const built = [...text.slice(at, end).matchAll(/\binsert(?:Into|Rows)\(\s*'(\w+)'/g)];
    return {
      path,
      name,
      texts: [
        ...inside.map((one) => textOf(one.text)),
        ...built.map((match) => textOf(`insert into ${match[1] ?? ''} `)),
      ],
    };
  });
};

const textOf = (literal: string): Text => {
  const sql = plain(literal);
  return {
    sql,
    isStatement: begins.test(sql),
    names: [...literal.matchAll(/\$\{([^}]*)\}/g)].flatMap((match) =>
      [...(match[1] ?? '').matchAll(/[a-zA-Z]\w*/g)].map(([word]) => word),
    ),
  };
};

/** Removes comments and quoted texts, and makes letters lower case. */
const plain = (sql: string): string =>
  sql
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith("'") ? "''" : ' '))
    .toLowerCase();

/** How a whole statement begins; other texts are pieces of one, or no SQL. */
const begins =
  /^\s*(?:with\s+(?:recursive\s+)?(?:\w+\s|\$\{)|\(?\s*select\s|insert\s+into\s|update\s+\w+|delete\s+from\s|merge\s+into\s|truncate\s)/;

/** Where each name of a source comes from. */
const scopeOf = ({ path, text }: Source, own: readonly Declaration[]): Map<string, string> => {
  const scope = new Map(own.map((one) => [one.name, `${path} ${one.name}`]));
  for (const [, list = '', from = ''] of text.matchAll(imported)) {
    const target = new URL(from, `file:///${path}`).pathname.slice(1);
    for (const item of list.split(',')) {
      const [name = '', alias = name] = item.trim().split(' as ');
      if (name !== '') scope.set(alias, `${target} ${name}`);
    }
  }
  return scope;
};

const reading = /\b(?:from|join|using)\s+(?:only\s+)?(\w+)/g;
const changing =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate)\s+(\w+)|\bupdate\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g;

const named = (sql: readonly string[], pattern: RegExp, tables: ReadonlySet<string>): Set<string> =>
  new Set(
    sql
      .flatMap((text) => [...text.matchAll(pattern)])
      .map((match) => match[1] ?? match[2] ?? '')
      .filter((name) => tables.has(name)),
  );
