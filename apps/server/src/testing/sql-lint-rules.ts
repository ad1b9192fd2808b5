/** Tables of money: every statement on one must name the shard. */
const moneyTables = 'wallet|operation|entry|hold|house_total|house_watermark|house_move|bet|leg';
/** Tables that only the wallet's own code may write. */
const ledgerTables =
  'wallet|operation|entry|hold|house_total|house_watermark|house_move|ledger_day|ledger_mark|audit_breach';

type Rule = { name: string; broken(sql: string): boolean };

const says = (name: string, pattern: RegExp): Rule => ({ name, broken: (sql) => pattern.test(sql) });

const noTrigger = says(
  'no triggers',
  /\bcreate\s+(or\s+replace\s+)?(constraint\s+)?(event\s+)?(trigger|rule)\b/,
);
const noPlpgsql = says(
  'no code in the database',
  /\blanguage\s+'?plpgsql|\bdo\s+(language\s+\w+\s+)?(\$|')|\bcreate\s+(or\s+replace\s+)?(function|procedure)\b/,
);
const noAdvisoryLock = says('no advisory locks', /\bpg_(try_)?advisory_/);
const noNotify = says('no LISTEN or NOTIFY', /^\s*(un)?listen\s+\w|\bnotify\s+\w+|\bpg_notify\b/);
const noSequence = says(
  'no sequences',
  /\b(small|big)?serial\b|\bnextval\b|\bcreate\s+sequence\b|\bgenerated\s+(always|by\s+default)\s+as\s+identity\b/,
);
const noSession = says(
  'no session state',
  /^\s*(re)?set\s|\bset\s+(local|session)\s|\bset_config\b|\bcurrent_setting\b|\bcreate\s+temp|\bdiscard\s/,
);
const noDivision = says('no division: money is divided where the remainder is seen', /\//);
const saysShard: Rule = {
  name: 'a statement on money says its shard',
  broken: (sql) =>
    new RegExp(`\\b(from|join|into|update|using)\\s+(only\\s+)?(${moneyTables})\\b`).test(sql) &&
    !/\bshard\b/.test(sql),
};

/** The tables that a statement changes, once for each change. */
const changed = (sql: string): string[] =>
  [
    ...sql.matchAll(
      /\b(?:insert\s+into|delete\s+from|merge\s+into)\s+(\w+)|\bupdate\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? '');

const changesOnce: Rule = {
  name: 'no table is changed twice in one statement',
  broken: (sql) => new Set(changed(sql)).size < changed(sql).length,
};

/** A lock does not protect after its transaction, so a locked row must be changed under a condition. */
const lockLeadsToChange: Rule = {
  name: 'FOR UPDATE only before a conditional update of the same table',
  broken: (sql) =>
    [...sql.matchAll(/\bfor\s+(?:no\s+key\s+)?update\b(?:\s+of\s+([\w\s,]+))?/g)].some((lock) => {
      const before = sql.slice(0, lock.index);
      const tables = lock[1]
        ? lock[1].split(',').map((alias) => tableOf(before, alias.trim()))
        : [before.match(/.*\bfrom\s+(\w+)/s)?.[1]];
      return tables.some(
        (table) =>
          !new RegExp(`\\bupdate\\s+${table}(\\s+(as\\s+)?\\w+)?\\s+set\\b[^;]*?\\bwhere\\b`).test(sql),
      );
    }),
};

const tableOf = (sql: string, alias: string): string =>
  sql.match(new RegExp(`.*\\b(?:from|join)\\s+(\\w+)\\s+(?:as\\s+)?${alias}\\b`, 's'))?.[1] ?? alias;

const leadsWithShard: Rule = {
  name: 'a money table leads with its shard',
  broken: (sql) =>
    new RegExp(`\\bcreate\\s+(unlogged\\s+)?table\\s+(if\\s+not\\s+exists\\s+)?(${moneyTables})\\b`).test(
      sql,
    ) && !/\(\s*shard\s+smallint\s+(primary\s+key|not\s+null[\s\S]*primary\s+key\s*\(\s*shard\b)/.test(sql),
};

const aboutMoney = (sql: string): boolean => new RegExp(`\\b(${moneyTables})\\b`).test(sql);

const statementRules: readonly Rule[] = [
  noTrigger,
  noPlpgsql,
  noAdvisoryLock,
  noNotify,
  noSequence,
  noSession,
  noDivision,
  saysShard,
  changesOnce,
  lockLeadsToChange,
];
const migrationRules: readonly Rule[] = [
  noTrigger,
  noPlpgsql,
  { name: noSequence.name, broken: (sql) => aboutMoney(sql) && noSequence.broken(sql) },
  leadsWithShard,
];

/** Normalizes SQL: removes comments, empties quoted texts, and makes letters lower case. */
const plain = (sql: string): string =>
  sql
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith("'") ? "''" : ' '))
    .toLowerCase();

/** Whether a text is a whole statement; other texts are parts of one, or no SQL. */
const isStatement = (sql: string): boolean =>
  /^\s*(with\s+(recursive\s+)?\w+\s+(\([\w\s,]*\)\s*)?as\s|select\b|insert\s+into\s|update\s+\w+[\s\w]*\sset\s|delete\s+from\s|merge\s+into\s|create\s|alter\s|drop\s|do\s+[$']|(un)?listen\s+\w+$|notify\s+\w+|(re)?set\s+[\w.]+\s*(=|to\s)|set\s+(local|session)\s|discard\s)/.test(
    sql,
  );

/** The rules that a statement of the money path breaks. */
export const lintStatement = (text: string): string[] => {
  const sql = plain(text);
  return isStatement(sql) ? broken(statementRules, sql) : [];
};

/** The rules that a migration breaks, statement by statement. */
export const lintMigration = (text: string): string[] =>
  plain(text)
    .split(';')
    .flatMap((sql) => broken(migrationRules, sql));

const broken = (rules: readonly Rule[], sql: string): string[] =>
  rules.filter((rule) => rule.broken(sql)).map((rule) => rule.name);

/** PostgreSQL's own times. `as now` and other names of columns are none. */
const ownTime =
  /\b(now|(clock|statement|transaction)_timestamp)\s*\(\s*\)|\b(current_(time|timestamp|date)|local(time|timestamp))\b/;

/** The rule of times, for whole statements and parts. */
export const lintTimes = (text: string): string[] =>
  ownTime.test(plain(withoutCode(text)))
    ? ['the time is site_now() or site_clock(), which tests can move']
    : [];

/** The rule of days: of a midnight that comes twice PostgreSQL takes the later one. */
export const lintDays = (text: string): string[] =>
  /::timestamp\b[^,;]{0,30}\bat time zone (?!'UTC')/i.test(text)
    ? ['a day begins at startOfDay of core/local-time.ts']
    : [];

const withoutCode = (text: string): string => text.replaceAll(/\$\{[^{}]*\}/g, '$');

/**
 * Columns with a time of PostgreSQL's own as their default, by table: from before the site had one.
 * @param catalogue text of src/proofs/record-check/schema-catalogue.json
 */
export const timeDefaults = (catalogue: string): Map<string, string[]> => {
  const found = [
    ...catalogue.matchAll(/"column (\w+)\.(\w+)": "timestamp[^"]* (?:now|clock_timestamp)\(\)"/g),
  ];
  return new Map(
    [...Map.groupBy(found, ([, table = '']) => table)].map(([table, columns]) => [
      table,
      columns.flatMap(([, , column]) => column ?? []),
    ]),
  );
};

/** Inserts that leave a column to such a default. */
export const untimed = (text: string, defaults: ReadonlyMap<string, readonly string[]>): string[] =>
  [
    ...withoutCode(text).matchAll(/\binsert\s+into\s+(\w+)(?:\s+as\s+\w+|\s+\w+)?\s*\(([^)]*)\)/g),
    ...text.matchAll(/\binsert(?:Into|Rows)\(\s*'(\w+)',\s*(\[[^\]]*\](?:,\s*\{[^}]*\})?)/g),
  ].flatMap(([, table = '', columns = '']) =>
    (defaults.get(table) ?? [])
      .filter((column) => !new RegExp(`\\b${column}\\b`).test(columns))
      .map((column) => `an insert gives ${table}.${column} the time of the site`),
  );

const isLedger = (table: string | undefined): table is string =>
  table !== undefined && new RegExp(`^(${ledgerTables})$`).test(table);

/** The ledger's tables that SQL writes, whole statements or parts. */
export const ledgerWrites = (text: string): string[] => {
  const sql = plain(text);
  const truncated = [...sql.matchAll(/\btruncate\s+(?:table\s+)?([\w\s,]+)/g)];
  return [...changed(sql), ...truncated.flatMap((match) => (match[1] ?? '').split(/[\s,]+/))].filter(
    isLedger,
  );
};

/** The ledger's tables that a source writes by inserts of `core/database/rows.ts`. */
export const ledgerWritesBuilt = (source: string): string[] =>
  [...source.matchAll(/\binsertInto\(\s*['"](\w+)/g)].map((match) => match[1]).filter(isLedger);
