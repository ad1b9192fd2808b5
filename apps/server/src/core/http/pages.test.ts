import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHttp } from './testing/test-http.ts';

/** A script and a style within the page. */
const own = { script: 'document.title = "early"', style: 'html { color: red }' };
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><script>${own.script}</script><script src="x"></script><style>${own.style}</style>`,
  );
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, 'check.html'), '<!doctype html><script>check</script>');
  const script = join(folder, 'assets', 'main-BxY12_aZ.js');
  await writeFile(script, '1;'.repeat(4_000));
  await writeFile(`${script}.br`, brotliCompressSync('1;'.repeat(4_000)));
  await writeFile(`${script}.gz`, gzipSync('1;'.repeat(4_000)));
  app = await testHttp({}, { memberAppDir: folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('the page is revalidated each time, under a strict policy', async () => {
  const page = await app.inject({ url: '/', headers: { host: 'bets.example:3000' } });
  expect(page.statusCode).toBe(200);
  expect(page.headers['cache-control']).toBe('no-cache');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("connect-src 'self' api.bets.example:3000");
  expect(policy).toContain(`script-src 'self' ${hashOf(own.script)};`);
  expect(policy).toContain(`style-src 'self' ${hashOf(own.style)};`);
  expect(policy).not.toContain('unsafe');
});

test('the page that checks proofs is a file to keep, and no page of this site', async () => {
  const { statusCode, headers } = await app.inject({ url: '/check.html' });
  expect(statusCode).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="check.html"');
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
});

test('videos come from this host and the operator’s hosts, and from nowhere else', async () => {
  const mediaOf = async (of: FastifyInstance): Promise<string | undefined> => {
    const policy = String((await of.inject({ url: '/' })).headers['content-security-policy']);
    return policy.split(';').find((part) => part.startsWith('media-src'));
  };
  expect(await mediaOf(app)).toBe("media-src 'self'");
  const named = await testHttp({}, { memberAppDir: folder }, { VIDEO_HOSTS: 'video.example,v2.example' });
  expect(await mediaOf(named)).toBe("media-src 'self' https://video.example https://v2.example");
  await named.close();
});

test('a host header cannot write into the policy', async () => {
  const page = await app.inject({ url: '/', headers: { host: "x; script-src 'unsafe-inline'" } });
  expect(String(page.headers['content-security-policy'])).not.toContain('unsafe-inline');
});

test('files with a hash in their name are cached forever, sent as they were compressed', async () => {
  for (const [accepted, encoding] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['identity', undefined],
  ] as const) {
    const asset = await app.inject({
      url: '/assets/main-BxY12_aZ.js',
      headers: { 'accept-encoding': accepted },
    });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-encoding']).toBe(encoding);
    expect(asset.headers['content-type']).toMatch(/javascript; charset=utf-8$/);
  }
  const icon = await app.inject({ url: '/icon.svg' });
  expect(icon.headers['cache-control']).toBe('no-cache');
});

test('nothing outside the folder, and nothing missing', async () => {
  for (const url of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/',
    '/nothing.js',
    '/.git/config',
    '/assets/main-BxY12_aZ.js.br',
  ]) {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ data: { reason: 'unknown_path' } });
  }
});

test('a browser that asks for a page without its # is sent to the page', async () => {
  const both = await testHttp({}, { memberAppDir: folder, officeAppDir: folder });
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const [url, page] of [
    ['/pages/help/help', '/#/pages/help/help'],
    ['/pages/invest/eventsinfo?id=17', '/#/pages/invest/eventsinfo?id=17'],
    ['/%23/pages/help/help', '/#/%23/pages/help/help'],
    ['//elsewhere.example/x', '/#//elsewhere.example/x'],
    ['/office/matches?state=live', '/office/#/matches?state=live'],
    ['/office/%23/matches', '/office/#/%23/matches'],
  ] as const) {
    const answer = await both.inject({ url, headers });
    expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 302, page]);
  }
  for (const refused of [
    { url: '/api/user/nothing', headers },
    { url: '/assets/old-BxY12_aZ.js', headers },
    { url: '/office/assets/old-BxY12_aZ.js', headers },
    { url: '/pages/help/help', headers: { accept: '*/*' } },
    { method: 'POST', url: '/pages/help/help', headers },
  ] as const) {
    expect((await both.inject(refused)).statusCode).toBe(404);
  }
  await both.close();

  const unbuilt = await testHttp({}, { memberAppDir: join(folder, 'nothing') });
  for (const url of ['/', '/?icode=1']) {
    expect((await unbuilt.inject({ url, headers })).statusCode).toBe(404);
  }
  await unbuilt.close();
});

test('the same server has the API', async () => {
  expect((await app.inject({ url: '/api/user/userInfo' })).json()).toMatchObject({ code: 303 });
});

test('the same server has the office, under the same policy', async () => {
  const office = await testHttp({}, { memberAppDir: folder, officeAppDir: folder });
  const page = await office.inject({ url: '/office/', headers: { host: 'bets.example' } });
  expect(page.statusCode).toBe(200);
  expect(page.headers['cache-control']).toBe('no-cache');
  expect(String(page.headers['content-security-policy'])).not.toContain('unsafe');
  const script = await office.inject({ url: '/office/assets/main-BxY12_aZ.js' });
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const bare = await office.inject({ url: '/office' });
  expect([bare.statusCode, bare.headers.location]).toEqual([301, '/office/']);
  await office.close();
});
