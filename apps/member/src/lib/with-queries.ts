import type { Queries } from './queries.tsx';

/** Fetches what gives pages and parts their cached answers. The sign-in and the shell's own views do without it. */
export const withQueries = async (): Promise<typeof Queries> => (await import('./queries.tsx')).Queries;
