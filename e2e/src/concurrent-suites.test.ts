import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = import.meta.dirname;

describe('suites whose tests run at once', () => {
  it('poll with the `expect` of the test: the imported one loses its test when another ends', async () => {
    const wrong: string[] = [];
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.e2e.test.ts')) continue;
      const text = await readFile(join(folder, name), 'utf8');
      const imported = /import \{[^}]*\bexpect\b[^}]*\} from 'vitest'/.test(text);
      if (text.includes('describe.concurrent') && imported && text.includes('expect.poll')) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });
});
