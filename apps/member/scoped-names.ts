import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
/** Letters of a file's hash in the names of its classes. Longer ones would make all styles a tenth larger. */
const hashLength = 3;

/**
 * Names the classes of CSS modules: the name in the file, and a short hash of the file's path.
 * @throws when two files would give two classes one name
 */
export const scopedNames = () => {
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
