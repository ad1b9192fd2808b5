import { describe, expect, test } from 'vitest';
import { fieldRules, reasons } from '../../contract/src/reasons.ts';
import { lans } from '../src/locales.ts';
import { compile } from './catalogue.ts';
import { catalogueOf, lansOf, missingIds, parts } from './generate.ts';
import { glossaryOf, idleExceptions, strayTerms, wrongTerms } from './glossary.ts';
import { glossaryPage } from './glossary-page.ts';
import { mismatchedArguments, untidy, untranslated, wrongPlurals } from './rules.ts';
import { sourcesBelow, usageIn } from './usage.ts';
import { termGroups } from './terms.ts';
import { overlong } from './width.ts';

/** How many of more than 1,500 uses of a term may have another translation. */
const exceptionsMax = 40;

const translatedLans = lans.filter((lan) => lan !== 'en');

describe.each(parts)('the %s catalogues', (part) => {
  const source = catalogueOf(part, 'en');

  describe.each(lansOf(part))('in %s', (lan) => {
    const catalogue = catalogueOf(part, lan);

    test('have every message, and no other', () => {
      expect(missingIds(part, lan)).toEqual([]);
      expect([...catalogue.keys()].filter((id) => !source.has(id))).toEqual([]);
    });

    test('are valid ICU messages with the plural forms of the language', () => {
      for (const [id, text] of catalogue) expect(compile(id, text).length).toBeGreaterThan(0);
      expect(wrongPlurals(lan, catalogue)).toEqual([]);
    });

    test('use the values of the source in the same way', () => {
      expect(mismatchedArguments(source, catalogue)).toEqual([]);
    });

    test('are tidy', () => {
      expect(untidy(catalogue)).toEqual([]);
    });

    test('fit the places the English was drawn for', () => {
      expect(overlong(source, catalogue)).toEqual([]);
    });
  });

  test.each(lansOf(part).filter((lan) => lan !== 'en'))('are translated in %s', (lan) => {
    expect(untranslated(source, catalogueOf(part, lan), glossaryOf(lan)?.same ?? [])).toEqual([]);
  });
});

describe.each(translatedLans)('the glossary of %s', (lan) => {
  const glossary = glossaryOf(lan);
  if (glossary === undefined) throw new Error(`glossary/${lan}.json is missing`);

  test('names every term, and no other', () => {
    expect(wrongTerms(glossary)).toEqual([]);
  });

  test.each(parts)('is what the %s catalogue says', (part) => {
    expect(strayTerms(glossary, catalogueOf(part, 'en'), catalogueOf(part, lan))).toEqual([]);
  });

  test('has no exceptions without a need, and few', () => {
    const sources = parts.map((part) => catalogueOf(part, 'en'));
    expect(idleExceptions(glossary, sources)).toEqual([]);
    expect(Object.values(glossary.elsewhere).flat().length).toBeLessThan(exceptionsMax);
  });
});

describe('messages and the code that shows them', () => {
  test('every refusal and every field rule has a text', () => {
    const server = catalogueOf('server', 'en');
    const wanted = [
      ...Object.keys(reasons).map((reason) => `error.${reason}`),
      ...fieldRules.map((rule) => `rule.${rule}`),
    ];
    expect(wanted.filter((id) => !server.has(id))).toEqual([]);
    const known = [...server.keys()].filter((id) => /^(error|rule)\./.test(id));
    expect(known.filter((id) => !wanted.includes(id))).toEqual([]);
  });

  test.each([
    ['app', 'apps/member/src'],
    ['office', 'apps/office/src'],
  ] as const)('the %s shows every message of its part', (part, folder) => {
    const isUsed = usageIn(sourcesBelow([folder, 'packages/locales/src', 'packages/football/src']));
    expect([...catalogueOf(part, 'en').keys()].filter((id) => !isUsed(id))).toEqual([]);
  });

  test('the server uses every message of its part', () => {
    const isUsed = usageIn(sourcesBelow(['apps/server/src', 'packages/locales/src']));
    expect([...catalogueOf('server', 'en').keys()].filter((id) => !isUsed(id))).toEqual([]);
  });
});

test('the page of the glossary has the word of each term in each language', () => {
  const rows = glossaryPage()
    .content.split('\n')
    .filter((line) => line.startsWith('| '));
  const words = rows.flatMap((line) => line.slice(2, -2).split(' | '));
  expect(words.filter((word) => word === '')).toEqual([]);
  expect(words.filter((word) => word === 'English')).toHaveLength(
    Object.keys(termGroups).length * Math.ceil((lans.length - 1) / 4),
  );
});
