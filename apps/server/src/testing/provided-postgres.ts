import { inject } from 'vitest';
import { shareRunPostgres } from './run-postgres.ts';

shareRunPostgres(inject('postgres'));
