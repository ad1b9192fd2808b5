import { describe, expect, it } from 'vitest';
import { restoredSettings, restoredUrls } from './restored-settings.ts';

const place = { dataDir: '/srv/restored', port: 5999 };
const several = {
  DATABASE_URL: 'postgres://app:one@db1:5432,db2:5432/touchline?target_session_attrs=read-write',
  DATABASE_OWNER_URL: 'postgres://owner:two@db1:5432,db2:5432/touchline?target_session_attrs=read-write',
};

describe('the settings of programs over a restored cluster', () => {
  it('lead to it with the user and the database of one host', () => {
    expect(restoredSettings({ DATABASE_URL: 'postgres://app:one@db1/touchline' }, place)).toEqual({
      DATA_DIR: '/srv/restored',
      DATABASE_URL: 'postgres://app:one@127.0.0.1:5999/touchline',
    });
  });

  it('lead to it where several hosts are named', async () => {
    expect(restoredSettings(several, place)).toEqual({
      DATA_DIR: '/srv/restored',
      DATABASE_URL: 'postgres://app:one@127.0.0.1:5999/touchline',
      DATABASE_OWNER_URL: 'postgres://owner:two@127.0.0.1:5999/touchline',
    });
    expect(await restoredUrls(several, place)).toEqual({
      url: 'postgres://app:one@127.0.0.1:5999/touchline',
      ownerUrl: 'postgres://owner:two@127.0.0.1:5999/touchline',
    });
  });
});
