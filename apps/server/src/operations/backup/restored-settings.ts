import type { Config } from '../../core/config/config.ts';
import { embeddedUrls } from '../postgres/embedded.ts';
import { readHosts } from '../../core/database/nodes.ts';
import type { DatabaseUrls } from '../../core/database/prepare.ts';

type External = Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL'>;
type Place = { dataDir: string; port: number };

/** An address of a database, on a port of this machine. Of several hosts user and database count, which all of them share. */
const moved = (text: string, port: number): string => {
  const address = new URL(readHosts(text).urls[0]);
  address.hostname = '127.0.0.1';
  address.port = String(port);
  address.search = '';
  return address.href;
};

/** The settings of programs over a restored cluster, which listens on a port of this machine. */
export const restoredSettings = (
  { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }: External,
  { dataDir, port }: Place,
): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(url !== undefined && { DATABASE_URL: moved(url, port) }),
  ...(ownerUrl !== undefined && { DATABASE_OWNER_URL: moved(ownerUrl, port) }),
});

/** How a restored database is reached. */
export const restoredUrls = async (
  { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }: External,
  { dataDir, port }: Place,
): Promise<DatabaseUrls> => {
  if (url !== undefined) {
    return { url: moved(url, port), ...(ownerUrl !== undefined && { ownerUrl: moved(ownerUrl, port) }) };
  }
  const embedded = await embeddedUrls(dataDir, port);
  return { url: embedded.serverUrl('touchline'), ownerUrl: embedded.ownerUrl('touchline') };
};
