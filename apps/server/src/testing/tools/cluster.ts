export { prepareDatabase } from '../../core/database/prepare.ts';
export { startEmbedded } from '../../operations/postgres/embedded.ts';
export { postgresUser } from '../../operations/postgres/user.ts';
export { openRun } from '../run.ts';
