/** How the state of a correction looks. */
export const toneOf = { proposed: 'wait', applied: 'good', refused: 'bad', withdrawn: 'plain' } as const;
