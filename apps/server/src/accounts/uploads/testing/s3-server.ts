import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TestS3 = {
  endpoint: string;
  /** Objects by bucket and key, `bucket/key`. */
  objects: Map<string, { bytes: Buffer; type: string | undefined; at: Date }>;
  close(): Promise<void>;
};

const missing = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>';

/**
 * As much of an S3-compatible storage as the store uses, in memory, by path style. A request without a
 * signature of the key is refused; the signature itself is not checked.
 */
export const startTestS3 = async (keyId: string, pageSize = 2): Promise<TestS3> => {
  const objects: TestS3['objects'] = new Map();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://s3');
      const key = decodeURIComponent(url.pathname.slice(1));
      const { authorization = '' } = request.headers;
      const answer = (status: number, body: string | Buffer = '', type = 'application/xml'): void => {
        response.writeHead(status, { 'content-type': type }).end(body);
      };
      if (!authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${keyId}/`)) {
        answer(403, '<Error><Code>AccessDenied</Code></Error>');
      } else if (request.method === 'PUT') {
        const bytes = Buffer.concat(chunks);
        objects.set(key, { bytes, type: request.headers['content-type'], at: new Date() });
        answer(200);
      } else if (request.method === 'DELETE') {
        objects.delete(key);
        answer(204);
      } else if (url.searchParams.get('list-type') === '2') {
        answer(200, listing(key, url.searchParams));
      } else {
        const object = objects.get(key);
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
        if (object && from !== undefined)
          answer(206, object.bytes.subarray(Number(from), Number(to) + 1), object.type);
        else if (object) answer(200, object.bytes, object.type);
        else answer(404, missing);
      }
    });
  });

  const listing = (bucket: string, query: URLSearchParams): string => {
    const prefix = `${bucket.replace(/\/$/, '')}/${query.get('prefix') ?? ''}`;
    const from = Number(query.get('continuation-token') ?? 0);
    const all = [...objects]
      .filter(([name]) => name.startsWith(prefix))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const page = all.slice(from, from + pageSize);
    const more = from + pageSize < all.length;
    const contents = page.map(
      ([name, { at, bytes }]) =>
        `<Contents><Key>${name.slice(name.indexOf('/') + 1)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
    );
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`;
  };

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};
