import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { copyFile, mkdtemp, mkdir, readFile, writeFile } from 'node:fs/promises';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type Server as HttpServer,
} from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { livePath, paths } from '@touchline/contract/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../fixtures/data-folder.ts';
import { memberApi, password } from '../fixtures/member-api.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../', import.meta.url));

const isInstalled = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

type Place = { folder: string; port: number; plainPort: number; upstreams: readonly number[] };

/** Puts names, ports and paths of a test into a file of the operator's. @throws when one of them is not in it */
const fill = (text: string, changes: readonly (readonly [RegExp, string])[]): string => {
  let filled = text;
  for (const [what, by] of changes) {
    const next = filled.replaceAll(what, by);
    if (next === filled) throw new Error(`The file has no ${what}`);
    filled = next;
  }
  return filled;
};

/** Writes the configuration of nginx. @returns how to start it */
const nginx = async ({ folder, port, plainPort, upstreams }: Place): Promise<readonly string[]> => {
  const site = fill(await readFile(join(project, 'deploy/nginx/touchline.conf'), 'utf8'), [
    [/^ *listen \[::\].*\n/gm, ''],
    [/listen 80;/g, `listen 127.0.0.1:${plainPort};`],
    [/listen 443 /g, `listen 127.0.0.1:${port} `],
    [/server_name example\.org;/g, 'server_name localhost;'],
    [/\/etc\/letsencrypt\/live\/example\.org\/fullchain\.pem/g, join(folder, 'cert.pem')],
    [/\/etc\/letsencrypt\/live\/example\.org\/privkey\.pem/g, join(folder, 'key.pem')],
    [/\/var\/log\/nginx\/touchline\.log/g, join(folder, 'access.log')],
    [
      /server 127\.0\.0\.1:3000 max_fails=0;/g,
      upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join('\n'),
    ],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  // As root nginx would work as a user who cannot reach the folder of the test.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const main = `${user}daemon off;
pid ${join(folder, 'nginx.pid')};
error_log stderr;
events {}
http {
${temporary}
${site}
}
`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, main);
  await run('nginx', ['-t', '-c', file]);
  return ['nginx', '-c', file];
};

/** Writes the configuration of Caddy. @returns how to start it */
const caddy = async ({ folder, port, plainPort, upstreams }: Place): Promise<readonly string[]> => {
  const site = fill(await readFile(join(project, 'deploy/caddy/Caddyfile'), 'utf8'), [
    [
      /^example\.org \{/gm,
      `https://localhost:${port} {\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
    ],
    [/127\.0\.0\.1:3000/g, upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' ')],
  ]);
  const file = join(folder, 'Caddyfile');
  const options = `{\n\tadmin off\n\thttp_port ${plainPort}\n\tauto_https disable_redirects\n}\n`;
  await writeFile(file, `${options}${site}`);
  await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file]);
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
};

type Answer = { status: number; headers: IncomingHttpHeaders; raw: readonly string[]; body: string };

