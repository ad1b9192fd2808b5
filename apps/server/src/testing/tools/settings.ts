export { readConfig } from '../../core/config/config.ts';
export { readHosts } from '../../core/database/nodes.ts';
