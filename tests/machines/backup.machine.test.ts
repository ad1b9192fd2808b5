import { cp, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { parseNote } from '@touchline/verify/note';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRepository } from '../../apps/server/src/operations/backup/open.ts';
import { CannotRestore, type Target } from '../../apps/server/src/operations/backup/plan.ts';
import { restore as restoreHere } from '../../apps/server/src/operations/backup/restore.ts';
import { NotOpened } from '../../apps/server/src/operations/backup/sealing.ts';
import { readConfig } from '../../apps/server/src/core/config/config.ts';
import { openDatabase, type Database } from '../../apps/server/src/core/database/database.ts';
import { enqueue } from '../../apps/server/src/core/jobs.ts';
import { findBinaries } from '../../apps/server/src/operations/postgres/binaries.ts';
import { outsideClusters, startEmbedded } from '../../apps/server/src/operations/postgres/embedded.ts';
import { postgresUser } from '../../apps/server/src/operations/postgres/user.ts';
import { seedOpenBets } from '../../apps/server/src/testing/open-bets.ts';
import { testResults } from '../../apps/server/src/testing/results.ts';
import { startTestS3 } from '../../apps/server/src/accounts/uploads/testing/s3-server.ts';
import { makeDataFolder, type DataFolder } from '../fixtures/data-folder.ts';
import { copyFolder, makeMigratedFolder } from './migrated-folder.ts';
import { openOrders } from './log-orders.ts';
import { memberApi, password } from '../fixtures/member-api.ts';
import { officeApi } from '../fixtures/office-api.ts';
import { announceOpenMatch } from './open-match.ts';
import { runBackup, startLogTool, startServer, verifyLedger, type Server } from '../fixtures/server.ts';

/**
 * A site that is archived while it runs, lost, and restored: to the end of the archive and to an earlier time, in the middle of a
 * settlement, and from damaged backups. Tests that change the site or its repository take a copy of both.
 */
