import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Lan } from '@touchline/locales/locales';
import { manualClock } from '../../platform/clock.ts';
import { newId, shardOf } from '../../platform/ids.ts';
import { createLiveHub } from '../../platform/live/hub.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { createInbox, type InboxOptions } from '../service.ts';

/** The inbox over a new database, or over that of another: then they are two processes of one site. */
export const testInbox = async (options: Partial<InboxOptions> = {}, beside?: { database: TestDatabase }) => {
  const database = beside?.database ?? (await testDatabase());
  const clock = manualClock(new Date('2026-06-11T12:00:00Z'));
  const live = createLiveHub({ secret: new Uint8Array(32) });
  const kept = new Set<string>();
  const languages = new Map<string, Lan>();
  const audited: { action: string; detail?: unknown }[] = [];
  const inbox = createInbox({
    pool: database.pool,
    live,
    clock,
    log: createLog('silent'),
    site: {
      name: 'Touchline',
      timeZone: 'Europe/Berlin',
      currency: 'PLAY',
      contact: undefined,
      operator: undefined,
      helpStandsIn: true,
      videoHosts: ['video.example'],
    },
    audit: (_client, entry) => {
      audited.push(entry);
      return Promise.resolve();
    },
    membersById: (ids) =>
      Promise.resolve(new Map(ids.map((id) => [id, { language: languages.get(id) ?? 'en' }]))),
    usePicture: () => Promise.resolve(true),
    restricted: (ids) => Promise.resolve(new Set(ids.filter((id) => kept.has(id)))),
    ...options,
  });
  const operator = { id: newId(), account: 'ann', roles: ['content'] as const, sessionId: newId() };

  return {
    inbox,
    database,
    clock,
    live,
    kept,
    languages,
    audited,
    /** An operator with `content`, and one who looks after safer play. */
    by: { operator, address: '127.0.0.1' },
    carer: { operator: { ...operator, id: newId(), roles: ['support'] as const }, address: '127.0.0.1' },
    member: (lan: Lan = 'en') => {
      const memberId = newId();
      languages.set(memberId, lan);
      return { memberId, shard: shardOf(memberId), lan };
    },
    /** Publishes a notice. */
    notice: (title: string, more: object = {}) =>
      inbox.contents.save(
        { kind: 'notice', texts: { en: { title, body: `${title}.` } }, ...more },
        { operator, address: '' },
      ),
    close: async () => {
      live.close();
      if (beside === undefined) await database.close();
    },
  };
};

export type TestInbox = Awaited<ReturnType<typeof testInbox>>;

/** A live stream of a member, and the notices heard on it. */
export const listen = (
  { live }: Pick<TestInbox, 'live'>,
  { memberId, lan }: { memberId: string; lan: Lan },
): { heard: () => unknown[] } => {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const response = Object.assign(stream, { writeHead: () => response });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the hub uses of a response
  live.attach({ id: memberId, sessionId: newId(), lan }, response as unknown as ServerResponse);
  return {
    heard: () =>
      [...text.matchAll(/event: notice\ndata: (.*)\n/g)].map(([, data = '']): unknown => JSON.parse(data)),
  };
};
