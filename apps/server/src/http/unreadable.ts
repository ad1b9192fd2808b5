import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Reason } from '@touchline/contract/reasons';
import { fallbackLan } from '@touchline/locales/locales';
import { Refused } from '../platform/refusal.ts';
import { renderRefusal, type SiteFacts } from './envelope.ts';

const answers = new Map<string, { status: number; reason: Reason }>([
  ['HPE_HEADER_OVERFLOW', { status: 431, reason: 'too_large' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, reason: 'bad_request' }],
]);

/**
 * Answers input that is no HTTP, before there is a request: with the envelope, in the fallback language,
 * since the caller's is unknown.
 */
export const answerUnreadable = (error: { code?: string }, socket: Socket, site: SiteFacts): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason } = answers.get(error.code ?? '') ?? { status: 400, reason: 'bad_request' };
  const { body } = renderRefusal(new Refused(reason), fallbackLan, site);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};
