import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filePath, paths } from '@touchline/contract/paths';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testTouchline, type TestTouchline } from '../../testing/touchline.ts';
import { declaringPng, photoWithPlace, picture, png } from './testing/images.ts';

const url = paths.upload[1];
let folder: string;
let site: TestTouchline;
let port: number;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-uploads-'));
  site = await testTouchline({ env: { DATA_DIR: folder, SIGNIN_LIMIT_PER_MINUTE: '1000' } });
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const address = site.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

let members = 0;
const signUp = async (): Promise<string> => {
  members += 1;
  const answer = await site.call('register', {
    account: `uploader${members}`,
    password: 'stone-74-hill',
    confirmPassword: 'stone-74-hill',
    birthDate: '1990-05-31',
  });
  return answer.data.token;
};
let token: string;
beforeEach(async () => {
  token = await signUp();
});

type Answer = { status: number; code: number; msg: string; data: Record<string, unknown> };
const answerOf = async (response: Response): Promise<Answer> => {
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null) throw new Error('no envelope');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test itself is the check
  return { status: response.status, ...body } as Answer;
};

const send = async (
  parts: [string, string | Buffer, string?][],
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else
      form.append(name, new Blob([new Uint8Array(value)], { type: 'image/jpeg' }), fileName ?? 'photo.jpg');
  }
  return answerOf(
    await fetch(origin + url, {
      method: 'POST',
      headers: { 'ba-user-token': token, ...headers },
      body: form,
    }),
  );
};
const sendImage = (bytes: Buffer) =>
  send([
    ['purpose', 'voucher'],
    ['file', bytes],
  ]);

const stored = async (): Promise<number> => {
  const files = await readdir(join(folder, 'uploads'), { recursive: true }).catch(() => []);
  const { rows } = await site.database.pool.query<{ n: number }>('select count(*)::int as n from upload');
  return files.length + (rows[0]?.n ?? 0);
};
const fetchFile = (id: unknown, as = token) =>
  fetch(`${origin}${filePath}?id=${String(id)}`, {
    headers: { 'ba-user-token': as, 'accept-language': 'de' },
  });

describe('an image', () => {
  test('is sent, and read by its member without its metadata', async () => {
    const photo = await photoWithPlace(1);
    // The order of the parts does not matter.
    const answer = await send([
      ['file', photo],
      ['purpose', 'identity'],
    ]);
    expect(answer).toMatchObject({ status: 200, code: 1, data: { width: 80, height: 120 } });
    const { id, url: where } = answer.data;
    expect(where).toBe(`${filePath}?id=${String(id)}`);
    const file = await fetchFile(id);
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'",
    });
    const bytes = Buffer.from(await file.arrayBuffer());
    const { exif, width } = await sharp(bytes).metadata();
    expect({ exif, width }).toEqual({ exif: undefined, width: 80 });
    expect(bytes.includes('Telephone')).toBe(false);
  });

  test('is readable by its member only, and by no guessed id', async () => {
    const { data } = await sendImage(await png(2));
    const other = await signUp();
    for (const [id, as] of [
      [data.id, other],
      ['x', token],
      ['', token],
      [`${String(data.id)}&id=2`, token],
    ]) {
      const file = await fetchFile(id, String(as));
      expect(file.status).toBe(404);
      expect(await file.json()).toMatchObject({ code: 0, msg: 'Diese Datei gibt es nicht.' });
    }
    for (const as of ['', 'x'])
      expect(await answerOf(await fetchFile(data.id, as))).toMatchObject({ code: 303 });
    const posted = await fetch(origin + filePath, { method: 'POST', headers: { 'ba-user-token': token } });
    expect(posted.status).toBe(405);
  });

  test('sent again is the same upload', async () => {
    const bytes = await png(3);
    const first = await sendImage(bytes);
    expect((await sendImage(bytes)).data).toEqual(first.data);
  });
});

