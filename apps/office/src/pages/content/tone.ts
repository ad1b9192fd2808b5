/** How it looks where something stands. */
export const toneOf = {
  draft: 'plain',
  planned: 'wait',
  shown: 'good',
  ended: 'plain',
  removed: 'bad',
} as const;
