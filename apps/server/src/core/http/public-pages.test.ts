import { paths, type RouteName } from '@touchline/contract/paths';
import { isOfPage } from '@touchline/contract/route';
import { routes } from '@touchline/contract/routes';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testHttp } from './testing/test-http.ts';

const isRoute = (name: string): name is RouteName => Object.hasOwn(routes, name);
const called = Object.keys(routes).filter(isRoute);
const isPublic = (name: RouteName): boolean => routes[name].auth === 'public';
const pages = called.filter((name) => isOfPage(routes[name]));
const always = called.filter((name) => isPublic(name) && !isOfPage(routes[name]));

let open: FastifyInstance;
let closed: FastifyInstance;
beforeAll(async () => {
  open = await testHttp({});
  closed = await testHttp({}, {}, { PUBLIC_PAGES: 'false', SIGNIN_LIMIT_PER_MINUTE: '1000' });
});
afterAll(() => Promise.all([open.close(), closed.close()]));

const ask = async (app: FastifyInstance, name: RouteName, headers: Record<string, string> = {}) => {
  const [method, url] = paths[name];
  return (await app.inject({ method, url, headers })).json<{ code: number; msg: string; data: object }>();
};
const signIn = { code: 303, data: { reason: 'sign_in' } };

describe.each(pages)('%s, of a page that the site may keep from visitors', (name) => {
  test('is for all while the pages are public', async () => {
    expect(await ask(open, name)).not.toMatchObject(signIn);
  });

  test('refuses a visitor like a call of a member while they are closed, in the language of the caller', async () => {
    const german = { 'accept-language': 'de' };
    expect(await ask(closed, name)).toMatchObject(signIn);
    expect(await ask(closed, name, german)).toEqual(await ask(closed, 'userInfo', german));
    expect(await ask(closed, name, { 'ba-user-token': 'old' })).toEqual(
      await ask(closed, 'userInfo', { 'ba-user-token': 'old' }),
    );
    expect(await ask(closed, name, { 'ba-office-token': 'none' })).toMatchObject(signIn);
  });

  test('answers a member and an operator then', async () => {
    expect(await ask(closed, name, { 'ba-user-token': 'good' })).not.toMatchObject(signIn);
    expect(await ask(closed, name, { 'ba-office-token': 'auditor' })).not.toMatchObject(signIn);
  });
});

test.each(always)('%s is public with closed pages too', async (name) => {
  expect(await ask(closed, name)).not.toMatchObject(signIn);
});
