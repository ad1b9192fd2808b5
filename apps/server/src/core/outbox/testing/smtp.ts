import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type TestSmtp = {
  url: string;
  /** Accepted mails, with the recipients of the envelope. */
  mails: { to: string[]; mail: Email; raw: string }[];
  close(): Promise<void>;
};

/** A real SMTP server on this machine that accepts every mail unless the options say otherwise. */
export const testSmtp = async (options: SMTPServerOptions = {}): Promise<TestSmtp> => {
  const mails: TestSmtp['mails'] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString();
        const to = session.envelope.rcptTo.map(({ address }) => address);
        PostalMime.parse(raw)
          .then((mail) => mails.push({ to, mail, raw }))
          .then(() => done(), done);
      });
    },
    ...options,
  });
  // A client that gives up is no fault of the server.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a TCP server it is one
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
