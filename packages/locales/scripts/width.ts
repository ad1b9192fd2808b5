import type { Catalogue } from './catalogue.ts';

const isWide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/u;
const takesNoRoom = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** About how wide a text is, in letters of Latin: ideographs count 1.7, marks that stack count nothing. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((width, letter) => {
    if (takesNoRoom.test(letter)) return width;
    return width + (isWide.test(letter) ? 1.7 : 1);
  }, 0);

/** Places with little room: ids that begin like this, and the width their texts may have. */
const narrowPlaces: readonly (readonly [prefix: string, width: number])[] = [
  ['tab.', 12],
  ['slip.tab.', 14],
  ['record.tab.', 14],
  ['theme.', 14],
  ['nav.', 30],
];

// Everything that is shown of a message at once: of a plural or a selection its longest case.
const shownOf = (text: string): string => {
  const innermost = /\{(\w+), (?:plural|select|selectordinal),((?:[^{}]|\{[^{}]*\})*)\}/;
  let shown = text.replaceAll(/\{\w+\}/g, '####');
  for (let match = innermost.exec(shown); match !== null; match = innermost.exec(shown)) {
    const cases = Array.from((match[2] ?? '').matchAll(/\{([^{}]*)\}/g), ([, inner = '']) => inner);
    const longest = cases.reduce((long, next) => (widthOf(next) > widthOf(long) ? next : long), '');
    shown = shown.replace(match[0], longest);
  }
  return shown;
};

const roomFor = (id: string, english: string): number => {
  const narrow = narrowPlaces.find(([prefix]) => id.startsWith(prefix));
  if (narrow !== undefined) return narrow[1];
  // Short labels grow most: a word of five letters may need fifteen, a paragraph hardly half as much again.
  return Math.round(widthOf(shownOf(english)) * 1.55 + 10);
};

/** Texts that are much wider than the English the screens were drawn for. */
export const overlong = (source: Catalogue, translated: Catalogue): string[] =>
  [...translated].flatMap(([id, text]) => {
    const room = roomFor(id, source.get(id) ?? text);
    const width = Math.round(widthOf(shownOf(text)));
    return width > room ? [`${id}: ${width} of ${room}: ${text}`] : [];
  });
