import { paths, type RouteName } from '@touchline/contract/paths';
import type { Page } from '@playwright/test';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { password } from '../fixtures/member-api.ts';
import { expect, test } from '../fixtures/test.ts';

const Answer = Type.Object({ code: Type.Number(), data: Type.Record(Type.String(), Type.Unknown()) });
type Answer = Static<typeof Answer>;

/** A member's passkeys in a real browser, on a page of the server, with an authenticator that the browser plays. */
const openAuthenticator = async (page: Page, url: string) => {
  // Browsers have no passkeys on bare addresses.
  await page.goto(`${url.replace('127.0.0.1', 'localhost')}/healthz`);
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
  return {
    save: async (token: string, name: string): Promise<Answer> => {
      const { data } = await call('passkeyBegin', { password }, token);
      const response = await ask('create', data['options']);
      return call('passkeySave', { challenge: data['challenge'], name, response }, token);
    },
    signIn: async (): Promise<Answer> => {
      const { data } = await call('passkeyAsk', {});
      return call('passkeyLogin', {
        challenge: data['challenge'],
        response: await ask('get', data['options']),
      });
    },
    /** As if another person than the user held the device. */
    loseUser: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  };
};

test('a passkey is made, signs in as often as one likes, and never without its user', async ({
  page,
  site,
  newMember,
}) => {
  const { account, session } = await newMember();
  const authenticator = await openAuthenticator(page, site.url);
  expect(await authenticator.save(session.token, 'This browser')).toMatchObject({
    code: 1,
    data: { passkeys: [{ name: 'This browser' }] },
  });
  for (let i = 0; i < 2; i++) {
    expect(await authenticator.signIn()).toMatchObject({ code: 1, data: { user: { account } } });
  }
  await authenticator.loseUser();
  await expect(authenticator.signIn()).rejects.toThrow('NotAllowedError');
});
