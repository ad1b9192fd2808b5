import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotStarted, startOutsider } from '../fixtures/server.ts';

/** The log as its outsiders know it. */
type KnownLog = { origin: string; vkey: string };

/** A witness in a process of its own, with its folder. */
type WitnessProgram = {
  name: string;
  /** Its verifier key. */
  vkey: string;
  url: string;
  /** Files of evidence that it has kept, by path. */
  evidence: () => Promise<string[]>;
  /** Verifies a file of evidence (`--examine`). */
  examine: (file: string) => Promise<{ code: number | null; log: string }>;
  stop: () => Promise<void>;
};

const witnessMain = 'apps/witness/src/main.ts';

/**
 * Starts a witness of one log on a free port, as `npm run witness` does.
 * @param folder where it may make one of its own
 */
const startWitness = async (name: string, log: KnownLog, folder: string): Promise<WitnessProgram> => {
  const home = join(folder, name.replaceAll('/', '-'));
  await mkdir(home);
  const config = join(home, 'witness.json');
  const logs = [{ origin: log.origin, vkeys: [log.vkey] }];
  await writeFile(config, JSON.stringify({ name, listen: '127.0.0.1:0', folder: 'data', logs }));
  const { child, log: said, ended } = startOutsider(witnessMain, [config]);
  const listens = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => {
      if (said().includes('listens at')) resolve();
    });
  });
  await Promise.race([
    listens,
    ended.then((code) => {
      throw new NotStarted(code, said());
    }),
  ]);
  const vkey = /^witness (\S+)$/m.exec(said())?.[1] ?? '';
  const url = `http://${/listens at ([^,\s]+)/.exec(said())?.[1]}`;
  const evidenceFolder = join(home, 'data', 'evidence');
  return {
    name,
    vkey,
    url,
    evidence: async () =>
      (await readdir(evidenceFolder))
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(evidenceFolder, file)),
    examine: (file) => run(witnessMain, ['--examine', file, config]),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const run = async (path: string, args: readonly string[]): Promise<{ code: number | null; log: string }> => {
  const { log, ended } = startOutsider(path, args);
  const code = await ended;
  return { code, log: log() };
};

/** Those who check a house from outside: two witnesses, an auditor, and a holder of a proof file. */
export type Outsiders = {
  witnesses: readonly WitnessProgram[];
  /** The setting `LOG_WITNESSES`. */
  addresses: string;
  /** One look of `npm run audit`, which demands both witnesses. @param parts.state the file of an earlier look to continue from */
  audit: (url: string, parts?: { state?: string }) => Promise<{ code: number | null; report: unknown }>;
  /** `npm run check`, which demands both witnesses. */
  check: (file: string) => Promise<{ code: number | null; log: string }>;
  /** A folder for their files. */
  folder: string;
  close: () => Promise<void>;
};

/** Starts the outsiders of a log. */
export const openOutsiders = async (log: KnownLog): Promise<Outsiders> => {
  const folder = await mkdtemp(join(tmpdir(), 'outsiders-'));
  const witnesses = await Promise.all(
    ['club.example/witness', 'regulator.example/witness'].map((name) => startWitness(name, log, folder)),
  );
  const known = [
    '--key',
    log.vkey,
    ...witnesses.flatMap(({ vkey }) => ['--witness', vkey]),
    '--enough',
    String(witnesses.length),
  ];
  return {
    witnesses,
    addresses: witnesses.map(({ vkey, url }) => `${vkey} ${url}`).join(', '),
    audit: async (url, { state } = {}) => {
      const kept = state === undefined ? [] : ['--state', state];
      const { code, log: said } = await run('apps/auditor/src/main.ts', [
        url,
        ...known,
        ...kept,
        '--once',
        '--json',
      ]);
      const report: unknown = said.startsWith('{') ? JSON.parse(said) : said;
      return { code, report };
    },
    check: (file) => run('apps/auditor/src/check.ts', [file, ...known]),
    folder,
    close: async () => {
      await Promise.all(witnesses.map(({ stop }) => stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
};
