// Writes the files of each machine from the templates and one file of addresses and secrets. Plain Node, nothing to install:
//   node deploy/ha/render.mjs new 10.0.0.11 10.0.0.12 10.0.0.13 > site.env
//   node deploy/ha/render.mjs site.env OUT
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const templates = fileURLToPath(new URL('./templates/', import.meta.url));

/** What a line of site.env may change; the passwords and addresses have no default. */
const defaults = {
  ETCD_PORT: '2379',
  ETCD_PEER_PORT: '2380',
  ETCD_DATA: '/var/lib/etcd/default',
  ETCD_STATE: 'new',
  PATRONI_PORT: '8008',
  POSTGRES_PORT: '5432',
  POSTGRES_PROGRAMS: '/usr/lib/postgresql/17/bin',
  POSTGRES_DATA: '/var/lib/postgresql/17/touchline',
  POSTGRES_PASSFILE: '/var/lib/postgresql/.pgpass-patroni',
  POSTGRES_SOCKETS: '/var/run/postgresql',
  SHARED_BUFFERS: '1GB',
  WEB_BIND: ':80',
  DATABASE_BIND: '127.0.0.1:5000',
  HAPROXY_SOCKET: '/run/haproxy/admin.sock',
};

/** Machines, and the files of each below its folder. */
const filesOf = {
  db1: {
    'etc/default/etcd': 'etcd.env',
    'etc/patroni/config.yml': 'patroni.yml',
    'etc/haproxy/haproxy.cfg': 'haproxy.cfg',
    'etc/touchline.env': 'touchline.env',
    'database.sql': 'database.sql',
  },
  db2: {
    'etc/default/etcd': 'etcd.env',
    'etc/patroni/config.yml': 'patroni.yml',
    'etc/haproxy/haproxy.cfg': 'haproxy.cfg',
    'etc/touchline.env': 'touchline.env',
  },
  third: { 'etc/default/etcd': 'etcd.env' },
  managed: { 'etc/touchline.env': 'managed.env' },
};

/** Lines NAME=VALUE; empty lines and those that begin with # are left out. */
const readValues = (path) =>
  Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((line) => {
        const mark = line.indexOf('=');
        if (mark < 1) throw new Error(`${path}: "${line}" is not NAME=VALUE`);
        return [line.slice(0, mark).trim(), line.slice(mark + 1).trim()];
      }),
  );

/** The text with each ${NAME} replaced. @throws for a name without a value */
const fill = (text, values, template) =>
  text.replaceAll(/\$\{([A-Z0-9_]+)\}/g, (_all, name) => {
    if (values[name] === undefined || values[name] === '') throw new Error(`${template} needs ${name}`);
    return values[name];
  });

const render = (path, out) => {
  const given = readValues(path);
  const site = {
    ...defaults,
    APP1: `${given.DB1}:3000`,
    APP2: `${given.DB2}:3000`,
    ...given,
  };
  for (const [machine, files] of Object.entries(filesOf)) {
    const address = { db1: site.DB1, db2: site.DB2, third: site.THIRD }[machine] ?? '';
    for (const [file, template] of Object.entries(files)) {
      const target = join(out, machine, file);
      mkdirSync(dirname(target), { recursive: true });
      const values = { ...site, NAME: machine, ADDRESS: address };
      // Most of them hold a password.
      writeFileSync(target, fill(readFileSync(join(templates, template), 'utf8'), values, template), {
        mode: 0o600,
      });
    }
  }
};

const secret = () => randomBytes(32).toString('hex');
const password = () => randomBytes(18).toString('hex');

const newSite = ([db1, db2, third]) =>
  [
    '# Addresses of the two machines and of the third, small one, and the network that may reach PostgreSQL.',
    `DB1=${db1}`,
    `DB2=${db2}`,
    `THIRD=${third}`,
    `NETWORK=${db1.replace(/[^.]+$/, '0')}/24`,
    '# Secrets. Keep this file as you keep keys.',
    ...['SUPERUSER', 'REPLICATION', 'REWIND', 'OWNER', 'SERVER', 'BACKUP', 'PATRONI'].map(
      (name) => `${name}_PASSWORD=${password()}`,
    ),
    ...['AUDIT_KEY', 'LOG_KEY', 'LOG_NONCE_KEY'].map((name) => `${name}=${secret()}`),
    '# A quarter of the memory of a machine.',
    'SHARED_BUFFERS=1GB',
    '',
  ].join('\n');

const [first, ...others] = process.argv.slice(2);
if (first === 'new' && others.length === 3) process.stdout.write(newSite(others));
else if (first !== undefined && first !== 'new' && others.length === 1) render(first, others[0]);
else {
  process.stderr.write(
    'node deploy/ha/render.mjs new DB1 DB2 THIRD > site.env\nnode deploy/ha/render.mjs site.env OUT\n',
  );
  process.exit(1);
}
