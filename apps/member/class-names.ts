import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';
import { folders } from './folders.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const main = normalizePath(resolve(root, 'src/app/main.tsx'));
/** Letters of a file's hash in the names of its classes. Longer ones would make all styles a tenth larger. */
const hashLength = 3;

/**
 * Names the classes of CSS modules: the name in the file, and a short hash of the file's path.
 * @throws when two files would give two classes one name
 */
const scopedNames = () => {
  const taken = new Map<string, string>();
  return (name: string, file: string): string => {
    const path = relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/');
    const hash = createHash('sha256').update(path).digest('hex');
    const scoped = `${name}_${BigInt(`0x${hash}`).toString(36).slice(0, hashLength)}`;
    const other = taken.get(scoped);
    if (other !== undefined && other !== path) {
      throw new Error(`${scoped} would be a class of ${other} and of ${path}`);
    }
    taken.set(scoped, path);
    return scoped;
  };
};

/** The name of a class of a CSS module in the built app. */
export const scopedName = scopedNames();

/** Folders in the order of their styles: those of a folder override those of the folders it uses, and of the frame around it. */
const layers = ['ui', 'features/frame', ...Object.keys(folders)];

/** The CSS modules in the order of the built styles. */
const styleFiles = (): string[] => {
  const layerOf = (file: string): number => layers.findIndex((layer) => file.startsWith(`${layer}/`));
  return globSync('**/*.module.css', { cwd: resolve(root, 'src') })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted((a, b) => layerOf(a) - layerOf(b) || (a < b ? -1 : 1));
};

/** A script with the names of classes in place of what it imports of CSS modules. */
const withNames = (code: string, script: string): string =>
  code
    .matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)
    .reduce((named, [line, styles = '', path = '']) => {
      const file = resolve(dirname(script), path);
      const use = new RegExp(`(?<![\\w.])${styles}\\.(\\w+)`, 'g');
      return named.replace(line, '').replaceAll(use, (_use, name: string) => `'${scopedName(name, file)}'`);
    }, code);

/**
 * Puts the names of classes into the scripts that use them, and all styles into the first one. A script then carries the few
 * names it uses, not all of a CSS module, and the order of the styles does not depend on how modules become files.
 */
export const classNames = (): Plugin[] => [
  {
    name: 'touchline-class-names',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]member[\\/]src[\\/].*\.tsx?$/ },
      handler(code, id) {
        const named = withNames(code, id);
        if (id !== main) return { code: named, map: null };
        const styles = styleFiles().map((file) => `import '../${file}';`);
        return { code: [named, ...styles].join('\n'), map: null };
      },
    },
  },
  {
    name: 'touchline-styles-alone',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: () => ({ code: '', map: null, moduleSideEffects: 'no-treeshake' }),
    },
  },
];
