import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import { CallError } from './errors.ts';

type Asked = { url: string; init: RequestInit };

const setUp = (answers: readonly (object | Error)[]) => {
  const asked: Asked[] = [];
  const signedOut: (string | undefined)[] = [];
  const client = createClient({
    fetch: async (url, init) => {
      asked.push({ url, init });
      const answer = answers[asked.length - 1];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no more answers');
      return answer instanceof Response ? answer : Response.json(answer);
    },
    language: () => 'zh-CN',
    token: () => 'secret',
    onSignedOut: (token) => signedOut.push(token),
  });
  return { client, asked, signedOut };
};

test('a list is asked for with its filters in the address, what is missing left out', async () => {
  const { client, asked } = setUp([{ code: 1, msg: '', data: { list: [], total: 0, page: 1, limit: 20 } }]);
  await client.call('officeAuditList', { page: 2, action: 'sign_in' });
  expect(asked[0]?.url).toBe('/api/office/auditList?page=2&action=sign_in');
  expect(asked[0]?.init).toMatchObject({
    headers: { 'ba-office-token': 'secret', 'accept-language': 'zh-CN' },
  });
});

test('a refusal carries its reason, the words of the server and who was quicker', async () => {
  const meanwhile = { by: 'cashier2', action: 'identity_verified', at: '2026-06-11T12:00:00.000Z' };
  const { client } = setUp([
    { code: 0, msg: 'Decided already.', data: { reason: 'decided_already', meanwhile } },
  ]);
  await expect(
    client.call('officeIdentityDecide', { id: '1', version: 0, decision: 'verify' }),
  ).rejects.toMatchObject({
    reason: 'decided_already',
    message: 'Decided already.',
    meanwhile,
  });
});

test('a refusal says what the operator shares with the member', async () => {
  const data = { reason: 'member_origin', memberOrigin: 'device' };
  const { client } = setUp([{ code: 0, msg: 'Look again.', data }]);
  const input = { key: 'correction-1', member: '1', amount: '1.00', reason: 'rounding' };
  await expect(client.call('officeAdjustmentAdd', input)).rejects.toMatchObject(data);
});

test('a changing call that found no way is not sent again', async () => {
  const { client, asked } = setUp([new TypeError('no network')]);
  const decided = client.call('officeIdentityDecide', { id: '1', version: 0, decision: 'verify' });
  await expect(decided).rejects.toMatchObject({ reason: 'connection' });
  expect(asked.length).toBe(1);
});

test('a token the server knows no longer ends the session, once, by that token', async () => {
  const { client, signedOut } = setUp([{ code: 303, msg: '', data: { reason: 'sign_in' } }]);
  await expect(client.call('officeMe', {})).rejects.toBeInstanceOf(CallError);
  expect(signedOut).toEqual(['secret']);
});

test('what is no answer of the API is told as such', async () => {
  const { client } = setUp([{ hello: 'world' }]);
  await expect(client.call('officeMe', {})).rejects.toMatchObject({ reason: 'badAnswer' });
});

test('a success counts only with an HTTP status of 200 to 299', async () => {
  const success = { code: 1, msg: '', data: {} };
  const { client, signedOut } = setUp([
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
  expect(signedOut).toEqual([]);
});
