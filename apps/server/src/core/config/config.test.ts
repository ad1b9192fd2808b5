import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('the settings', () => {
  it('have defaults', () => {
    expect(readConfig({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', MODE: 'play', REPLAY: true });
  });

  it('are read from text; empty ones count as absent', () => {
    expect(readConfig({ PORT: '8080', REPLAY: 'false', REPLAY_SPEED: '', MIN_AGE: '21' })).toMatchObject({
      PORT: 8080,
      REPLAY: false,
      REPLAY_SPEED: 6,
      MIN_AGE: 21,
    });
  });

  it('are all named at once when they are wrong', () => {
    const found = problems({ PORT: 'http', MIN_AGE: '12', SITE_TIME_ZONE: 'Mars/Olympus' }).join('\n');
    expect(found).toMatch(/PORT/);
    expect(found).toMatch(/MIN_AGE/);
  });

  it('refuse a time zone that does not exist', () => {
    expect(problems({ SITE_TIME_ZONE: 'Mars/Olympus' })).toEqual([
      'SITE_TIME_ZONE "Mars/Olympus" is no time zone such as Europe/Berlin',
    ]);
  });

  it('refuse margins of unknown markets, of a market twice, and beyond bounds', () => {
    expect(problems({ MARGINS: '1x2:450,ht_ft:1500:power' })).toEqual([]);
    expect(problems({ MARGINS: '1x2:450,1x3:500,1x2:400' })).toEqual([
      'MARGINS: there is no market "1x3"',
      'MARGINS: "1x2" is listed twice',
    ]);
    for (const wrong of ['1x2:3001', '1x2:-5', '1x2', '1x2:4.5', '1x2:450:other', '1x2:450;btts:500']) {
      expect(problems({ MARGINS: wrong }).join('\n')).toMatch(/^MARGINS /);
    }
  });

  it('refuse a database whose hosts cannot be read, or that cannot write', () => {
    const list = 'postgres://u:secret@one:5432,two:5432/touchline';
    expect(
      problems({ DATABASE_URL: `${list}?target_session_attrs=read-write`, DATABASE_OWNER_URL: list }),
    ).toEqual([]);
    const found = problems({
      DATABASE_URL: `${list}?target_session_attrs=standby`,
      DATABASE_OWNER_URL: 'postgres://u:secret@one,/touchline',
    });
    expect(found).toEqual([
      expect.stringMatching(/^DATABASE_URL says target_session_attrs=standby/),
      'DATABASE_OWNER_URL has an empty host among several',
    ]);
  });

  it('refuse a bucket without its key', () => {
    const whole = { S3_BUCKET: 'pictures', S3_KEY_ID: 'k', S3_SECRET: 's' };
    expect(problems(whole)).toEqual([]);
    expect(problems({})).toEqual([]);
    for (const name of Object.keys(whole)) {
      expect(problems({ ...whole, [name]: '' })).toEqual([
        'S3_BUCKET, S3_KEY_ID and S3_SECRET belong together: give all three or none',
      ]);
    }
  });

  it('refuse real money, and list the missing settings', () => {
    expect(problems({ MODE: 'real' }).join('\n')).toMatch(/licence.*countries.*identity/s);
  });
});
