import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Seals objects of a backup under one key. An object opens only under the name it was sealed for. */
export type Sealing = {
  /** Tells keys apart without revealing the key: 16 hexadecimal digits. */
  keyId: string;
  /** @param name of the object in the repository */
  seal(name: string, bytes: Uint8Array): Promise<Buffer>;
  /** @throws NotOpened */
  open(name: string, sealed: Uint8Array): Promise<Buffer>;
};

/** An object of a backup that cannot be read, and why. */
export class NotOpened extends Error {}

const mark = Buffer.from('TLBACKUP', 'latin1');
/** Another way to seal gets another number. */
const version = 1;
const keyBytes = 32;
const keyIdBytes = 8;
const saltBytes = 32;
const tagBytes = 16;
const keyIdAt = mark.length + 1;
const saltAt = keyIdAt + keyIdBytes;
const textAt = saltAt + saltBytes;
const cipherName = 'aes-256-gcm';
/** Each object has a key of its own, made from 32 random bytes, so that the nonce is used once. */
const nonce = Buffer.alloc(12);

/**
 * Seals with AES-256-GCM: mark, version, id of the key, salt, the compressed text, and the tag. The head is authenticated with the
 * text, and the key of an object follows from the key, the salt and the object's name (HKDF-SHA-256).
 * @param key 32 bytes
 */
export const createSealing = (key: Uint8Array): Sealing => {
  if (key.length !== keyBytes) throw new Error(`The key of the backup must have ${keyBytes} bytes`);
  const keyId = createHash('sha256').update('touchline backup key id').update(key).digest();
  const ownId = keyId.subarray(0, keyIdBytes);
  const keyOf = (name: string, salt: Uint8Array): Buffer =>
    Buffer.from(hkdfSync('sha256', key, salt, `touchline backup ${version} ${name}`, keyBytes));
  return {
    keyId: ownId.toString('hex'),
    async seal(name, bytes) {
      const salt = randomBytes(saltBytes);
      const head = Buffer.concat([mark, Buffer.of(version), ownId, salt]);
      const text = await pack(bytes, { level: 1 });
      const cipher = createCipheriv(cipherName, keyOf(name, salt), nonce).setAAD(head);
      return Buffer.concat([head, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    },
    async open(name, sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes.length < textAt + tagBytes || !bytes.subarray(0, mark.length).equals(mark)) {
        throw new NotOpened(`${name} is cut short or damaged: it is no object of a backup`);
      }
      if (bytes[mark.length] !== version) {
        throw new NotOpened(`${name} has the format ${bytes[mark.length]}, which this version cannot read`);
      }
      const id = bytes.subarray(keyIdAt, saltAt);
      if (!id.equals(ownId)) {
        throw new NotOpened(
          `${name} is sealed with the key ${id.toString('hex')}, and the key given is ${ownId.toString('hex')}`,
        );
      }
      const tagAt = bytes.length - tagBytes;
      const decipher = createDecipheriv(cipherName, keyOf(name, bytes.subarray(saltAt, textAt)), nonce, {
        authTagLength: tagBytes,
      })
        .setAAD(bytes.subarray(0, textAt))
        .setAuthTag(bytes.subarray(tagAt));
      let text: Buffer;
      try {
        text = Buffer.concat([decipher.update(bytes.subarray(textAt, tagAt)), decipher.final()]);
      } catch {
        throw new NotOpened(`${name} is damaged: its bytes are not those that were written under this name`);
      }
      return unpack(text);
    },
  };
};

/** Reads a key: 64 hexadecimal digits. @throws Error for any other text */
export const parseBackupKey = (text: string): Uint8Array => {
  const digits = text.trim();
  if (!/^[0-9a-f]{64}$/i.test(digits)) throw new Error('The key of the backup is not 64 hexadecimal digits');
  return Buffer.from(digits, 'hex');
};
