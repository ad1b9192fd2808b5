import { generateKeyPairSync } from 'node:crypto';
import { formatVerifierKey, verifierKey } from '@touchline/verify/keys';
import { newId } from '../../core/ids.ts';
import { testEvent } from '../book.ts';
import { freePort, readSamples, type Sample } from '../metrics.ts';
import { testTouchline, type TestTouchline } from '../touchline.ts';

/** A site with something of all that `/metrics` has figures about. */
export type ObservedSite = {
  site: TestTouchline;
  /** What Prometheus would read now. */
  samples: () => Promise<Sample[]>;
};

const secondsBetweenReads = 5;

/** Boots a site with a metrics port, where members bet, a match is in play, chains are read and a witness does not answer. */
export const observedSite = async (): Promise<ObservedSite> => {
  const port = await freePort();
  const spki = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
  const publicKey = new Uint8Array(spki.subarray(-32));
  const witness = formatVerifierKey(verifierKey({ name: 'witness.example', type: 'cosignature', publicKey }));
  const site = await testTouchline({
    background: true,
    env: {
      METRICS_PORT: String(port),
      METRICS_SECONDS: String(secondsBetweenReads),
      CHAIN_SANDBOX_BLOCK_MS: '100',
      CHAIN_POLL_SECONDS: '1',
      // The match in play falls silent, which is a message of the streams.
      FEED_SILENCE_MS: '15000',
      // No witness listens on port 9.
      LOG_WITNESSES: `${witness} http://127.0.0.1:9/`,
    },
    backupProgress: () => ({ archivedAt: new Date(), isFailing: false }),
  });
  const { owner } = site.database;
  const [event, live] = [await testEvent(owner), await testEvent(owner, { state: 'live' })];
  await owner.query('update event set feed_seen_at = now() where id = $1', [live.id]);
  await owner.query(
    `insert into rail_event (rail, event_id, news_hash, kind, taken_until, handled_at)
     values ('sandbox-card', $1, '\\x00', 'ignored', now(), now())`,
    [newId()],
  );
  await site.modules.book.service.board.refresh([event.id, live.id]);
  const member = await site.member();
  const legs = [{ event: event.id, market: '1x2', selection: 'X', odds: '3.40' }];
  await member.ask('orderAdd', { key: newId(), type: 'single', stake: '10.00', accept: 'any', legs });
  await member.call('orderAdd', { key: newId(), type: 'single', stake: '0.01', accept: 'any', legs });
  return {
    site,
    samples: async () => readSamples(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  };
};
