import { expect, test } from 'vitest';
import { CallError } from './errors.ts';
import { createOfficeClient } from './office-client.ts';
import { ok, type Received, startApi } from './testing/api-server.ts';

/** An operator's client, and a server that gives these answers one after the other; an error breaks the connection. */
const setUp = async (answers: readonly (object | Error)[]) => {
  const received: Received[] = [];
  const cleared: (string | undefined)[] = [];
  let token: string | undefined = 'secret';
  const origin = await startApi((request) => {
    received.push(request);
    const answer = answers[received.length - 1];
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no more answers');
    return answer;
  });
  const client = createOfficeClient({
    origin,
    language: () => 'zh-CN',
    session: {
      read: () => (token === undefined ? undefined : { token }),
      clear: () => {
        cleared.push(token);
        token = undefined;
      },
    },
  });
  const signInAgain = (): void => {
    token = 'newer';
  };
  return { client, received, cleared, signInAgain };
};

test('a list is requested with its filters in the address, without those that are missing', async () => {
  const { client, received } = await setUp([ok({ list: [], total: 0, page: 1, limit: 20 })]);
  await client.call('officeAuditList', { page: 2, action: 'sign_in' });
  expect(received[0]).toMatchObject({
    path: '/api/office/auditList?page=2&action=sign_in',
    headers: { 'ba-office-token': 'secret', 'accept-language': 'zh-CN' },
  });
});

test('a refusal carries its reason, the words of the server and who was quicker', async () => {
  const meanwhile = { by: 'cashier2', action: 'identity_verified', at: '2026-06-11T12:00:00.000Z' };
  const { client } = await setUp([
    { code: 0, msg: 'Decided already.', data: { reason: 'decided_already', meanwhile } },
  ]);
  await expect(
    client.call('officeIdentityDecide', { id: '1', version: 0, decision: 'verify' }),
  ).rejects.toMatchObject({
    reason: 'decided_already',
    message: 'Decided already.',
    details: { meanwhile },
  });
});

test('a refusal has the data that operator and member share', async () => {
  const data = { reason: 'member_origin', memberOrigin: 'device' };
  const { client } = await setUp([{ code: 0, msg: 'Look again.', data }]);
  const input = { key: 'correction-1', member: '1', amount: '1.00', reason: 'rounding' };
  await expect(client.call('officeAdjustmentAdd', input)).rejects.toMatchObject({
    reason: 'member_origin',
    details: { memberOrigin: 'device' },
  });
});

test('a changing call whose connection broke is not sent again', async () => {
  const { client, received } = await setUp([new Error('broken')]);
  const decided = client.call('officeIdentityDecide', { id: '1', version: 0, decision: 'verify' });
  await expect(decided).rejects.toMatchObject({ reason: 'connection' });
  expect(received).toHaveLength(1);
});

test('a token that the server no longer accepts ends the session', async () => {
  const { client, cleared } = await setUp([{ code: 303, msg: '', data: { reason: 'sign_in' } }]);
  await expect(client.call('officeMe', {})).rejects.toBeInstanceOf(CallError);
  expect(cleared).toEqual(['secret']);
});

test('a session that began in another tab in the meantime stays', async () => {
  const { client, cleared, signInAgain } = await setUp([{ code: 303, msg: '', data: { reason: 'sign_in' } }]);
  const asked = client.call('officeMe', {});
  signInAgain();
  await expect(asked).rejects.toMatchObject({ reason: 'sign_in' });
  expect(cleared).toEqual([]);
});

test('an answer without an envelope is a failure', async () => {
  const { client } = await setUp([{ hello: 'world' }]);
  await expect(client.call('officeMe', {})).rejects.toMatchObject({ reason: 'badAnswer' });
});

test('an image and the file of the audit log are fetched with the token', async () => {
  const { client, received } = await setUp([
    new Response('pixels', { headers: { 'content-type': 'image/webp' } }),
    new Response('at,by\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } }),
  ]);
  expect(await (await client.image({ member: '1', id: '2' })).text()).toBe('pixels');
  expect(await (await client.auditFile({ action: 'sign_in' })).text()).toBe('at,by\n');
  expect(received.map(({ path, headers }) => [path, headers['ba-office-token']])).toEqual([
    ['/api/office/file?member=1&id=2', 'secret'],
    ['/api/office/export/audit.csv?action=sign_in', 'secret'],
  ]);
});

test('a success counts only with an HTTP status of 200 to 299', async () => {
  const success = ok({});
  const { client, cleared } = await setUp([
    Response.json(success, { status: 500 }),
    new Response('bad gateway', { status: 502 }),
    Response.json({ code: 0, msg: 'Busy.', data: { reason: 'unavailable' } }, { status: 503 }),
    new Response('x', { status: 404, headers: { 'content-type': 'image/png' } }),
    new Response('x', { status: 500, headers: { 'content-type': 'text/csv' } }),
  ]);
  await expect(client.call('officeMe', {})).rejects.toMatchObject({ reason: 'badStatus' });
  await expect(client.call('officeMe', {})).rejects.toMatchObject({ reason: 'badStatus' });
  await expect(client.call('officeMe', {})).rejects.toMatchObject({ reason: 'unavailable' });
  await expect(client.image({ member: '1', id: '2' })).rejects.toMatchObject({ reason: 'badStatus' });
  await expect(client.auditFile({})).rejects.toMatchObject({ reason: 'badStatus' });
  expect(cleared).toEqual([]);
});
