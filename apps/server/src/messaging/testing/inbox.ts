import { createECDH } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { Lan } from '@touchline/locales/locales';
import { manualClock } from '../../core/clock.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { testAccount } from '../../testing/book.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { testTouchline } from '../../testing/touchline.ts';
import type { Reader } from '../reader.ts';
import type { PushDelivery } from '../push/service.ts';
import { Inbox } from '../service.ts';

type TestInboxOptions = {
  /** Settings. Videos of `video.example` are shown. */
  env?: Record<string, string>;
  /** How pushes are sent, where no setting says so: the inbox is opened with these then. */
  push?: PushDelivery;
};

/** Opens the inbox of a site, or of another process of a site. */
export const testInbox = async (
  { env, push }: TestInboxOptions = {},
  beside?: { database: TestDatabase },
) => {
  const site = await testTouchline({
    modules: ['audit', 'uploads', 'members', 'play', 'rewards', 'messages', 'office'],
    env: { SITE_TIME_ZONE: 'Europe/Berlin', VIDEO_HOSTS: 'video.example', ...env },
    clock: manualClock(new Date('2026-06-11T12:00:00Z')),
    beside,
  });
  const { clock, database, context, modules } = site;
  const { pool } = database;
  const inbox =
    push === undefined
      ? modules.messages.service
      : new Inbox(
          context,
          {
            audit: modules.audit.service,
            members: modules.members.service,
            play: modules.play.service,
            rewards: modules.rewards.service,
            pictures: modules.uploads.service.pictures,
          },
          push,
        );
  const by = async (...roles: OperatorRole[]) => {
    const account = `operator-${newId().slice(-12)}`;
    const { row } = await modules.office.service.operators.add({ account, roles }, { address: '' });
    return { operator: { id: row.id, account, roles, sessionId: newId() }, address: '127.0.0.1' };
  };
  const [author, carer] = [await by('content'), await by('support')];

  return {
    inbox,
    database,
    clock,
    live: context.live,
    handlers: modules.messages.handlers,
    /** An operator with `content`, the author of notices, and one who looks after safer play. */
    by: author,
    carer,
    async member(lan: Lan = 'en'): Promise<Reader> {
      const id = newId();
      const shard = shardOf(id);
      await testAccount(pool, { id, shard }, lan);
      return { memberId: id, shard, lan };
    },
    /** Keeps a member from playing for good, without the letter about it. */
    async restrict({ memberId, shard }: Reader): Promise<void> {
      await pool.query(
        `insert into play (shard, member_id, restriction, since) values ($1, $2, 'excluded', now())`,
        [shard, memberId],
      );
    },
    async release({ memberId, shard }: Reader): Promise<void> {
      await database.owner.query('delete from play where shard = $1 and member_id = $2', [shard, memberId]);
    },
    /** The newest lines of the audit log about the author, oldest first. */
    async audited(count: number): Promise<unknown[]> {
      const { rows } = await pool.query(
        'select action, detail from office_audit where operator_id = $1 order by at desc, id desc limit $2',
        [author.operator.id, count],
      );
      return rows.toReversed();
    },
    /** Subscribes a browser of a member, where the site has a contact for push services. */
    async subscribe(owner: Reader): Promise<void> {
      const pair = createECDH('prime256v1');
      await inbox.push.save(owner, {
        endpoint: `https://push.example/${newId()}`,
        p256dh: pair.generateKeys().toString('base64url'),
        auth: Buffer.alloc(16, 0x61).toString('base64url'),
      });
    },
    /** The pending pushes of a member: their box and subject. */
    async waiting({ memberId, shard }: Reader): Promise<{ box: string; about_id: string }[]> {
      const { rows } = await pool.query<{ box: string; about_id: string }>(
        'select box, about_id from push_task where shard = $1 and member_id = $2 order by created_at, about_id',
        [shard, memberId],
      );
      return rows;
    },
    /** Publishes a notice. */
    notice: (title: string, more: object = {}) =>
      inbox.contents.save({ kind: 'notice', texts: { en: { title, body: `${title}.` } }, ...more }, author),
    close: site.close,
  };
};

export type TestInbox = Awaited<ReturnType<typeof testInbox>>;

/** A live stream of a member, and the notices or other messages heard on it. */
export const listen = (
  { live }: Pick<TestInbox, 'live'>,
  { memberId, lan }: { memberId: string; lan: Lan },
): { heard: (kind?: 'notice' | 'betNews') => unknown[] } => {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const response = Object.assign(stream, { writeHead: () => response });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the hub uses of a response
  live.attach({ id: memberId, sessionId: newId(), lan }, response as unknown as ServerResponse);
  return {
    heard: (kind = 'notice') =>
      [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].flatMap(([, of, data = '']): unknown[] =>
        of === kind ? [JSON.parse(data)] : [],
      ),
  };
};
