import { paths, type RouteName } from '@touchline/contract/paths';
import type { Page } from 'playwright-core';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type Site } from './site-under-test.ts';

const Answer = Type.Object({ code: Type.Number(), data: Type.Record(Type.String(), Type.Unknown()) });
type Answer = Static<typeof Answer>;
const password = 'stone-74-hill';

/** A member's passkey in a real browser, on a page of the server, with an authenticator the browser plays itself. */
describe('passkeys in a browser', () => {
  let site: Site;
  let page: Page;
  let authenticator: {
    send: (name: 'WebAuthn.setUserVerified', given: object) => Promise<unknown>;
    id: string;
  };

  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false' });
    page = await site.browser.newPage();
    // Browsers have no passkeys on bare addresses.
    await page.goto(`${site.url.replace('127.0.0.1', 'localhost')}/healthz`);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    authenticator = {
      id: authenticatorId,
      send: (name, given) => devtools.send(name, { authenticatorId, isUserVerified: false, ...given }),
    };
  });
  afterAll(() => site?.close());

  /** A call from within the page. */
  const call = async (name: RouteName, input: object, token = ''): Promise<Answer> => {
    const [method, path] = paths[name];
    const headers = { 'content-type': 'application/json', 'ba-user-token': token };
    const ask = JSON.stringify({ method, headers, body: JSON.stringify(input) });
    return Value.Parse(
      Answer,
      await page.evaluate(`fetch('${path}', ${ask}).then((answer) => answer.json())`),
    );
  };
  /** What the browser's interface of passkeys makes of the options. */
  const ask = (method: 'create' | 'get', options: unknown): Promise<unknown> => {
    const kind = method === 'create' ? 'Creation' : 'Request';
    const publicKey = `PublicKeyCredential.parse${kind}OptionsFromJSON(${JSON.stringify(options)})`;
    return page.evaluate(
      `navigator.credentials.${method}({ publicKey: ${publicKey} }).then((key) => key.toJSON())`,
    );
  };
  const signIn = async (): Promise<Answer> => {
    const { data } = await call('passkeyAsk', {});
    return call('passkeyLogin', {
      challenge: data['challenge'],
      response: await ask('get', data['options']),
    });
  };

  it('are made, and sign in as often as one likes', async () => {
    const form = { account: 'paula', password, confirmPassword: password, birthDate: '1990-01-01' };
    const token = String((await call('register', form)).data['token']);
    const { data } = await call('passkeyBegin', { password }, token);
    const response = await ask('create', data['options']);
    const made = { challenge: data['challenge'], name: 'This browser', response };
    expect(await call('passkeySave', made, token)).toMatchObject({
      code: 1,
      data: { passkeys: [{ name: 'This browser' }] },
    });
    for (let i = 0; i < 2; i++) {
      expect(await signIn()).toMatchObject({ code: 1, data: { user: { account: 'paula' } } });
    }
  });

  it('do not sign in without their user', async () => {
    await authenticator.send('WebAuthn.setUserVerified', { isUserVerified: false });
    await expect(signIn()).rejects.toThrow('NotAllowedError');
  });
});
