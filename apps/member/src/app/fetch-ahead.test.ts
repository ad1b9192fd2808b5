import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { fetchAhead, type Ahead } from './fetch-ahead.ts';

const ahead: Ahead = {
  files: ['home.js', 'home.css', 'login.js', 'rules.js', 'en.js', 'en-rest.js', 'de.js', 'de-rest.js'],
  pages: { 'pages/index/index': [0, 1], 'pages/login/login': [2], 'pages/rules/rules': [3, 1] },
  texts: { en: [4, 5], de: [6, 7] },
  home: 'pages/index/index',
  signIn: 'pages/login/login',
};
const member = JSON.stringify({ user: { token: 'token' } });

const fetchedFor = (hash: string, kept: Record<string, string> = {}) => {
  const dataset: DOMStringMap = {};
  const files: string[] = [];
  fetchAhead(ahead, {
    read: (key) => kept[key] ?? null,
    hash,
    root: { dataset },
    fetch: (file) => files.push(file),
  });
  return { files, theme: dataset.theme };
};

describe('what is fetched ahead', () => {
  it('is the sign-in and all texts for a visitor', () => {
    expect(fetchedFor('').files).toEqual(['en.js', 'en-rest.js', 'login.js']);
    expect(fetchedFor('#/').files).toEqual(['en.js', 'en-rest.js', 'login.js']);
  });

  it('is home and its few texts for a member', () => {
    expect(fetchedFor('#/', { user: member }).files).toEqual(['en.js', 'home.js', 'home.css']);
    expect(fetchedFor('#/pages/index/index', { user: member }).files).toEqual([
      'en.js',
      'home.js',
      'home.css',
    ]);
  });

  it('is the page of the address, in the language and theme that were chosen', () => {
    const config = JSON.stringify({ language: { chosen: 'de', default: 'en' }, theme: 'light' });
    expect(fetchedFor('#/pages/rules/rules?section=2', { config })).toEqual({
      files: ['de.js', 'de-rest.js', 'rules.js', 'home.css'],
      theme: 'light',
    });
  });

  it('is the language of the site while the chosen one is not offered', () => {
    const asked = (list: unknown) =>
      fetchedFor('#/', {
        config: JSON.stringify({ language: { chosen: 'de', default: 'en', list } }),
        user: member,
      }).files[0];
    expect(asked([{ lan: 'en' }, null])).toBe('en.js');
    expect(asked([{ lan: 'en' }, { lan: 'de' }])).toBe('de.js');
    expect(asked([])).toBe('de.js');
    expect(asked('en')).toBe('de.js');
  });

  it('is the language of the site where none was chosen', () => {
    const config = JSON.stringify({ language: { default: 'de' }, theme: 'system' });
    expect(fetchedFor('#/pages/rules/rules', { config })).toEqual({
      files: ['de.js', 'de-rest.js', 'rules.js', 'home.css'],
      theme: undefined,
    });
  });

  it.each([
    'not JSON',
    'null',
    '17',
    '"text"',
    '{"language":null,"user":7}',
    '{"language":{"chosen":"xx"}}',
    '{"language":{"chosen":"constructor"}}',
  ])('is a guess when %s is stored, and nothing fails', (stored) => {
    const { files } = fetchedFor('#/constructor', { config: stored, user: stored });
    expect(files).toEqual(['en.js', 'en-rest.js']);
  });

  it('uses nothing from outside: the page has only its text', () => {
    const alone: unknown = runInNewContext(`(${fetchAhead.toString()})`);
    if (typeof alone !== 'function') throw new Error('no function');
    const files: string[] = [];
    alone(ahead, {
      read: () => null,
      hash: '',
      root: { dataset: {} },
      fetch: (file: string) => files.push(file),
    });
    expect(files).toEqual(['en.js', 'en-rest.js', 'login.js']);
  });
});
