import { isLan } from '../src/locales.ts';
import { compile } from './catalogue.ts';
import { catalogueOf, lansOf, missingIds, parts } from './generate.ts';
import { glossaryOf, idleExceptions, strayTerms, wrongTerms } from './glossary.ts';
import { mismatchedArguments, untidy, untranslated, wrongPlurals } from './rules.ts';
import { overlong } from './width.ts';

/** `npm run language -- de`: everything that is not right yet about the texts of a language; exit code 1 when there is any. */
const [lan = ''] = process.argv.slice(2);
if (!isLan(lan)) throw new Error(`"${lan}" is none of the product's languages`);

let findings = 0;
const tell = (title: string, lines: readonly string[]): void => {
  findings += lines.length;
  if (lines.length > 0) process.stdout.write(`${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
};

const glossary = glossaryOf(lan);
if (lan !== 'en') {
  tell('glossary', glossary === undefined ? [`glossary/${lan}.json is missing`] : wrongTerms(glossary));
}

for (const part of parts.filter((each) => lansOf(each).includes(lan))) {
  const [source, translated] = [catalogueOf(part, 'en'), catalogueOf(part, lan)];
  for (const [id, text] of translated) compile(id, text);
  tell(`${part}: missing`, missingIds(part, lan));
  tell(
    `${part}: unknown`,
    [...translated.keys()].filter((id) => !source.has(id)),
  );
  tell(`${part}: plurals`, wrongPlurals(lan, translated));
  tell(`${part}: values`, mismatchedArguments(source, translated));
  tell(`${part}: tidiness`, untidy(translated));
  tell(`${part}: too long`, overlong(source, translated));
  if (lan !== 'en') {
    tell(`${part}: as in English`, untranslated(source, translated, glossary?.same ?? []));
  }
  if (glossary !== undefined) tell(`${part}: glossary`, strayTerms(glossary, source, translated));
}
if (glossary !== undefined) {
  const sources = parts.map((part) => catalogueOf(part, 'en'));
  tell('exceptions of the glossary nobody needs', idleExceptions(glossary, sources));
}
process.stdout.write(findings === 0 ? `${lan}: all is well\n` : `${lan}: ${findings} findings\n`);
if (findings > 0) process.exitCode = 1;
