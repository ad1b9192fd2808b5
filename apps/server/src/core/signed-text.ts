import { createHmac, timingSafeEqual } from 'node:crypto';

/** Text that only the server can have written: anyone can read it, but not make or change it. */
export type TextSigner = {
  sign(text: string): string;
  /** The signed text, or undefined when it was not signed with this secret and for this purpose. */
  open(signed: string): string | undefined;
};

/**
 * Signs with HMAC-SHA-256: "<base64url of the text>.<base64url of the code>".
 * @param secret at least 32 random bytes
 * @param purpose what the texts are for; those of another purpose do not open
 */
export const createTextSigner = (secret: Uint8Array, purpose: string): TextSigner => {
  const key = createHmac('sha256', secret).update(purpose).digest();
  const codeOf = (head: string): Buffer => createHmac('sha256', key).update(head).digest();
  return {
    sign: (text) => {
      const head = Buffer.from(text).toString('base64url');
      return `${head}.${codeOf(head).toString('base64url')}`;
    },
    open: (signed) => {
      const dot = signed.indexOf('.');
      if (dot < 1) return undefined;
      const head = signed.slice(0, dot);
      const code = signed.slice(dot + 1);
      // Compares the text of the code, not its bytes: base64url can spell one value in several ways.
      const expected = Buffer.from(codeOf(head).toString('base64url'));
      const given = Buffer.from(code);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return Buffer.from(head, 'base64url').toString();
    },
  };
};
