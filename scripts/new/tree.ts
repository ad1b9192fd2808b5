import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Why a recipe cannot be followed, for the person who asked for it. */
export class RecipeError extends Error {}

/** The files of the repository as a recipe changes them: nothing is written before all of it has worked. */
export class Tree {
  readonly #root: string;
  readonly #changed = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Paths from the top of the repository, generated files and those of packages left out. */
  glob(pattern: string): string[] {
    return globSync(pattern, { cwd: this.#root })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !/node_modules|\/dist\/|\.gen\.ts$/.test(path))
      .toSorted();
  }

  read(path: string): string {
    return this.#changed.get(path) ?? readFileSync(join(this.#root, path), 'utf8');
  }

  /** @throws RecipeError where the file is there already */
  make(path: string, content: string): void {
    if (existsSync(join(this.#root, path))) throw new RecipeError(`${path} exists already`);
    this.#changed.set(path, content);
  }

  /** @throws RecipeError where the edit changes nothing */
  edit(path: string, change: (content: string) => string): void {
    const before = this.read(path);
    const after = change(before);
    if (after === before) throw new RecipeError(`${path} has not the form that the recipe expects`);
    this.#changed.set(path, after);
  }

  /** Writes everything. @returns the paths */
  write(): string[] {
    for (const [path, content] of this.#changed) {
      mkdirSync(dirname(join(this.#root, path)), { recursive: true });
      writeFileSync(join(this.#root, path), content);
    }
    return [...this.#changed.keys()];
  }
}
