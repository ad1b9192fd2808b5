import { fallbackLan, lans, type Lan } from '@touchline/locales/locales';
import { Type } from 'typebox';
import type { Problem } from './problem.ts';

const one = `(?:${lans.join('|')})`;

export const languageSettings = {
  LANGUAGES: Type.String({
    pattern: `^${one}(?:,${one})*$`,
    default: lans.join(','),
    description: 'those members may choose from, comma separated',
  }),
  LANGUAGE_DEFAULT: Type.String({
    pattern: `^${one}$`,
    default: fallbackLan,
    description: 'of a visitor who has not chosen one',
  }),
};

type Languages = { LANGUAGES: string; LANGUAGE_DEFAULT: string };

/** The languages on offer, in the order of the product, and the default. */
export const offeredLanguages = (config: Languages): { list: readonly Lan[]; standard: Lan } => {
  const named = config.LANGUAGES.split(',');
  return {
    list: lans.filter((lan) => named.includes(lan)),
    standard: lans.find((lan) => lan === config.LANGUAGE_DEFAULT) ?? fallbackLan,
  };
};

/** The default language must be among those on offer. */
export const languageProblems = (config: Languages): Problem[] => {
  const { list, standard } = offeredLanguages(config);
  if (list.includes(standard)) return [];
  const name = 'LANGUAGE_DEFAULT';
  const text = `${name} ${standard} is not among LANGUAGES`;
  return [{ name, code: 'not_among', values: { other: 'LANGUAGES' }, text }];
};
