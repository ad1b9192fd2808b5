import { insertText } from './edits.ts';
import type { Tree } from './tree.ts';

/**
 * Adds a text to all catalogues of a part: in English, and without a translation in the others, which tests and `npm run language`
 * name as missing until it has one.
 */
export const addText = (
  tree: Tree,
  part: 'app' | 'office' | 'server',
  { id, english, after }: { id: string; english: string; after: string },
): void => {
  for (const path of tree.glob(`packages/locales/po/${part}/*.po`)) {
    const text = path.endsWith('/en.po') ? english : '';
    tree.edit(path, (po) => insertText(po, { id, text, after }));
  }
};
