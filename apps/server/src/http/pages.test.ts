import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from './testing/test-app.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), `<!doctype html>${' '.repeat(4_000)}`);
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets', 'main-BxY12_aZ.js'), '1;'.repeat(4_000));
  app = await testApp({}, { memberAppDir: folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('the page is asked for anew each time, under a strict policy', async () => {
  const page = await app.inject({ url: '/', headers: { host: 'bets.example:3000' } });
  expect(page.statusCode).toBe(200);
  expect(page.headers['cache-control']).toBe('no-cache');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("connect-src 'self' api.bets.example:3000");
  expect(policy).not.toContain('unsafe');
});

test('a host header cannot write into the policy', async () => {
  const page = await app.inject({ url: '/', headers: { host: "x; script-src 'unsafe-inline'" } });
  expect(String(page.headers['content-security-policy'])).not.toContain('unsafe-inline');
});

test('files named by their content are kept for ever, compressed on the way', async () => {
  const asset = await app.inject({
    url: '/assets/main-BxY12_aZ.js',
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(asset.headers['content-encoding']).toBe('gzip');
  const icon = await app.inject({ url: '/icon.svg' });
  expect(icon.headers['cache-control']).toBe('no-cache');
});

test('nothing outside the folder, and nothing that is not there', async () => {
  for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/', '/nothing.js', '/.git/config']) {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ data: { reason: 'unknown_path' } });
  }
});

test('the API is beside it', async () => {
  expect((await app.inject({ url: '/api/user/userInfo' })).json()).toMatchObject({ code: 303 });
});