describe('a refused image leaves nothing behind', () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const zip = Buffer.from(`PK\x03\x04${'x'.repeat(100)}`, 'latin1');
  const bad: [string, () => Buffer | Promise<Buffer>, number, string][] = [
    ['svg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 200, 'upload_type'],
    ['html', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 200, 'upload_type'],
    ['gif', () => picture(1).gif().toBuffer(), 200, 'upload_type'],
    ['heic', () => heic, 200, 'upload_type'],
    ['zip', () => zip, 200, 'upload_type'],
    ['a file of nothing', () => Buffer.alloc(0), 200, 'upload_damaged'],
    ['a head without a picture', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 200, 'upload_damaged'],
    ['a picture cut off', async () => (await photoWithPlace(1)).subarray(0, 900), 200, 'upload_damaged'],
    ['a bomb of pixels', () => declaringPng(60_000, 60_000), 413, 'upload_size'],
    ['just too many pixels', () => declaringPng(5_001, 5_000), 413, 'upload_size'],
    ['a PNG that declares more than it has', () => declaringPng(5_000, 5_000), 200, 'upload_damaged'],
    ['a byte too many', () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 413, 'upload_size'],
    ['far too many bytes', () => Buffer.alloc(12 * 1024 * 1024, 0xff), 413, 'upload_size'],
  ];
  test.each(bad)('%s', async (_name, make, status, reason) => {
    const before = await stored();
    expect(await sendImage(await make())).toMatchObject({ status, code: 0, data: { reason } });
    expect(await stored()).toBe(before);
    // The connection and the decoder continue.
    expect((await fetchFile('x')).status).toBe(404);
  });

  test('malformed forms', async () => {
    const before = await stored();
    const image = await png(4);
    const validation = (rules: Record<string, string>) => ({
      code: 0,
      data: { reason: 'validation', rules },
    });
    const german = await send([['file', image]], { 'accept-language': 'de' });
    expect(german).toMatchObject(validation({ purpose: 'required' }));
    expect(german.msg).toContain('Feld');
    expect(await send([['purpose', 'voucher']])).toMatchObject(validation({ file: 'required' }));
    expect(
      await send([
        ['purpose', 'selfie'],
        ['file', image],
      ]),
    ).toMatchObject(validation({ purpose: 'choice' }));
    expect(
      await send([
        ['purpose', 'voucher'],
        ['file', image],
        ['x', '1'],
      ]),
    ).toMatchObject(validation({ x: 'unknown' }));
    expect(
      await send([
        ['purpose', 'voucher'],
        ['picture', image],
      ]),
    ).toMatchObject(validation({ picture: 'unknown' }));
    expect(
      await send([
        ['purpose', 'voucher'],
        ['file', 'text'],
      ]),
    ).toMatchObject({ data: { reason: 'upload_type' } });
    const two = await send([
      ['purpose', 'voucher'],
      ['file', image],
      ['file', image],
    ]);
    expect(two).toMatchObject(validation({ file: 'one_file' }));
    const twice = await send([
      ['purpose', 'voucher'],
      ['purpose', 'identity'],
      ['file', image],
    ]);
    expect(twice).toMatchObject(validation({ purpose: 'unknown' }));
    const many = Array.from({ length: 9 }, (_, i): [string, string] => [`f${i}`, 'x']);
    expect(await send([...many, ['file', image]])).toMatchObject({
      status: 413,
      data: { reason: 'too_large' },
    });
    expect(
      await send([
        ['purpose', 'x'.repeat(10_000)],
        ['file', image],
      ]),
    ).toMatchObject({ code: 0 });
    expect(
      await send([
        ['__proto__', 'x'],
        ['file', image],
      ]),
    ).toMatchObject({ code: 0 });
    expect(await stored()).toBe(before);
  });

  const post = async (body: string, headers: Record<string, string>) =>
    answerOf(
      await fetch(origin + url, { method: 'POST', body, headers: { 'ba-user-token': token, ...headers } }),
    );

  test('other kinds of bodies', async () => {
    const multipart = 'multipart/form-data; boundary=b';
    const cases: [string, string, number, string][] = [
      ['x', 'image/jpeg', 415, 'media_type'],
      ['x', 'multipart/mixed; boundary=b', 415, 'media_type'],
      ['--b\r\n', 'multipart/form-data', 400, 'bad_request'],
      [
        '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nxy',
        multipart,
        400,
        'bad_request',
      ],
      ['no form at all', multipart, 400, 'bad_request'],
      ['{', 'application/json', 400, 'bad_request'],
      ['{}', 'application/json', 200, 'validation'],
      ['{"purpose":"voucher","file":"aGVsbG8="}', 'application/json', 200, 'validation'],
      [JSON.stringify({ purpose: 'voucher', x: 'x'.repeat(70_000) }), 'application/json', 413, 'too_large'],
    ];
    for (const [body, type, status, reason] of cases) {
      expect(await post(body, { 'content-type': type })).toMatchObject({ status, code: 0, data: { reason } });
    }
    const got = await fetch(origin + url, { headers: { 'ba-user-token': token } });
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('a direct upload where the storage takes none', async () => {
    const said = {
      key: 'incoming/x/y',
      size: 5,
      mime: 'image/png',
      sha256: 'a'.repeat(64),
      purpose: 'voucher',
    };
    const answer = await post(JSON.stringify(said), { 'content-type': 'application/json' });
    expect(answer).toMatchObject({ code: 0, data: { reason: 'validation', rules: { file: 'required' } } });
  });

  test('other calls take no forms', async () => {
    const form = new FormData();
    form.append('x', '1');
    const headers = { 'ba-user-token': token };
    const answer = await fetch(origin + paths.logout[1], { method: 'POST', body: form, headers });
    expect(answer.status).toBe(415);
  });

  test('more images than a minute allows', async () => {
    const image = Buffer.from('<svg/>');
    const answers: Answer[] = [];
    for (let i = 0; i < 31; i++) answers.push(await sendImage(image));
    expect(answers.slice(0, 30).every(({ data }) => data.reason === 'upload_type')).toBe(true);
    expect(answers[30]).toMatchObject({ status: 429, data: { reason: 'too_many' } });
  });
});

describe('a client that stops in the middle', () => {
  /** Sends `text`, and returns the answer once it has matched `enough`. */
  const talk = (text: string, enough: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let heard = '';
      socket.on('data', (chunk) => {
        heard += chunk.toString();
        if (enough.test(heard)) socket.destroy();
      });
      socket.on('close', () => resolve(heard));
      socket.on('error', reject);
    });
  const head = (more: string) => `POST ${url} HTTP/1.1\r\nhost: x\r\n${more}\r\n\r\n`;
  const form = 'content-type: multipart/form-data; boundary=b';

  test('the caller is checked before any byte of the body arrives', async () => {
    const heard = await talk(head(`${form}\r\ncontent-length: 5000000`), /sign_in/);
    expect(heard).toContain('"code":303');
  });

  test('a length that is too large is refused before the body is sent', async () => {
    const heard = await talk(
      head(`ba-user-token: ${token}\r\n${form}\r\ncontent-length: 50000000`),
      /upload_size/,
    );
    expect(heard).toMatch(/^HTTP\/1.1 413 /);
  });

  test('a client that leaves in the middle leaves nothing behind, and no place taken', async () => {
    const before = await stored();
    const begun = `${head(`ba-user-token: ${token}\r\n${form}\r\ncontent-length: 5000`)}--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf`;
    for (let i = 0; i < 4; i++) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(begun, () => socket.destroy()));
        socket.on('close', () => resolve());
        socket.on('error', () => undefined);
      });
    }
    await expect.poll(async () => (await sendImage(await png(5))).code).toBe(1);
    expect(await stored()).toBe(before + 3);
  });
});
