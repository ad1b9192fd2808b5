import type { Config } from '../platform/config.ts';

/** The settings of programs over a restored cluster, which listens on a port of this machine. */
export const restoredSettings = (
  { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }: Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL'>,
  { dataDir, port }: { dataDir: string; port: number },
): Record<string, string> => {
  const moved = (text: string): string => {
    const address = new URL(text);
    address.hostname = '127.0.0.1';
    address.port = String(port);
    address.search = '';
    return address.href;
  };
  return {
    DATA_DIR: dataDir,
    ...(url !== undefined && { DATABASE_URL: moved(url) }),
    ...(ownerUrl !== undefined && { DATABASE_OWNER_URL: moved(ownerUrl) }),
  };
};
