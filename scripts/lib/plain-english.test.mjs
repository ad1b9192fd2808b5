import { describe, expect, it } from 'vitest';
import { root } from './install.mjs';
import { allHits, hitLine, hitsIn } from './phrase-hits.mjs';
import { findPhrases, messageFaults, phraseNames } from './plain-english.mjs';

/** Name, texts that have the phrase, texts that come near. */
const examples = [
  ['beside', ['the table beside it'], ['besides', 'data-beside', 'aside']],
  ['nobody, somebody', ['Nobody asks', 'somebody’s bet'], ['no body', 'anybody']],
  ['moment', ['at that moment', 'Moments later'], ['momentum', 'at that time']],
  ['is said', ['it is said that', 'what was\nsaid'], ['he said', 'is saidan']],
  ['says what', ['says what it does', 'say how', 'says whose'], ['says why', 'say so', 'says which']],
  ['says yes', ['says yes', 'said no.', 'a second yes'], ['says no more', 'say no to it', 'a yes']],
  [
    'goes on',
    ['the run goes on', 'go\non', 'goes on to the page'],
    ['goes on the board', 'goes on sale', 'going once'],
  ],
  [
    'comes to',
    ['what it came to', 'comes to 5', 'come to nothing'],
    ['comes to the office', 'welcome to it', 'came to a stop'],
  ],
  ['by itself', ['starts by itself', 'follow by themselves'], ['by its name', 'by itselfish']],
  ['meanwhile', ['Meanwhile, it changed'], ['in the meantime']],
  ['on record', ['a bet on record'], ['on recorded bets', 'on the record']],
  ['so many', ['after so many bytes'], ['so many results differ that none is taken', 'as many']],
  [
    'so long',
    ['waits for so long', 'so long the key is kept'],
    ['so long as it runs', 'by market, so long shots', 'so long that it ends'],
  ],
  ['nothing of', ['nothing of it'], ['nothing off', 'nothing to do']],
  ['is told', ['is told', 'what a client was told'], ['told apart', 'can be told from the others']],
  ['beneath', ['the table beneath'], ['underneath']],
  ['once more', ['asks once more'], ['once a month', 'more than once']],
  [
    'what became of',
    ['What became of a bet', 'what comes of it', 'what has become of it'],
    ['what comes off', 'what came first'],
  ],
  ['spoilt', ['a spoilt proof', 'spoils rows'], ['spoiler', 'a damaged proof']],
  ['stands', ['where it stands', 'the score stood'], ['stands for', 'standby', 'stand-in', 'standing']],
  ['reckon', ['is reckoned', 'reckons'], ['reckless']],
  ['nought', ['a share of nought'], ['noughts', 'naught']],
  ['anew', ['made anew'], ['a new one']],
  ['for ever', ['kept for ever'], ['for every', 'forever', 'for everyone']],
  ['the own', ['the own part'], ['the owner', 'their own part']],
  [
    'at the most',
    ['five at the most', 'at the least'],
    ['at the most recent time', 'at most', 'at the mostly'],
  ],
  ['whose it is', ['whose it is', 'whose they are'], ['whose turn it is', 'whose bet is open']],
  ['whoever', ['whoever asks'], ['who ever']],
  ['whatever', ['whatever the order'], ['what ever']],
  ['mend', ['mend it', 'mended'], ['amend', 'recommended', 'mending-kit']],
];

describe('phrases', () => {
  it('have examples, each', () => {
    expect(examples.map(([name]) => name)).toEqual(phraseNames);
  });

  it.each(examples)('%s: is found, and no text that comes near', (name, hits, misses) => {
    const namesIn = (text) => findPhrases(text).map((found) => found.name);
    for (const text of hits) expect([text, ...namesIn(text)]).toEqual([text, name]);
    for (const text of misses) expect([text, ...namesIn(text)]).not.toContain(name);
  });
});

describe('hits', () => {
  it('name file, line, words and what to write', () => {
    const hits = hitsIn('a.ts', "\n/**\n * It goes\n * on.\n */\ntest('of nobody', () => {});\n");
    expect(hits.map(hitLine)).toEqual([
      'a.ts:3: "goes on": write continues',
      'a.ts:6: "nobody": write the actor: no process, no member, an operator',
    ]);
  });

  it('are no code', () => {
    expect(hitsIn('a.ts', 'const beside = nobody; // `moment`\n')).toEqual([]);
    expect(hitsIn('a.md', 'The `moment`, and ``for ever``.\n')).toEqual([]);
  });
});

describe('commit messages', () => {
  it.each([
    'Add a test of the wallet',
    'Need a key for each call\n\nThe reason, which may have a semicolon; and a full stop.',
    'Feed the replay',
    'Revert "The odd subject"',
    "Merge branch 'docs' into main",
    'Drop `moment`\n\n# A comment about the moment.\n',
    'Name the time\n\nSigned-off-by: Nobody <nobody@example.com>',
    `Name the time\n\n# ${'-'.repeat(24)} >8 ${'-'.repeat(24)}\n+ a moment`,
    '',
  ])('%j passes', (message) => {
    expect(messageFaults(message)).toEqual([]);
  });

  it.each([
    [`Add ${'x'.repeat(69)}`, '73 characters'],
    ['Add a test.', 'full stop'],
    ['Add a test; fix a fault', 'semicolon'],
    ['Added a test', '"Added"'],
    ['Adding a test', '"Adding"'],
    ['Fixes a test', '"Fixes"'],
    ['The wallet has a test', '"The"'],
    ['docs: add a page', '"docs:"'],
    ['Mend a test', '"Mend": write fix'],
    ['Add a test\n\nIt waits for\nso\nmany rows.', '"so many": write N'],
  ])('%j is refused', (message, why) => {
    expect(messageFaults(message)).toEqual([expect.stringContaining(why)]);
  });
});

// Reading all files may take long on a busy machine.
it('this repository has none of the phrases', { timeout: 120_000 }, () => {
  expect(allHits(root).map(hitLine)).toEqual([]);
});
