import { literalsOf, type Literal } from './sql-lint-literals.ts';
import {
  lintDays,
  ledgerWrites,
  ledgerWritesBuilt,
  lintMigration,
  lintStatement,
  lintTimes,
  timeDefaults,
  untimed,
} from './sql-lint-rules.ts';

export type Source = { path: string; text: string };
/** A broken rule with its place: a path below apps/server, and the line in a TypeScript source. */
export type Problem = { path: string; line?: number; rule: string };

/** Folders whose statements move money. */
const moneyPath = /^src\/(ledger|betting\/placing|betting\/settlement)\//;
const ledgerPath = /^src\/ledger\//;
/**
 * Sources that need PostgreSQL's own time: they compare with its list of connections or with the queue's jobs, or run before the site
 * has a time. A secret is as old as it is.
 */
const ownTime =
  /^src\/(core\/(database\/(transaction|migrate)|jobs|secrets)|betting\/bets\/theoretical|messaging\/push\/keys)\.ts$/;
/** Makes the start of a day for statements. */
const dayPath = 'src/core/local-time.ts';
const catalogue = 'src/proofs/record-check/schema-catalogue.json';
/** The file of the baseline with all code of the database. */
const core = 'migrations/0001-core.sql';
/** The last file of the baseline, of whose defaults some are PostgreSQL's own time. */
const baselineEnd = 'migrations/0013-office.sql';

/**
 * Checks the SQL that moves money against its rules.
 * @param sources TypeScript sources, without tests, migrations and the catalogue of the schema; paths below apps/server
 */
export const lintSql = (sources: readonly Source[]): Problem[] => {
  const scripts = sources.filter((source) => source.path.endsWith('.ts'));
  const literals = new Map(scripts.map((source) => [source, literalsOf(source.text)]));
  const parts = new Map(scripts.map((source) => [source, partsOf(source, literals.get(source) ?? [])]));
  const shared = new Map([...parts.values()].flatMap((own) => [...own]));

  const defaults = timeDefaults(sources.find(({ path }) => path === catalogue)?.text ?? '');
  const find = (source: Source, name: string): Part | undefined =>
    parts.get(source)?.get(name) ?? shared.get(name);

  return sources.flatMap((source) =>
    source.path.endsWith('.sql')
      ? lintMigrationFile(source)
      : [
          ...lintScript(source, literals.get(source) ?? [], (name) => find(source, name)),
          ...lintTimesOf(source, { literals: literals.get(source) ?? [], defaults }),
        ],
  );
};

const lintTimesOf = (
  { path, text }: Source,
  { literals, defaults }: { literals: readonly Literal[]; defaults: ReadonlyMap<string, readonly string[]> },
): Problem[] => {
  if (ownTime.test(path) || path === catalogue || path.includes('/testing/')) return [];
  const own = literals.flatMap(({ text: sql, line }) =>
    [...lintTimes(sql), ...(path === dayPath ? [] : lintDays(sql))].map((rule) => ({ path, line, rule })),
  );
  return [...own, ...untimed(text, defaults).map((rule) => ({ path, rule }))];
};

/** The trigger function that protects the audit log from changes by hand. */
const auditGuard = /\bcreate (function|trigger) office_audit(_seal)?_refuse\b[^;$]*(\$\$[^$]*\$\$[^;]*)?;/g;
/** The time of the site. */
const siteTimes =
  /\bcreate function site_(now|clock)\(\) returns timestamptz language sql [a-z ]+'select \w+\(\)';/g;

const lintMigrationFile = ({ path, text: whole }: Source): Problem[] => {
  const text = path === core ? whole.replaceAll(auditGuard, '').replaceAll(siteTimes, '') : whole;
  const written = /^migrations\/\d+-ledger/.test(path) ? [] : ledgerWrites(text).map(onlyWallet);
  const times = path > baselineEnd ? lintTimes(text) : [];
  return [...lintMigration(text), ...written, ...times].map((rule) => ({ path, rule }));
};

const lintScript = (
  { path, text }: Source,
  literals: readonly Literal[],
  part: (name: string) => Part | undefined,
): Problem[] => {
  const problems: Problem[] = [];
  for (const { text: sql, line } of literals) {
    const rules = moneyPath.test(path) ? lintStatement(composed(sql, part)) : [];
    const written = ledgerPath.test(path) ? [] : ledgerWrites(sql).map(onlyWallet);
    problems.push(...[...rules, ...written].map((rule) => ({ path, line, rule })));
  }
  const built = ledgerPath.test(path) ? [] : ledgerWritesBuilt(text).map(onlyWallet);
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
