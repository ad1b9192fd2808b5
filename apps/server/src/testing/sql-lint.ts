import { literalsOf, type Literal } from './sql-lint-literals.ts';
import { ledgerWrites, ledgerWritesBuilt, lintMigration, lintStatement } from './sql-lint-rules.ts';

export type Source = { path: string; text: string };
/** A broken rule with its place: a path below apps/server, and the line in a TypeScript source. */
export type Problem = { path: string; line?: number; rule: string };

/** Folders whose statements move money. */
const moneyPath = /^src\/(wallet|book\/placing|book\/settlement)\//;
const walletPath = /^src\/wallet\//;

/**
 * Checks the SQL that moves money against its rules.
 * @param sources TypeScript sources, without tests, and migrations; paths below apps/server
 */
export const lintSql = (sources: readonly Source[]): Problem[] => {
  const scripts = sources.filter((source) => source.path.endsWith('.ts'));
  const literals = new Map(scripts.map((source) => [source, literalsOf(source.text)]));
  const parts = new Map(scripts.map((source) => [source, partsOf(source, literals.get(source) ?? [])]));
  const shared = new Map([...parts.values()].flatMap((own) => [...own]));

  const find = (source: Source, name: string): Part | undefined =>
    parts.get(source)?.get(name) ?? shared.get(name);

  return sources.flatMap((source) =>
    source.path.endsWith('.sql')
      ? lintMigrationFile(source)
      : lintScript(source, literals.get(source) ?? [], (name) => find(source, name)),
  );
};

/** The trigger function that protects the audit log from changes by hand, the only code in the database. */
const auditGuard = /\bcreate (function|trigger) office_audit(_seal)?_refuse\b[^;$]*(\$\$[^$]*\$\$[^;]*)?;/g;

const lintMigrationFile = ({ path, text: whole }: Source): Problem[] => {
  const text = /^migrations\/\d+-audit-chain/.test(path) ? whole.replaceAll(auditGuard, '') : whole;
  const written = /^migrations\/\d+-wallet/.test(path) ? [] : ledgerWrites(text).map(onlyWallet);
  return [...lintMigration(text), ...written].map((rule) => ({ path, rule }));
};

const lintScript = (
  { path, text }: Source,
  literals: readonly Literal[],
  part: (name: string) => Part | undefined,
): Problem[] => {
  const problems: Problem[] = [];
  for (const { text: sql, line } of literals) {
    const rules = moneyPath.test(path) ? lintStatement(composed(sql, part)) : [];
    const written = walletPath.test(path) ? [] : ledgerWrites(sql).map(onlyWallet);
    problems.push(...[...rules, ...written].map((rule) => ({ path, line, rule })));
  }
  const built = walletPath.test(path) ? [] : ledgerWritesBuilt(text).map(onlyWallet);
  return [...problems, ...built.map((rule) => ({ path, rule }))];
};

const onlyWallet = (table: string): string => `only the wallet writes ${table}`;

/** A named piece of SQL: a constant, or a function of one string that makes one. */
type Part = { text: string; parameter: string | undefined };

const definition = /\bconst (\w+)\s*(?::[^=]*)?=\s*(?:\((\w+): string\)(?:: string)? =>\s*)?$/;

const partsOf = (source: Source, literals: readonly Literal[]): Map<string, Part> => {
  const parts = new Map<string, Part>();
  for (const { at, text } of literals) {
    const [, name, parameter] = source.text.slice(Math.max(0, at - 200), at).match(definition) ?? [];
    if (name !== undefined) parts.set(name, { text, parameter });
  }
  return parts;
};

/** Puts the named pieces into a statement that is composed of them; what is not a piece of SQL stays as it is. */
const composed = (text: string, part: (name: string) => Part | undefined, depth = 0): string =>
  depth > 8
    ? text
    : text.replaceAll(
        /\$\{(\w+)(?:\('([^']*)'\))?\}/g,
        (whole, name: string, argument: string | undefined) => {
          const found = part(name);
          if (!found || (found.parameter === undefined) !== (argument === undefined)) return whole;
          const filled =
            found.parameter === undefined
              ? found.text
              : found.text.replaceAll(`\${${found.parameter}}`, argument ?? '');
          return composed(filled, part, depth + 1);
        },
      );
