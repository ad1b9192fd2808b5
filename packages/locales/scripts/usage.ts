import { globSync, readFileSync } from 'node:fs';

/** Whether a message id is used somewhere. */
export type Usage = (id: string) => boolean;

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A template such as `error.${reason}` as a pattern of the ids it may produce. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\$\{[^{}]*\}/)
      .map(escape)
      .join('[A-Za-z0-9_.-]+')}$`,
  );

/**
 * Finds which ids source texts use: as a literal, or through a template whose fixed parts read like an id
 * (`` `market.${name}` ``).
 */
export const usageIn = (sources: readonly string[]): Usage => {
  const literals = new Set<string>();
  const templates = new Map<string, RegExp>();
  for (const source of sources) {
    for (const [, text = ''] of source.matchAll(/(?<=['"`])([a-z][\w-]*(?:\.[\w-]+)+)(?=['"`])/g))
      literals.add(text);
    for (const [, text = ''] of source.matchAll(/`([a-z]\w*\.(?:[\w.-]|\$\{[^{}`]*\})*)`/g)) {
      if (text.includes('${')) templates.set(text, patternOf(text));
    }
  }
  return (id) => literals.has(id) || templates.values().some((pattern) => pattern.test(id));
};

const repository = new URL('../../../', import.meta.url);

/** Texts of all source files below folders of the repository, tests and generated files left out. */
export const sourcesBelow = (folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: repository }))
    .filter((path) => !/\.(test|gen)\.tsx?$|node_modules|dist\//.test(path))
    .map((path) => readFileSync(new URL(path, repository), 'utf8'));
