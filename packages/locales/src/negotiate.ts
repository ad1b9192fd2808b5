import { lans, fallbackLan, type Lan } from './locales.ts';

/** More ranges than any browser sends; what comes after is not read. */
const rangesMax = 20;

type Range = { tag: string; quality: number };

const parseRange = (part: string): Range[] => {
  const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
  if (!/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(tag.trim())) return [];
  const weight = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1]);
  const quality = Number(weight.find((value) => value !== undefined) ?? '1');
  return quality > 0 ? [{ tag: tag.trim(), quality }] : [];
};

/** The product's codes a tag may be served by, best first. */
const candidates = (tag: string): string[] => {
  const [base = '', ...rest] = tag.split('-');
  if (base === 'zh') {
    const traditional = rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part));
    return traditional ? ['zh-TW', 'zh-CN'] : ['zh-CN', 'zh-TW'];
  }
  // The code of Indonesian before 1989, which some browsers still send.
  return [base === 'in' ? 'id' : base];
};

/**
 * The offered language that serves a reader best, from an `accept-language` header or the browser's languages
 * joined by commas. A dialect is served by its language; anything unreadable or not offered by `en`.
 */
export const negotiate = (acceptLanguage: string | undefined, offered: readonly Lan[] = lans): Lan => {
  const ranges = (acceptLanguage ?? '').slice(0, 1_000).split(',').slice(0, rangesMax).flatMap(parseRange);
  // Sorting is stable: equal weights keep the order in which they were sent.
  for (const { tag } of ranges.toSorted((a, b) => b.quality - a.quality)) {
    for (const code of candidates(tag)) {
      const match = offered.find((lan) => lan === code);
      if (match !== undefined) return match;
    }
  }
  return fallbackLan;
};
