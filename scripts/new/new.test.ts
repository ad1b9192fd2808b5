import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settingSchemas } from '../../apps/server/src/core/config/config.ts';
import { railSettings } from '../../apps/server/src/payments/providers/table.ts';
import { marketNames } from '../../packages/football/src/markets.ts';
import { newCall } from './call.ts';
import { insertText, kebabOf, pascalOf, propertiesOf, wordsOf } from './edits.ts';
import { newMarket } from './market.ts';
import { newPage } from './page.ts';
import { newSetting } from './setting.ts';
import { RecipeError, Tree } from './tree.ts';

// What is made is typed and tested in a copy of the project: tests/machines/recipes.machine.test.ts.

const root = fileURLToPath(new URL('../..', import.meta.url));
const tree = () => new Tree(root);
const matches = (path: string, pattern: RegExp): string[] =>
  [...tree().read(path).matchAll(pattern)].map(([, found = '']) => found);

describe('a call', () => {
  const areas = tree()
    .glob('packages/contract/src/routes/*.ts')
    .map((path) => [path, matches(path, /^ {2}(\w+): (?:route|operatorRoute)\(/gm).at(-1) ?? ''] as const);

  it.each(areas)('is made in %s, after %s', (path, after) => {
    const made = tree();
    newCall(made, `${after}Again`, after);
    const [record] = propertiesOf(made.read(path), `${after}Again`);
    expect(record?.value).toMatch(/'(?:GET|POST|DELETE) \/api\/[\w./]+Again'/);
  });

  it('has its case next to another, and not next to a field of that name', () => {
    const made = tree();
    newCall(made, 'rulesAgain', 'rules');
    const cases = made.read('apps/server/src/testing/cases/members.ts');
    expect(propertiesOf(cases, 'rulesAgain')).toHaveLength(1);
  });

  it('of the office begins with office, and no other', () => {
    expect(() => newCall(tree(), 'railNote', 'officeRailList')).toThrow(RecipeError);
    expect(() => newCall(tree(), 'officeNote', 'levelList')).toThrow(RecipeError);
  });
});

describe('a page', () => {
  const paths = matches('apps/member/src/app/pages.ts', /^ {4}path: '([^']+)'/gm);
  const places = matches('apps/office/src/lib/places.ts', /^ {4}name: '(\w+)'/gm);

  it.each([...paths, ...places])('is made after %s', (after) => {
    expect(newPage(tree(), 'transfers', after).length).toBeGreaterThan(2);
  });

  it('is made once, after one that is there', () => {
    expect(() => newPage(tree(), 'house', 'rails')).toThrow('exists already');
    expect(() => newPage(tree(), 'transfers', 'nowhere')).toThrow(RecipeError);
  });
});

describe('a setting', () => {
  const names = Object.keys(settingSchemas).filter((name) => !Object.hasOwn(railSettings, name));

  it.each(names)('is made after %s', (after) => {
    const made = tree();
    const [first = ''] = newSetting(made, 'NEXT_ONE', after);
    const [setting] = propertiesOf(made.read(first.slice(0, first.indexOf(':'))), 'NEXT_ONE');
    expect(setting?.value).toMatch(/^Type\.[\s\S]*description: 'next one'/);
  });
});

describe('a market', () => {
  it('is made after one that has a file for itself', () => {
    const models = marketNames.filter((after) => {
      try {
        return newMarket(tree(), 'clean_sheet', after).length > 0;
      } catch {
        return false;
      }
    });
    expect(models).toEqual(expect.arrayContaining(['double_chance', 'draw_no_bet', 'odd_even', 'ht_ft']));
  });
});

describe('a text', () => {
  const po = 'msgid "a.one"\nmsgstr "One"\n\nmsgid "a.two"\nmsgstr "Two"\n';

  it('is next to another, or the last', () => {
    expect(insertText(po, { id: 'a.new', text: 'New', after: 'a.one' })).toBe(
      'msgid "a.one"\nmsgstr "One"\n\nmsgid "a.new"\nmsgstr "New"\n\nmsgid "a.two"\nmsgstr "Two"\n',
    );
    expect(insertText(po, { id: 'a.new', text: '', after: 'b' })).toBe(`${po}\nmsgid "a.new"\nmsgstr ""\n`);
  });

  it('is there once', () => {
    expect(() => insertText(po, { id: 'a.two', text: '', after: 'a.one' })).toThrow(RecipeError);
  });
});

it.each([
  ['clean_sheet', 'Clean sheet', 'CleanSheet', 'clean-sheet'],
  ['UPLOADS_PER_WEEK', 'Uploads per week', 'UploadsPerWeek', 'uploads-per-week'],
  ['levelHistory', 'Level history', 'LevelHistory', 'level-history'],
])('writes %s as %s, %s and %s', (name, words, pascal, kebab) => {
  expect([wordsOf(name), pascalOf(name), kebabOf(name)]).toEqual([words, pascal, kebab]);
});
