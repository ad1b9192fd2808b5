import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Bytes that only the server can read, bound to their owner. */
export type Sealer = {
  seal(bytes: Uint8Array, owner: string): Buffer;
  /**
   * Undefined when they were changed, sealed with another secret or for another purpose, or have another
   * owner.
   */
  open(sealed: Uint8Array, owner: string): Buffer | undefined;
};

const cipherName = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** The first byte, so that another way to seal can be distinguished later. */
const form = 1;

/**
 * Encrypts with AES-256-GCM: form, nonce, tag, and the text. The owner is the additional data.
 * @param secret at least 32 random bytes
 * @param purpose what the bytes are for; those of another purpose do not open
 */
export const createSealer = (secret: Uint8Array, purpose: string): Sealer => {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return {
    seal: (bytes, owner) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(cipherName, key, nonce).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([Buffer.of(form), nonce, cipher.getAuthTag(), text]);
    },
    open: (sealed, owner) => {
      const textAt = 1 + nonceBytes + tagBytes;
      if (sealed.length < textAt || sealed[0] !== form) return undefined;
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      try {
        const cipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(sealed.subarray(1 + nonceBytes, textAt));
        return Buffer.concat([cipher.update(sealed.subarray(textAt)), cipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
};