describe.skipIf(process.platform === 'win32')('a site with backups', () => {
  const folders: DataFolder[] = [];
  const repositories: string[] = [];
  let repository: string;
  let folder: DataFolder;
  let settings: Record<string, string>;
  let archived: Record<string, string>;
  let server: Server | undefined;
  /** A withdrawal that was approved before `before`, and paid after it. */
  let paid: { member: string; id: string };
  let before: Date;
  let signed: number;
  /** A match with a thousand open bets. */
  let match: string;
  let token: string;
  const reference = 'BANK 77-1';
  const note = 'The list of the bank was compared line by line';

  const newRepository = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'touchline-repository-'));
    repositories.push(made);
    return made;
  };
  const newFolder = async (): Promise<DataFolder> => {
    const made = await makeDataFolder();
    folders.push(made);
    return made;
  };
  const start = async (of: DataFolder, more: Record<string, string> = {}): Promise<Server> => {
    server = await startServer({ ...settings, DATA_DIR: of.path, ...more });
    return server;
  };
  const checkpoint = async (of: Server): Promise<{ origin: string; size: number }> =>
    parseCheckpoint(parseNote(await (await fetch(`${of.url}/log/checkpoint`)).text()).text);
  const bet = async (of: Server, prefix: string, count: number): Promise<void> => {
    const api = memberApi(of.url, token);
    const orderOf = await openOrders(api);
    for (let n = 0; n < count; n++) await api.call('orderAdd', orderOf(`backup-${prefix}-${n}`));
  };
  /** Runs `npm run backup` for the site, or for a copy of it. */
  const backup = async (args: readonly string[] = [], of = archived): Promise<string> => {
    const { code, log } = await runBackup('backup', args, of);
    expect([code, log]).toEqual([0, log]);
    return log;
  };
  const restore = (to: string, into: string, more: Record<string, string> = {}, ...args: string[]) =>
    runBackup('restore', ['--to', to, '--into', into, ...args], { ...archived, ...more });
  /** Works on the database of a folder as its owner. */
  const onDatabase = async <T>(
    of: DataFolder,
    work: (database: Database, url: string) => Promise<T>,
  ): Promise<T> => {
    const url = (await startEmbedded(of.path)).ownerUrl('touchline');
    const database = openDatabase(url, 4, () => undefined);
    try {
      return await work(database, url);
    } finally {
      await database.close();
    }
  };
  /** A copy of the site and its repository, with the database running as a server that was killed leaves it. */
  const copyOfSite = async (): Promise<{ copy: DataFolder; kept: string; of: Record<string, string> }> => {
    const copy = await copyFolder(folder);
    folders.push(copy);
    await startEmbedded(copy.path);
    const kept = await newRepository();
    await cp(repository, kept, { recursive: true });
    return { copy, kept, of: { ...archived, DATA_DIR: copy.path, BACKUP_TO: kept } };
  };
  const agrees = async (of: DataFolder): Promise<void> => {
    const { code, log } = await verifyLedger({ ...settings, DATA_DIR: of.path });
    expect(log).toContain('all agree');
    expect(code).toBe(0);
  };

  const status = async (of: DataFolder): Promise<string> => {
    const tool = startLogTool(['status'], { ...settings, DATA_DIR: of.path });
    expect(await tool.ended).toBe(0);
    return tool.log();
  };

  /** It is copied and archived while members bet and withdraw. */
  const archiveSite = async (): Promise<void> => {
    const running = await start(folder, archived);
    // Before the bets of members, as they have no hash of their slips.
    match = await onDatabase(folder, async (database, url) => {
      // As pgBackRest leaves it behind after a restore: it must not end later ones.
      await database.pool.query("alter system set recovery_target_time = '2020-01-01'");
      const { event } = await seedOpenBets(database, url, 1_000);
      await announceOpenMatch(url);
      return event;
    });
    ({ token } = await memberApi(running.url).register('ann'));
    const ann = memberApi(running.url, token);
    await bet(running, 'first', 3);
    expect(await backup()).toContain('is complete in');
    const { id: wallet } = await ann.call('walletSave', {
      type: 'usdt-trc20',
      address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX',
      password,
    });
    const { id } = await ann.call('createWithdraw', { key: 'ann-withdraws', wallet, amount: '200.00' });
    paid = { member: (await ann.call('userInfo', {})).id, id };
    const cashier = await officeApi(running.url, folder.path, 'cashier1');
    await cashier.call('officeWithdrawDecide', { ...paid, version: 0, decision: 'approve' });
    before = new Date();
    const { size } = await checkpoint(running);
    await cashier.call('officeWithdrawPaid', { ...paid, version: 1, reference });
    await bet(running, 'second', 10);
    await vi.waitUntil(async () => (await checkpoint(running)).size > size + 24, { timeout: 60_000 });
    expect(await running.stop()).toBe(0);
    server = undefined;
    signed = Number(/signed (\d+) entries in epoch 1/.exec(await status(folder))?.[1]);
    expect(await backup(['list'])).toMatch(/stopped at .*, archived up to .*, \d+ entries signed in epoch 1/);
  };

  beforeAll(async () => {
    folder = await makeMigratedFolder();
    folders.push(folder);
    repository = await newRepository();
    settings = {
      LOG_ORIGIN: 'backup.example/log',
      REPLAY: 'false',
      OFFICE_DEMO: 'true',
      // What the members of the seeded match were granted, by which verify judges it.
      PLAY_GRANT: '100000',
      PAYOUT_RAIL: 'manual',
      PAYOUT_COOLING_HOURS: '0',
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      LOG_LEVEL: 'warn',
    };
    archived = {
      ...settings,
      DATA_DIR: folder.path,
      BACKUP_TO: repository,
      BACKUP_KEY: '5a'.repeat(32),
      BACKUP_SECONDS: '1',
    };
    await archiveSite();
  });
  afterAll(async () => {
    await server?.stop();
    for (const one of folders) await one.remove();
    for (const one of repositories) await rm(one, { recursive: true, force: true });
  });

  it('restored to the end of the archive, has everything, and its log continues', async () => {
    const into = await newFolder();
    const { code, log } = await restore('latest', into.path);
    expect([code, log]).toEqual([0, expect.stringContaining('all agree')]);
    expect(log).toContain(`disk    signed ${signed} entries in epoch 1`);
    expect(await restore('latest', into.path)).toEqual({
      code: 1,
      log: expect.stringContaining('a restore never overwrites'),
    });
    const running = await start(into);
    await bet(running, 'third', 2);
    await expect.poll(async () => (await checkpoint(running)).size).toBeGreaterThan(signed + 3);
    expect((await checkpoint(running)).origin).toBe('backup.example/log');
    const { list } = await memberApi(running.url, token).call('withdrawList', { id: paid.id });
    expect(list[0]).toMatchObject({ state: 'success', reference });
    // Payouts are held here too: the last payments before the loss may be missing in the archive.
    const cashier = await officeApi(running.url, into.path, 'cashier1');
    const { hold } = await cashier.call('officePayoutHold', {});
    expect(hold).toMatchObject({ reason: 'restored', waiting: 0 });
    const references = [reference];
    expect(await cashier.call('officePayoutCompare', { references })).toEqual({
      known: references,
      unknown: [],
    });
    const release = { version: hold?.version ?? 0, references, unknown: [], note };
    await cashier.call('officePayoutRelease', release);
    expect(await cashier.call('officePayoutHold', {})).toEqual({});
    await running.stop();
    server = undefined;

    // As if another tool had restored it: payouts are held again, from the earlier time on.
    const adopted = await runBackup('restore', ['--adopt', '--to', before.toISOString()], {
      ...settings,
      DATA_DIR: into.path,
    });
    expect([adopted.code, adopted.log]).toEqual([0, expect.stringContaining('all agree')]);
    expect(adopted.log).toContain(`from ${before.toISOString()} on`);
    const held = await onDatabase(into, ({ pool }) =>
      pool.query<{ reason: string; since: Date }>(
        'select reason, since from payout_hold where released_at is null',
      ),
    );
    expect(held.rows).toEqual([{ reason: 'restored', since: before }]);
  });

  it('restored to an earlier time, signs nothing before an epoch, and pays nothing twice', async () => {
    const into = await newFolder();
    const { pgCtl } = await findBinaries(await postgresUser(), outsideClusters);
    const programs = ['--programs', dirname(pgCtl)];
    const { code, log } = await restore(before.toISOString(), into.path, {}, ...programs);
    expect([code, log]).toEqual([2, expect.stringContaining('everything after it is lost')]);
    expect(log).toContain(`this machine signed ${signed} entries`);
    let running = await start(into);
    await expect.poll(() => running.log()).toContain('"reason":"behind"');
    const ann = memberApi(running.url);
    await ann.login('ann');
    const { list } = await ann.call('withdrawList', { id: paid.id });
    expect(list[0]).toMatchObject({ state: 'in_progress', stage: 'paying' });
    expect((await ann.call('orderList', {})).total).toBe(3);

    const cashier = await officeApi(running.url, into.path, 'cashier1');
    const { hold } = await cashier.call('officePayoutHold', {});
    expect(hold).toMatchObject({ reason: 'restored', since: before.toISOString(), waiting: 1 });
    const references = [reference];
    expect(await cashier.call('officePayoutCompare', { references })).toMatchObject({ unknown: references });
    await cashier.call('officeWithdrawPaid', { ...paid, version: 1, reference });
    const version = hold?.version ?? 0;
    await cashier.call('officePayoutRelease', { version, references, unknown: [], note });
    await running.stop();
    const epoch = startLogTool(['epoch', '--reason', 'the disk was lost'], {
      ...settings,
      DATA_DIR: into.path,
    });
    expect(await epoch.ended).toBe(0);
    running = await start(into);
    await expect.poll(async () => (await checkpoint(running)).origin).toBe('backup.example/log/2');
    await running.stop();
    server = undefined;
    await agrees(into);
  });

  it('lost while it settles, continues the settlement and pays each bet once', async () => {
    const { copy, of } = await copyOfSite();
    const running = await start(copy, { ...of, FAILPOINT: 'chunk.committed:7' });
    await onDatabase(copy, async (database, url) => {
      const { events, close } = await testResults(database, url, (client, eventId, version) =>
        enqueue(client, 'settle', { eventId, version }, `settle:${eventId}:${version}`),
      );
      const score = { ht: { home: 0, away: 0 }, ft: { home: 2, away: 1 } };
      await events.rulings.recordResult(match, { ...score, source: 'test', confirmedBy: 'referee' });
      await close();
    });
    await running.ended;
    server = undefined;
    // The machine is dead; what PostgreSQL has on its disk is archived by hand.
    await backup([], of);
    const into = await newFolder();
    const { code, log } = await restore('latest', into.path, of);
    expect([code, log]).toEqual([0, expect.stringContaining('all agree')]);
    expect(log).toMatch(/\d+ settled, [1-9]\d* settling/);
    const again = await start(into);
    await onDatabase(into, async ({ pool }) => {
      const runs = 'select from settlement_run where event_id = $1 and finished_at is not null';
      await expect.poll(async () => (await pool.query(runs, [match])).rowCount).toBe(1);
      const { rows } = await pool.query(
        `select e.ref from entry e join bet b on b.shard = e.shard and b.member_id = e.member_id and b.id = e.ref
         where e.kind = 'payout' group by e.ref having count(*) > 1`,
      );
      expect(rows).toEqual([]);
    });
    await again.stop();
    server = undefined;
    await agrees(into);
  });

  /** The file of the last object of a folder of the repository. */
  const fileIn = async (kept: string, pattern: RegExp): Promise<string> => {
    const names = (await readdir(kept)).filter((name) => pattern.test(name)).toSorted();
    return join(kept, names.at(-1) ?? 'none');
  };
  /** Restores in this process while something is wrong with the repository. @returns what the command would print */
  const refusalOf = async (
    of: Record<string, string>,
    target: Target = 'latest',
    baseId?: string,
  ): Promise<string> => {
    const into = await newFolder();
    const kept = await openRepository(readConfig(of));
    try {
      await restoreHere({
        repository: kept,
        target,
        baseId,
        into: into.path,
        isTrial: false,
        say: () => undefined,
      });
    } catch (error) {
      if (!(error instanceof CannotRestore || error instanceof NotOpened)) throw error;
      return error.message;
    } finally {
      kept.close();
    }
    throw new Error('it was restored');
  };

  it('refuses a wrong key, and a damaged, torn or missing object', async () => {
    const { kept, of } = await copyOfSite();
    await backup([], of);
    const other = '5b'.repeat(32);
    expect(await restore('latest', (await newFolder()).path, { ...of, BACKUP_KEY: other })).toEqual({
      code: 1,
      log: expect.stringMatching(/is sealed with the key [0-9a-f]{16}, and the key given/),
    });

    const [base = ''] = (await readdir(join(kept, 'base'))).toSorted().slice(-1);
    const part = await fileIn(join(kept, 'base', base), /^data-/);
    const whole = await readFile(part);
    const damaged = Buffer.from(whole);
    damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
    await writeFile(part, damaged);
    expect(await refusalOf(of)).toContain('is damaged: its bytes are not those that were written');
    await truncate(part, whole.length - 1_000);
    expect(await refusalOf(of)).toContain('is damaged');
    await writeFile(part, whole);

    await rename(part, `${part}.away`);
    expect(await refusalOf(of)).toMatch(/data-\d+ is missing in/);
    await rename(`${part}.away`, part);

    // The base backup before the last one needs all of the log.
    const [first = ''] = (await readdir(join(kept, 'base'))).toSorted();
    const wal = (await readdir(join(kept, 'wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted();
    const middle = join(kept, 'wal', wal.at(-2) ?? 'none');
    await rename(middle, join(kept, 'segment'));
    expect(await refusalOf(of, 'latest', first)).toMatch(
      /The log has a gap: [0-9A-F]{24} is missing\. From base backup .* reaches .* at most/,
    );
    expect(await backup(['list'], of)).toContain('GAP');
    await rename(join(kept, 'segment'), middle);

    expect(await restore('latest', (await newFolder()).path, of, '--programs', '/nowhere')).toEqual({
      code: 1,
      log: expect.stringContaining('There is no pg_ctl in /nowhere'),
    });
    expect(await refusalOf(of, new Date(Date.now() + 3_600_000))).toContain('The archive ends at');
  });

  it('keeps a number of base backups, and of the log what these need', async () => {
    const { kept, of } = await copyOfSite();
    await backup([], of);
    const files = (await readdir(join(kept, 'wal'))).length;
    expect(await backup(['--keep', '1'], of)).toMatch(/removed 2 older/);
    expect((await backup(['list'], of)).match(/^base /gm)).toHaveLength(1);
    expect((await readdir(join(kept, 'wal'))).length).toBeLessThan(files);
    expect(await backup(['check'], of)).toContain('the backup can be restored and agrees');
  });

  it('is copied to a bucket as well, sealed', async () => {
    const s3 = await startTestS3('key-1', 100);
    const { of } = await copyOfSite();
    const inBucket = {
      ...of,
      BACKUP_TO: 's3://backups/site',
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_KEY_ID: 'key-1',
      BACKUP_S3_SECRET: 'secret',
    };
    try {
      expect(await backup([], inBucket)).toContain('is complete in s3://backups/site');
      expect([...s3.objects.keys()].every((name) => name.startsWith('backups/site/'))).toBe(true);
      const clear = [...s3.objects.values()].filter(
        ({ bytes }) => !bytes.toString('latin1').startsWith('TLBACKUP'),
      );
      expect(clear).toEqual([]);
      expect(await backup(['check'], inBucket)).toContain('the backup can be restored and agrees');
    } finally {
      await s3.close();
    }
  });
});
