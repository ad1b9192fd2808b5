/**
 * References in the list of a rail: the first field of each line, as a table copied from a statement has it. What follows a tab, a
 * semicolon or a comma is another field.
 */
export const referencesIn = (list: string): string[] => [
  ...new Set(
    list
      .split('\n')
      .map((line) => (/^[^\t;,]*/.exec(line.trim())?.[0] ?? '').trim())
      .filter((reference) => reference.length >= 3),
  ),
];
