import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { trustedKeys, verifyReceiptBy } from '@touchline/verify/key-changes';
import { parseVerifierKey } from '@touchline/verify/keys';
import { parseNote } from '@touchline/verify/note';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startSigner, type SignerProcess } from '../../apps/server/src/proofs/log/testing/signer-process.ts';
import { openOrders } from './log-orders.ts';
import { memberApi, type MemberApi } from '../fixtures/member-api.ts';
import { announceOpenMatch } from './open-match.ts';
import { startLogTool } from '../fixtures/server.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';
import { story } from './story.ts';

/** A server whose key is in another process, which ends and comes back. */
describe.skipIf(process.platform === 'win32')('a signer of its own', () => {
  let folder: string;
  let listen: string;
  let signer: SignerProcess;
  let server: TestServer;
  let ann: MemberApi;
  let firstVkey: string;

  const vkey = async (): Promise<string> => (await (await fetch(`${server.url}/log/vkey`)).text()).trim();
  const signedSize = async (): Promise<number> => {
    const answer = await fetch(`${server.url}/log/checkpoint`);
    return answer.ok ? parseCheckpoint(parseNote(await answer.text()).text).size : 0;
  };
  const place = (key: string) => ann.call('orderAdd', orders(key));
  let orders: Awaited<ReturnType<typeof openOrders>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchline-signer-'));
    listen = `unix:${join(folder, 'signer.sock')}`;
    signer = await startSigner(join(folder, 'signer'), listen);
    server = await startTestServer({ LOG_SIGNER: listen, REPLAY: 'false' });
    await announceOpenMatch(server.database.url);
    ann = memberApi(server.url);
    await ann.register('ann');
    orders = await openOrders(ann);
  });
  afterAll(async () => {
    await server.close();
    await signer.kill();
    await rm(folder, { recursive: true, force: true });
  });

  story('ends, comes back, and is followed by a key of the server', {
    'signs the receipt of a bet': async () => {
      const { receipt } = await place('with-signer');
      if (receipt === null) throw new Error('no receipt');
      firstVkey = await vkey();
      expect(verifyReceiptBy(receipt, trustedKeys(parseVerifierKey(firstVkey), [])).ok).toBe(true);
      await expect.poll(signedSize).toBeGreaterThan(0);
    },

    'is missed by nobody who bets: the receipt comes later, and the log waits with an alarm': async () => {
      await signer.kill();
      const { id, receipt } = await place('without-signer');
      expect(receipt).toBeNull();
      await expect.poll(() => server.log()).toContain('signer_away');
      expect(server.log()).toContain('log_refused');
      const size = await signedSize();

      signer = await startSigner(join(folder, 'signer'), listen);
      await expect.poll(signedSize).toBeGreaterThan(size);
      const detail = await ann.call('orderDetail', { id });
      if (detail.receipt === null) throw new Error('no receipt');
      expect(verifyReceiptBy(detail.receipt, trustedKeys(parseVerifierKey(await vkey()), [])).ok).toBe(true);
      const { own } = await ann.call('logProof', { kind: 'bet', id });
      expect(own?.id).toBe(id);
    },

    'is followed by a key that the server keeps, while it runs': async () => {
      const { LOG_SIGNER: _signer, ...others } = server.settings;
      const settings = { ...others, LOG_SIGNER_OLD: listen };
      const tool = startLogTool(['rotate'], settings);
      if ((await tool.ended) !== 0) throw new Error(tool.log());
      await expect.poll(vkey).not.toBe(firstVkey);
      const status = startLogTool(['status'], settings);
      expect(await status.ended).toBe(0);
      expect(status.log()).toContain(await vkey());
      const { receipt } = await place('after-signer');
      if (receipt === null) throw new Error('no receipt');
      const answer: unknown = await (await fetch(`${server.url}/log/vkeys`)).json();
      expect(answer).toMatchObject({ keys: [{ since: 0, vkey: firstVkey }, { vkey: await vkey() }] });
      expect(verifyReceiptBy(receipt, trustedKeys(parseVerifierKey(await vkey()), [])).ok).toBe(true);
    },
  });
});
