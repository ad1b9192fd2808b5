import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from './database/database.ts';
import { readFileIfThere, syncFolder } from './disk-files.ts';

const bytes = 32;

const checked = (secret: Uint8Array, what: string, where: string): Uint8Array => {
  if (secret.length !== bytes) throw new Error(`The ${what} in ${where} is damaged`);
  return secret;
};

const keysOf = (folder: string): string => join(folder, 'keys');

/** Where a secret of this name is kept in a data folder. */
const fileOf = (folder: string, name: string): string => join(keysOf(folder), name);

/**
 * A secret of 32 bytes in the data folder, readable by the server alone; the first start makes it.
 * @param folder the data folder
 * @param name of the file below `keys`
 */
export const secretInFolder = async (folder: string, name: string): Promise<Uint8Array> => {
  const path = fileOf(folder, name);
  await mkdir(keysOf(folder), { recursive: true, mode: 0o700 });
  try {
    // Fails when the file exists: the first start writes, every later one reads.
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(randomBytes(bytes));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return checked(await readFile(path), name, path);
};

/** The same secret for a tool that only reads; undefined where no server has made it yet. */
export const readSecretInFolder = async (folder: string, name: string): Promise<Uint8Array | undefined> => {
  const path = fileOf(folder, name);
  const secret = await readFileIfThere(path);
  return secret && checked(secret, name, path);
};

/** A secret for several processes that share a database: the first one makes it. */
export const secretInDatabase = async (on: Queryable, name: string): Promise<Uint8Array> => {
  await on.query(`insert into server_secret (name, secret) values ($1, $2) on conflict (name) do nothing`, [
    name,
    randomBytes(bytes),
  ]);
  const found = await readSecretInDatabase(on, name);
  if (found === undefined) throw new Error(`The ${name} is not in the database`);
  return found;
};

/** The same secret for a tool that only reads; undefined where no server has made it yet. */
export const readSecretInDatabase = async (on: Queryable, name: string): Promise<Uint8Array | undefined> => {
  const { rows } = await on.query<{ secret: Buffer }>('select secret from server_secret where name = $1', [
    name,
  ]);
  const [row] = rows;
  return row && checked(row.secret, name, 'the database');
};

/**
 * Replaces a secret of a data folder by another one; the old one is destroyed. At any time one of them is there. Of two
 * processes at once one does it.
 */
export const replaceSecretInFolder = async (folder: string, name: string, by: string): Promise<void> => {
  const [from, to] = [fileOf(folder, by), fileOf(folder, name)];
  await rename(from, to).catch((error: unknown) => {
    if (existsSync(from) || !existsSync(to)) throw error;
  });
  await syncFolder(keysOf(folder));
};

/** Destroys a secret of a data folder. */
export const removeSecretInFolder = async (folder: string, name: string): Promise<void> => {
  await rm(fileOf(folder, name), { force: true });
  await syncFolder(keysOf(folder));
};

/** The same in the database, in one statement. */
export const replaceSecretInDatabase = async (on: Queryable, name: string, by: string): Promise<void> => {
  await on.query(
    `with next as (delete from server_secret where name = $2 returning secret)
     insert into server_secret (name, secret) select $1, secret from next
     on conflict (name) do update set secret = excluded.secret`,
    [name, by],
  );
};

/** Destroys a secret of the database. */
export const removeSecretInDatabase = async (on: Queryable, name: string): Promise<void> => {
  await on.query('delete from server_secret where name = $1', [name]);
};

/** Text that only the server can have written: anyone can read it, but not make or change it. */
type TextSigner = {
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