/** Two free ports of this machine. */
const freePorts = async (): Promise<[number, number]> => {
  const servers = [createServer(), createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const address = server.address();
    if (typeof address === 'object' && address !== null) ports.push(address.port);
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  const [first = 0, second = 0] = ports;
  return [first, second];
};

/** A server that notes the calls it has heard in whole, and answers them, or dies over each of them. */
const openServer = async (dies: boolean): Promise<{ port: number; heard: string[]; server: HttpServer }> => {
  const heard: string[] = [];
  const server = createHttpServer((call, answer) => {
    call.resume().on('end', () => {
      heard.push(`${call.method} ${call.url}`);
      if (dies) call.socket.destroy();
      else answer.end('done');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No address');
  return { port: address.port, heard, server };
};

// Debian has both: apt-get install nginx-light caddy openssl
const proxies = [
  { name: 'nginx', prepare: nginx, callers: ['127.0.0.2', '127.0.0.3'] },
  { name: 'caddy', prepare: caddy, callers: ['127.0.0.4', '127.0.0.5'] },
] as const;
const isThere = ({ name }: { name: string }): boolean => isInstalled(name) && isInstalled('openssl');

/** One server for all: each proxy has callers of its own, whose sign-ins are counted. */
let server: TestServer | undefined;
beforeAll(async () => {
  if (!proxies.some(isThere)) return;
  const settings = { REPLAY: 'false', TRUST_PROXY: '127.0.0.1', SIGNIN_LIMIT_PER_MINUTE: '4' };
  server = await startTestServer(settings);
});
afterAll(() => server?.close());

describe.each(proxies)('the file for $name', ({ name, prepare, callers: [caller, another] }) => {
  describe.skipIf(!isThere({ name }))(`where ${name} is installed`, () => {
    let folder: string;
    const running: ChildProcess[] = [];
    let port: number;
    let ca: string;

    type Call = Pick<RequestOptions, 'method' | 'localAddress' | 'port'> & {
      headers?: Record<string, string>;
    };
    const options = (path: string, more: Call): RequestOptions => ({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      ca,
      agent: false,
      ...more,
      headers: { host: `localhost:${port}`, ...more.headers },
    });
    /** Starts a proxy before these servers, and waits until it answers. @returns its port */
    const open = async (place: string, upstreams: readonly number[]): Promise<number> => {
      const [free, plainPort] = await freePorts();
      const [program = '', ...args] = await prepare({ folder: place, port: free, plainPort, upstreams });
      running.push(
        spawn(program, args, {
          stdio: 'inherit',
          env: { PATH: process.env['PATH'], HOME: join(folder, 'home') },
        }),
      );
      // The figures are hidden by the proxy itself, so that no server hears this.
      const status = (): Promise<number> =>
        ask('/metrics', { port: free }).then(
          ({ status: code }) => code,
          () => 0,
        );
      for (let looks = 0; (await status()) !== 404; looks++) {
        if (looks > 300) throw new Error(`${name} does not answer`);
        await wait(100);
      }
      return free;
    };
    const ask = (path: string, more: Call = {}, body?: string | Uint8Array): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const call = request(options(path, more), (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              raw: answer.rawHeaders,
              body: text,
            }),
          );
        });
        call.on('error', reject);
        call.end(body);
      });
    const signIn = (localAddress: string, headers: Record<string, string> = {}): Promise<Answer> =>
      ask(
        paths.login[1],
        { method: paths.login[0], localAddress, headers: { 'content-type': 'application/json', ...headers } },
        JSON.stringify({ account: 'nobody-here', password }),
      );

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'touchline-proxy-'));
      await mkdir(join(folder, 'home'));
      const made =
        'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
      const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
      await run('openssl', [...made.split(' '), '-addext', 'subjectAltName=DNS:localhost', ...files]);
      ca = await readFile(join(folder, 'cert.pem'), 'utf8');
      port = await open(folder, [Number(new URL(server?.url ?? '').port)]);
    });
    afterAll(async () => {
      for (const proxy of running) proxy.kill('SIGTERM');
      await removeFolder(folder);
    });

    it('shows the page, with each security header once, and no figures', async () => {
      const page = await ask('/');
      expect(page.status).toBe(200);
      for (const header of ['content-security-policy', 'x-content-type-options']) {
        expect(page.raw.filter((one) => one.toLowerCase() === header)).toHaveLength(1);
      }
      expect((await ask('/metrics')).status).toBe(404);
    });

    it('gives the server the true address of a caller who claims another', async () => {
      for (let n = 0; n < 4; n++) expect((await signIn(caller)).status).not.toBe(429);
      expect((await signIn(caller)).status).toBe(429);
      const lies = { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7' };
      expect((await signIn(caller, lies)).status).toBe(429);
      expect((await signIn(another)).status).not.toBe(429);
    });

    it('asks another server where one refuses the connection, and never repeats a bet that one has heard', async () => {
      const place = join(folder, 'two');
      await mkdir(place);
      for (const file of ['cert.pem', 'key.pem']) await copyFile(join(folder, file), join(place, file));
      const [first, second] = [await openServer(true), await openServer(false)];
      try {
        const own = await open(place, [first.port, second.port]);
        // Each server is asked in turn, or by chance: calls are made until the one that dies has had its share.
        let made = 0;
        for (; first.heard.filter((call) => call.startsWith('POST')).length < 2; made++) {
          const { status } = await ask(`/bet/${made}`, { method: 'POST', port: own }, 'once');
          expect(status).toBe(first.heard.includes(`POST /bet/${made}`) ? 502 : 200);
        }
        expect([...first.heard, ...second.heard].toSorted()).toEqual(
          Array.from({ length: made }, (_, n) => `POST /bet/${n}`).toSorted(),
        );
        // What changes nothing is asked again.
        while (!first.heard.some((call) => call.startsWith('GET'))) {
          expect((await ask('/prices', { port: own })).status).toBe(200);
        }
        first.server.closeAllConnections();
        await new Promise((resolve) => first.server.close(resolve));
        second.heard.length = 0;
        for (let n = 0; n < 6; n++) {
          expect((await ask(`/bet/${n}`, { method: 'POST', port: own }, 'once')).status).toBe(200);
        }
        expect(second.heard).toEqual(Array.from({ length: 6 }, (_, n) => `POST /bet/${n}`));
      } finally {
        first.server.close();
        second.server.close();
        second.server.closeAllConnections();
      }
    });

    it('passes a message of the live stream on at once, and an image of some megabytes', async () => {
      const api = memberApi(server?.url ?? '');
      const { token } = await api.register(`proxy-${name}`);
      const { ticket } = await api.call('liveTicket', {});
      const stream = request(options(`${livePath}?token=${encodeURIComponent(ticket)}`, {}));
      const heard = new Promise<string>((resolve, reject) => {
        stream.on('error', reject);
        // The stream has not ended: a proxy that gathers it would keep this back.
        stream.on('response', (answer) => answer.setEncoding('utf8').once('data', resolve));
      });
      stream.end();
      expect(await heard).not.toBe('');
      stream.destroy();

      // No image, but as large as one: the server itself reads it and refuses it.
      const boundary = 'touchline-boundary';
      const form = Buffer.concat([
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nvoucher\r\n` +
            `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n` +
            'content-type: image/png\r\n\r\n',
        ),
        Buffer.alloc(9 * 1024 * 1024, 7),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const [method, path] = paths.upload;
      const headers = {
        'ba-user-token': token,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(form.length),
      };
      const answer = await ask(path, { method, headers }, form);
      expect(JSON.parse(answer.body)).toMatchObject({ data: { reason: expect.stringMatching(/^upload_/) } });
      expect(answer.status).not.toBe(413);
    });
  });
});
