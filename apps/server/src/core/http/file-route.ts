import { Readable } from 'node:stream';
import { auditExportPath, filePath, livePath, officeFilePath, picturePath } from '@touchline/contract/paths';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { FastifyInstance } from 'fastify';
import type { LiveHub } from '../live/hub.ts';
import { Refused } from '../refusal.ts';
import { addressKey } from './request-origin.ts';
import type { IdentifyOperator } from './gate.ts';
import type { Member, Operator } from '../handler.ts';
import type { RateLimit } from './floods.ts';

/** Opens a private file for its member; undefined for anybody else. */
export type OpenFile = (member: Member, id: string) => Promise<{ bytes: Buffer; mime: string } | undefined>;

/** The same for an operator, who names its member; each reading is a line of the audit log. */
export type OpenOfficeFile = (
  memberId: string,
  id: string,
  by: { operator: Operator; address: string },
) => Promise<{ bytes: Buffer; mime: string } | undefined>;

/** Headers of an outside image: shown with its type, only here, and not cached. */
const privateImageHeaders = {
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'",
} as const;

/**
 * Members read their own uploads.
 * @param identify finds the caller, within the limits of calls; throws without a sign-in
 */
export const registerFiles = (
  app: FastifyInstance,
  { identify, openFile }: { identify: (token: unknown, address: string) => Member; openFile: OpenFile },
): void => {
  app.get<{ Querystring: { id?: unknown } }>(filePath, async (request, reply) => {
    const member = identify(request.headers['ba-user-token'], request.ip);
    const { id } = request.query;
    const file = typeof id === 'string' ? await openFile(member, id) : undefined;
    if (file === undefined) throw new Refused('file_unknown');
    return reply.headers(privateImageHeaders).type(file.mime).send(file.bytes);
  });
};

/** Roles that review images: vouchers of payments and documents of names. */
const reviewers: ReadonlySet<OperatorRole> = new Set<OperatorRole>(['cashier', 'auditor']);

/**
 * Reviewers read members' uploads.
 * @param identify finds the calling operator, within the limits of calls; throws without a sign-in
 */
export const registerOfficeFiles = (
  app: FastifyInstance,
  { identify, openFile }: { identify: IdentifyOperator; openFile: OpenOfficeFile },
): void => {
  app.get<{ Querystring: { member?: unknown; id?: unknown } }>(officeFilePath, async (request, reply) => {
    const operator = await identify(request);
    if (!operator.roles.some((role) => reviewers.has(role))) throw new Refused('forbidden');
    const { member, id } = request.query;
    const file =
      typeof member === 'string' && typeof id === 'string'
        ? await openFile(member, id, { operator, address: request.ip })
        : undefined;
    if (file === undefined) throw new Refused('file_unknown');
    return reply.headers(privateImageHeaders).type(file.mime).send(file.bytes);
  });
};

/** Opens a picture that operators published. */
export type OpenPicture = (id: string) => Promise<{ bytes: Buffer; mime: string } | undefined>;

/** A picture never changes under its id, and may be shown by pages of any host. */
const publicPictureHeaders = {
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'",
} as const;

/**
 * Published pictures.
 * @param withinLimit throws when an address calls too often
 */
export const registerPictures = (
  app: FastifyInstance,
  { withinLimit, openPicture }: { withinLimit: (address: string) => void; openPicture: OpenPicture },
): void => {
  app.get<{ Params: { id: string } }>(picturePath, async (request, reply) => {
    withinLimit(request.ip);
    const picture = await openPicture(request.params.id);
    if (picture === undefined) throw new Refused('file_unknown');
    return reply.headers(publicPictureHeaders).type(picture.mime).send(picture.bytes);
  });
};

/** Opens a table for an operator, by its filter; rejects with a Refused when that is not possible. */
export type OpenTable = (
  query: unknown,
  operator: Operator,
  address: string,
) => Promise<AsyncIterable<string>>;

/** Roles that may export the audit log: those that may read it. */
const auditReaders: ReadonlySet<OperatorRole> = new Set<OperatorRole>(['auditor']);

/**
 * The tables of the office as files.
 * @param identify finds the calling operator, within the limits of calls; throws without a sign-in
 */
export const registerExports = (
  app: FastifyInstance,
  { identify, openAudit }: { identify: IdentifyOperator; openAudit: OpenTable },
): void => {
  app.get(auditExportPath, async (request, reply) => {
    const operator = await identify(request);
    if (!operator.roles.some((role) => auditReaders.has(role))) throw new Refused('forbidden');
    const pieces = await openAudit(request.query, operator, request.ip);
    return reply
      .headers({
        'content-disposition': 'attachment; filename="audit.csv"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .type('text/csv; charset=utf-8')
      .send(Readable.from(pieces));
  });
};

/** When an address with too many streams may try again. */
const comeBackMs = 30_000;

/** The live stream: a ticket from `liveTicket` or `visitorTicket` opens it once. */
export const registerLive = (app: FastifyInstance, live: LiveHub, limit: RateLimit): void => {
  app.get<{ Querystring: { token?: unknown } }>(livePath, async (request, reply) => {
    const untilMs = limit(addressKey(request.ip), Date.now());
    if (untilMs !== undefined) throw new Refused('too_many', { until: new Date(untilMs).toISOString() });
    const address = addressKey(request.ip);
    const full = live.isFull(address);
    // The ticket is not spent: the app waits longer each time, and continues with fetched data.
    if (full === 'all') throw new Refused('unavailable');
    if (full === 'address') {
      throw new Refused('too_many', { until: new Date(Date.now() + comeBackMs).toISOString() });
    }
    const { token: ticket } = request.query;
    const reader = typeof ticket === 'string' ? await live.redeem(ticket) : undefined;
    if (reader === undefined) throw new Refused('sign_in');
    if (live.isFull(address, reader) !== undefined) throw new Refused('unavailable');
    reply.hijack();
    // Headers set by hooks, such as the page's permission, would be lost with the reply.
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    live.attach(reader, reply.raw, address);
  });
};
