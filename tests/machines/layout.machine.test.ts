import { execFile } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../apps/server/src/testing/database.ts';
import { memberApi } from '../fixtures/member-api.ts';
import { openManager } from './service-manager.ts';
import { readUnit, variablesOf, type Unit } from './unit-file.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../', import.meta.url));

/** What `deploy/install.sh` lays out, below a folder of the test's own, and a server that its unit describes. */
describe.skipIf(process.platform !== 'linux')('the Debian layout', () => {
  let root: string;
  let database: TestDatabase;
  const install = (release: string) =>
    run(join(project, 'deploy/install.sh'), [release], { env: { ...process.env, DESTDIR: root } });
  const unit = async (name: string): Promise<Unit> =>
    readUnit(await readFile(join(root, 'usr/lib/systemd/system', name), 'utf8'));

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'touchline-layout-'));
    database = await testDatabase(1);
    await install('1.0.0-a');
  });
  afterAll(async () => {
    await database.close();
    await rm(root, { recursive: true, force: true });
  });

  it('has the program, its settings, a closed folder for secrets, and units that name what is there', async () => {
    expect(await readlink(join(root, 'usr/lib/touchline'))).toBe('touchline-1.0.0-a');
    expect((await lstat(join(root, 'etc/touchline/secrets'))).mode & 0o777).toBe(0o700);
    const names = (await readdir(join(root, 'usr/lib/systemd/system'))).filter((name) =>
      name.endsWith('.service'),
    );
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) {
      const service = await unit(name);
      const [node = '', program = ''] = service.one('Service', 'ExecStart').split(' ');
      const folder = service.one('Service', 'WorkingDirectory');
      for (const path of [node, join(folder, program)]) {
        await expect(lstat(join(root, path)), `${name}: ${path}`).resolves.toBeDefined();
      }
      const users = await readFile(join(root, 'usr/lib/sysusers.d/touchline.conf'), 'utf8');
      expect(users).toMatch(new RegExp(`^u +${service.one('Service', 'User')} `, 'm'));
    }
  });

  it('contains no tests, and no file that others may write', async () => {
    const { stdout } = await run('find', ['-L', join(root, 'usr/lib/touchline'), '-perm', '/022']);
    expect(stdout).toBe('');
    for (const name of ['tests', 'tools', 'node_modules/vitest', 'node_modules/typescript']) {
      await expect(lstat(join(root, 'usr/lib/touchline', name))).rejects.toThrow(/ENOENT/);
    }
  });

  it('runs as its unit says, with secrets as systemd gives them', async () => {
    const service = await unit('touchline@.service');
    const dataDir = join(root, 'var/lib', service.one('Service', 'StateDirectory'));
    const cache = join(root, 'var/cache', service.one('Service', 'CacheDirectory'));
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await mkdir(cache, { recursive: true, mode: 0o700 });
    await writeFile(join(root, 'etc/touchline/secrets/DATABASE_URL'), `${database.url}\n`, { mode: 0o600 });
    // LoadCredential=touchline:FOLDER gives each file under its name, after that of the folder.
    const [prefix = '', folder = ''] = service.one('Service', 'LoadCredential').split(':');
    const credentials = join(root, 'run/credentials');
    await mkdir(credentials, { recursive: true });
    for (const name of await readdir(join(root, folder))) {
      await cp(join(root, folder, name), join(credentials, `${prefix}_${name}`));
      await chmod(join(credentials, `${prefix}_${name}`), 0o440);
    }
    const [file = ''] = service.all('Service', 'EnvironmentFile');
    const settings = {
      ...Object.assign({}, ...service.all('Service', 'Environment').map(variablesOf)),
      ...variablesOf(await readFile(join(root, file), 'utf8')),
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: cache,
      CREDENTIALS_DIRECTORY: credentials,
    };
    const [node = '', ...args] = service.one('Service', 'ExecStart').split(' ');
    const working = join(root, service.one('Service', 'WorkingDirectory'));
    const manager = await openManager(settings, root, {
      folder: working,
      command: [join(root, node), ...args],
    });
    try {
      const server = await manager.start();
      await server.said('Touchline is ready');
      expect((await fetch(`${manager.url}/readyz`)).status).toBe(200);
      const page = await fetch(`${manager.url}/`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<script');
      expect((await fetch(`${manager.url}/office/`)).status).toBe(200);
      const api = memberApi(manager.url);
      await api.register('ann-layout');
      expect((await api.call('userInfo', {})).account).toBe('ann-layout');
      // Without demo operators the first owner gets a link.
      expect(await server.log()).toContain('makes the owner');
      expect(await readFile(`/proc/${server.pid}/environ`, 'utf8')).not.toContain(database.url);
      await server.stop();
    } finally {
      await manager.close();
    }
  });

  it('keeps a release as it is, the settings of the operator, and the release before', async () => {
    await expect(install('1.0.0-a')).rejects.toThrow(/is there already/);
    await expect(install('../etc')).rejects.toThrow(/no name of a release/);
    await writeFile(join(root, 'etc/touchline/touchline.env'), 'SITE_NAME=Ours\n');
    await install('1.0.0-b');
    expect(await readlink(join(root, 'usr/lib/touchline'))).toBe('touchline-1.0.0-b');
    expect(await readFile(join(root, 'etc/touchline/touchline.env'), 'utf8')).toBe('SITE_NAME=Ours\n');
    await expect(lstat(join(root, 'usr/lib/touchline-1.0.0-a'))).resolves.toBeDefined();
    const parts = (await readdir(join(root, 'usr/lib'))).filter((name) => name.startsWith('.touchline'));
    expect(parts).toEqual([]);
  });
});
