import { readFileSync } from 'node:fs';
import { parsePoFile } from '@lingui/format-po';
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';

/** Messages of one PO file in the order of the file: text by id. */
export type Catalogue = ReadonlyMap<string, string>;

const idPattern = /^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9_-]+)+$/;

/**
 * Reads a PO file whose msgids are explicit ids and whose msgstrs are ICU texts. Untranslated entries are left
 * out. Throws on an id written twice or not of the form `screen.name`.
 */
export const readCatalogue = (path: string | URL): Catalogue => {
  const catalogue = new Map<string, string>();
  const problems: string[] = [];
  for (const item of parsePoFile(readFileSync(path, 'utf8')).items) {
    if (item.obsolete) continue;
    const text = item.msgstr.join('');
    if (!idPattern.test(item.msgid)) problems.push(`"${item.msgid}" is no id`);
    if (catalogue.has(item.msgid)) problems.push(`${item.msgid} appears twice`);
    if (text !== '') catalogue.set(item.msgid, text);
  }
  if (problems.length > 0) throw new Error(`${String(path)}: ${problems.join(', ')}`);
  return catalogue;
};

/** Compiles an ICU text; an error names the message. */
export const compile = (id: string, text: string): CompiledMessage => {
  try {
    return compileMessageOrThrow(text);
  } catch (error) {
    throw new Error(`${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};
