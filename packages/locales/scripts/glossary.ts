import { existsSync, readFileSync } from 'node:fs';
import type { Lan } from '../src/locales.ts';
import type { Catalogue } from './catalogue.ts';
import { terms } from './terms.ts';

/** The words of one language: each term with the stems its texts may use, and the texts that do without. */
export type Glossary = {
  /** The term as it is named, then the stems that mark it in a text; without stems the term itself marks it. */
  terms: Readonly<Record<string, readonly string[]>>;
  /** By term: messages whose English text has the word, but another meaning, or that say it otherwise. */
  elsewhere: Readonly<Record<string, readonly string[]>>;
  /** Texts the language rightly writes as English does. */
  same: readonly string[];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const textsByKey = (value: unknown, name: string): Record<string, string[]> => {
  if (!isObject(value)) throw new Error(`${name} is no object`);
  return Object.fromEntries(
    Object.entries(value).map(([key, texts]) => {
      if (!isTexts(texts)) throw new Error(`${name}.${key} is no list of texts`);
      return [key, texts];
    }),
  );
};

/** The glossary of `lan` from `glossary/<lan>.json`; `undefined` when there is none. Throws when it is malformed. */
export const glossaryOf = (lan: Lan): Glossary | undefined => {
  const url = new URL(`../glossary/${lan}.json`, import.meta.url);
  if (!existsSync(url)) return undefined;
  const value: unknown = JSON.parse(readFileSync(url, 'utf8'));
  if (!isObject(value)) throw new Error(`${lan}.json is no object`);
  if (!isTexts(value['same'])) throw new Error(`${lan}.json: same is no list of texts`);
  return {
    terms: textsByKey(value['terms'], 'terms'),
    elsewhere: textsByKey(value['elsewhere'], 'elsewhere'),
    same: value['same'],
  };
};

/** Terms that a glossary lacks, or has without need. */
export const wrongTerms = (glossary: Glossary): string[] => {
  const keys = terms.map(({ key }) => key);
  return [
    ...keys.filter((key) => (glossary.terms[key] ?? []).length === 0).map((key) => `${key} is missing`),
    ...Object.keys({ ...glossary.terms, ...glossary.elsewhere })
      .filter((key) => !keys.includes(key))
      .map((key) => `${key} is no term`),
  ];
};

// Longer English terms first: "bet slip" is no bet.
const byLength = terms.toSorted((a, b) => b.english.length - a.english.length);

// Names of values and of cases are no words.
const words = (text: string): string => text.replaceAll(/\{\w+\}|\{\w+, (?:plural|select),|\w+ (?=\{)/g, ' ');

/** The terms an English text uses; a word that belongs to a longer term is not counted alone. */
export const termsIn = (english: string): string[] => {
  let rest = words(english);
  return byLength.flatMap(({ key, pattern }) => {
    if (pattern === undefined || !pattern.test(rest)) return [];
    rest = rest.replaceAll(new RegExp(pattern, 'gi'), '·');
    return [key];
  });
};

const plain = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * Messages that do not use the glossary's word for a term of their English text, and exceptions not needed any
 * longer. One line each.
 */
export const strayTerms = (glossary: Glossary, source: Catalogue, translated: Catalogue): string[] =>
  [...source].flatMap(([id, english]) => {
    const text = translated.get(id);
    if (text === undefined) return [];
    const shown = plain(text);
    return termsIn(english).flatMap((key) => {
      const [term = '', ...stems] = glossary.terms[key] ?? [];
      const marks = stems.length === 0 ? [term] : stems;
      const uses = marks.some((stem) => shown.includes(plain(stem)));
      const excepted = glossary.elsewhere[key]?.includes(id) ?? false;
      if (uses && excepted) return [`${id}: uses ${key}, so "elsewhere" need not name it`];
      return uses || excepted ? [] : [`${id}: ${key} (${marks.join(', ')}) is not in "${text}"`];
    });
  });

/** Exceptions that name no message of the catalogues, or one whose English text does not use the term. */
export const idleExceptions = (glossary: Glossary, sources: readonly Catalogue[]): string[] =>
  Object.entries(glossary.elsewhere).flatMap(([key, ids]) =>
    ids.flatMap((id) => {
      const english = sources.map((source) => source.get(id)).find((text) => text !== undefined);
      return english !== undefined && termsIn(english).includes(key) ? [] : [`${key}: ${id}`];
    }),
  );
