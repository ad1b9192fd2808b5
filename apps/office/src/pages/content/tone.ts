/** The tone of a state. */
export const toneOf = {
  draft: 'plain',
  planned: 'wait',
  shown: 'good',
  ended: 'plain',
  removed: 'bad',
} as const;
