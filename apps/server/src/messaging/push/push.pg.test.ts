import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testInbox, type TestInbox } from '../testing/inbox.ts';

/** A browser with its keys, which decrypts messages (RFC 8188, RFC 8291). */
const browser = () => {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = Buffer.alloc(16, 0x61);
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    open: (body: Buffer): unknown => {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const senderKey = body.subarray(21, 21 + keyLength);
      const sealed = body.subarray(21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const secret = derive(pair.computeSecret(senderKey), auth, info, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
      const cipher = createDecipheriv('aes-128-gcm', key, nonce);
      cipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
};

type Got = { path: string; headers: IncomingMessage['headers']; body: Buffer };
let site: TestInbox;
let service: Server;
let origin: string;
let got: Got[];
beforeAll(async () => {
  // A push service that answers with the status in its path; "hang" never answers.
  service = createServer((request, response) => {
    const path = request.url ?? '';
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push({ path, headers: request.headers, body: Buffer.concat(parts) });
      const [, status = ''] = path.split('/');
      if (status === 'hang') return;
      response.writeHead(Number(status), status === '302' ? { location: `${origin}/201/elsewhere` } : {});
      response.end('x'.repeat(100_000));
    });
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what listening on a port gives
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  site = await testInbox({ push: { contact: 'mailto:office@example.org', loopback: true, timeoutMs: 300 } });
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await site.close();
});
beforeEach(async () => {
  got = [];
  await site.database.pool.query('delete from push_task');
  await site.database.pool.query('delete from push_subscription');
});

const subscribe = async (
  owner: Awaited<ReturnType<TestInbox['member']>>,
  path: string,
): Promise<ReturnType<typeof browser>> => {
  const one = browser();
  await site.inbox.push.save(owner, { endpoint: origin + path, ...one.keys });
  return one;
};
const tasks = async (): Promise<number> =>
  (await site.database.pool.query<{ n: number }>('select count(*)::int as n from push_task')).rows[0]?.n ??
  -1;
const devices = async (owner: Awaited<ReturnType<TestInbox['member']>>): Promise<number> =>
  (await site.inbox.push.info(owner)).devices;
const letter = { template: 'recharge_credited', fields: { amount: '5.00', reference: 'R' } } as const;

describe('a push', () => {
  test('announces a letter in its member’s language, readable by that browser alone', async () => {
    const ann = await site.member('de');
    const own = await subscribe(ann, '/201/ann');
    await site.inbox.letters.write(ann, { ...letter, link: '/pages/traderecord/traderecord' });
    expect(await site.inbox.push.run()).toBe(1);
    const [{ body, headers } = { body: Buffer.alloc(0), headers: {} }] = got;
    expect(own.open(body)).toEqual({
      title: 'Einzahlung gutgeschrieben: 5,00\u00A0PLAY',
      link: '/pages/traderecord/traderecord',
      body: '5,00\u00A0PLAY wurde deinem Guthaben gutgeschrieben. Referenz: R.',
    });
    expect(() => browser().open(body)).toThrow(/authenticate/);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect([await tasks(), await site.inbox.push.run(), got.length]).toEqual([0, 0, 1]);
  });

  test('is signed with the key that browsers were given, the same in every process', async () => {
    const ann = await site.member();
    const other = await testInbox({ env: { PUSH_CONTACT: 'mailto:office@example.org' } }, site);
    const { publicKey = '' } = await site.inbox.push.info(ann);
    expect((await other.inbox.push.info(ann)).publicKey).toBe(publicKey);
    await subscribe(ann, '/201/signed');
    await site.inbox.letters.write(ann, letter);
    await site.inbox.push.run();
    const [, token = '', key = ''] = /^vapid t=(.*), k=(.*)$/.exec(got[0]?.headers.authorization ?? '') ?? [];
    expect(key).toBe(publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: origin,
      sub: 'mailto:office@example.org',
    });
    const point = Buffer.from(publicKey, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const verified = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(verified).toBe(true);
    await other.close();
  });

  test('of a notice reaches every browser that was there, once, however many processes hand it out', async () => {
    const [ann, bob] = [await site.member(), await site.member('ar')];
    const [anns, bobs] = [await subscribe(ann, '/201/a'), await subscribe(bob, '/201/b')];
    site.clock.advance(1_000);
    await site.notice('Maintenance', {
      texts: { en: { title: 'Maintenance', body: 'x'.repeat(8_000) }, ar: { title: 'صيانة', body: '' } },
    });
    site.clock.advance(1_000);
    await subscribe(await site.member(), '/201/late');
    await Promise.all([site.inbox.push.run(), site.inbox.push.run()]);
    await site.inbox.push.run();
    const said = new Map(got.map(({ path, body }) => [path, body]));
    expect([...said.keys()].toSorted()).toEqual(['/201/a', '/201/b']);
    expect(got).toHaveLength(2);
    expect(anns.open(said.get('/201/a') ?? Buffer.alloc(0))).toEqual({
      title: 'Maintenance',
      body: `${'x'.repeat(399)}…`,
      link: '/pages/notify/notify',
    });
    expect(bobs.open(said.get('/201/b') ?? Buffer.alloc(0))).toMatchObject({ title: 'صيانة' });
  });

  test('goes to no member who is kept from playing', async () => {
    const ann = await site.member();
    await subscribe(ann, '/201/kept');
    await site.inbox.letters.write(ann, letter);
    await site.restrict(ann);
    await site.inbox.push.run();
    expect([got.length, await tasks()]).toEqual([0, 0]);
    expect((await site.inbox.notices.unread(ann)).letter).toBe(1);
  });

  test('of a letter that was deleted before it is not sent', async () => {
    const ann = await site.member();
    await subscribe(ann, '/201/deleted');
    await site.inbox.letters.write(ann, letter);
    const [{ id } = { id: '' }] = (await site.inbox.notices.list(ann, 'letter', { limit: 1, offset: 0 }))
      .list;
    await site.inbox.notices.remove(ann, { id }, 'letter');
    await site.inbox.push.run();
    expect([got.length, await tasks()]).toEqual([0, 0]);
  });
});

describe('a push service', () => {
  test.each(['404', '410'])(
    'that answers %s is not asked again: the browser is forgotten',
    async (status) => {
      const ann = await site.member();
      await subscribe(ann, `/${status}/gone`);
      await site.inbox.letters.write(ann, letter);
      await site.inbox.push.run();
      await site.inbox.push.tidy();
      expect([got.length, await devices(ann), await tasks()]).toEqual([1, 0, 0]);
    },
  );

  test.each(['500', '302', 'hang'])('that answers %s is tried again, five times in all', async (status) => {
    const ann = await site.member();
    await subscribe(ann, `/${status}/x`);
    await site.inbox.letters.write(ann, letter);
    for (let minute = 0; minute < 9; minute++) {
      await site.inbox.push.run();
      await site.inbox.push.run();
      site.clock.advance(60 * 60_000);
    }
    expect([got.length, await devices(ann), await tasks()]).toEqual([5, 1, 0]);
    expect(got.every(({ path }) => path === `/${status}/x`)).toBe(true);
  });

  test('that refuses for good is not tried again, and the browser stays', async () => {
    const ann = await site.member();
    await subscribe(ann, '/403/no');
    await site.inbox.letters.write(ann, letter);
    await site.inbox.push.run();
    expect([got.length, await devices(ann), await tasks()]).toEqual([1, 1, 0]);
  });

  test('that hangs keeps no other browser waiting for long', async () => {
    const [ann, bob] = [await site.member(), await site.member()];
    await subscribe(ann, '/hang/x');
    const bobs = await subscribe(bob, '/201/x');
    await site.inbox.letters.write(ann, letter);
    await site.inbox.letters.write(bob, letter);
    await site.inbox.push.run();
    const told = got.find(({ path }) => path === '/201/x');
    expect(bobs.open(told?.body ?? Buffer.alloc(0))).toMatchObject({ link: '/pages/notify/notify' });
  });
});

describe('a browser', () => {
  const input = () => ({ endpoint: 'https://push.example.org/x', ...browser().keys });

  test('gets nothing where the site sends no pushes', async () => {
    const off = await testInbox({}, site);
    await expect(off.inbox.push.save(await off.member(), input())).rejects.toThrow(
      expect.objectContaining({ reason: 'push_off' }),
    );
    expect(await off.inbox.push.info(await off.member())).toEqual({ devices: 0 });
    await off.inbox.letters.write(await off.member(), letter);
    expect([await tasks(), await off.inbox.push.run()]).toEqual([0, 0]);
    await off.close();
  });

  test.each([
    ['at an address nearby', { endpoint: 'https://192.168.0.1/' }],
    ['with a key that is no point of the curve', { p256dh: 'A'.repeat(87) }],
    ['with a secret of the wrong length', { auth: 'A'.repeat(30) }],
  ])('%s is refused', async (_how, wrong) => {
    await expect(site.inbox.push.save(await site.member(), { ...input(), ...wrong })).rejects.toThrow(
      expect.objectContaining({ reason: 'validation' }),
    );
  });

  test('belongs to the member who signed in there last, and is removed on request', async () => {
    const [ann, bob] = [await site.member(), await site.member()];
    const same = input();
    await site.inbox.push.save(ann, same);
    await site.inbox.push.save(ann, { ...same, ...browser().keys });
    expect(await devices(ann)).toBe(1);
    await site.inbox.push.save(bob, same);
    expect([await devices(ann), await devices(bob)]).toEqual([0, 1]);
    await site.inbox.push.remove(ann, same.endpoint);
    expect(await devices(bob)).toBe(1);
    await site.inbox.push.remove(bob, same.endpoint);
    expect(await devices(bob)).toBe(0);
  });

  test('one more than ten takes the place of the oldest', async () => {
    const ann = await site.member();
    for (let n = 0; n < 12; n++) {
      await site.inbox.push.save(ann, { ...input(), endpoint: `https://push.example.org/${n}` });
    }
    const { rows } = await site.database.pool.query<{ endpoint: string }>(
      'select endpoint from push_subscription where member_id = $1 order by id',
      [ann.memberId],
    );
    expect(rows.length).toBe(10);
    expect(rows[0]?.endpoint).toBe('https://push.example.org/2');
  });
});
