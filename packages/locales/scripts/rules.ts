import { argumentsOf, type Argument } from './arguments.ts';
import { compile, type Catalogue } from './catalogue.ts';
import type { Lan } from '../src/locales.ts';

/** Plural categories whole numbers meet in `lan`. Rarer ones, as for a French million, may be left out. */
const commonPlurals = (lan: Lan): Set<string> => {
  const rules = new Intl.PluralRules(lan);
  return new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
};

const signature = ({ name, kind, cases }: Argument): string =>
  kind === 'select' ? `${name} ${kind} ${[...cases].sort().join('|')}` : `${name} ${kind}`;

const signatures = (id: string, text: string): string[] =>
  [...new Set(argumentsOf(compile(id, text)).map(signature))].sort();

/** Messages whose arguments are not those of the source: a value lost, added, or used in another way. */
export const mismatchedArguments = (source: Catalogue, translated: Catalogue): string[] =>
  [...translated].flatMap(([id, text]) => {
    const original = source.get(id);
    if (original === undefined) return [];
    const [wanted, found] = [signatures(id, original).join(', '), signatures(id, text).join(', ')];
    return wanted === found ? [] : [`${id}: has "${found}", needs "${wanted}"`];
  });

/** Plurals that leave out a form of `lan`, or have one it does not know. */
export const wrongPlurals = (lan: Lan, catalogue: Catalogue): string[] => {
  const needed = commonPlurals(lan);
  const known = new Intl.PluralRules(lan).resolvedOptions().pluralCategories.map(String);
  return [...catalogue].flatMap(([id, text]) =>
    argumentsOf(compile(id, text))
      .filter(({ kind }) => kind === 'plural')
      .flatMap(({ name, cases }) => {
        const missing = [...needed, 'other'].filter((form) => !cases.includes(form));
        const foreign = cases.filter((form) => !known.includes(form) && !/^\d+$/.test(form));
        return [
          ...missing.map((form) => `${id}: ${name} lacks ${form}`),
          ...foreign.map((form) => `${id}: ${name} has ${form}`),
        ];
      }),
  );
};

/** Names that are the same in every language. */
export const properNames: readonly string[] = ['USDT TRC-20', 'USDT ERC-20', 'VIP {level}'];

/** Texts the same as in English, but for names and those a language is known to write the same way. */
export const untranslated = (source: Catalogue, translated: Catalogue, same: readonly string[]): string[] =>
  [...translated].flatMap(([id, text]) => {
    const words = text.replaceAll(/\{[^{}]*\}/g, '');
    const isWords = /\p{Letter}/u.test(words);
    return isWords && source.get(id) === text && ![...properNames, ...same].includes(text)
      ? [`${id}: ${text}`]
      : [];
  });

/** Texts with blanks at an end or two in a row, or with quotes or dots typed by machine habit. */
export const untidy = (catalogue: Catalogue): string[] =>
  [...catalogue].flatMap(([id, text]) =>
    text !== text.trim() || / {2}|\.\.\./.test(text) ? [`${id}: ${text}`] : [],
  );
