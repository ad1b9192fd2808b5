import { filePath } from '@touchline/contract/paths';
import type { FastifyInstance } from 'fastify';
import { Refused } from '../platform/refusal.ts';
import type { Member } from './handler.ts';

/** Opens a private file for a member; undefined when there is none that is theirs. */
export type OpenFile = (member: Member, id: string) => Promise<{ bytes: Buffer; mime: string } | undefined>;

/** Headers of an image that came from outside: shown as what it is, by nobody else, and kept nowhere. */
const privateImageHeaders = {
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'",
} as const;

/**
 * The reading of one's own uploads.
 * @param identify tells who calls, within the limits of calls; throws when nobody is signed in
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
