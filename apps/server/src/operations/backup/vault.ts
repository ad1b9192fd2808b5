/** An object in the place where backups are kept. */
export type Kept = { name: string; size: number; at: Date };

/**
 * The place where backups are kept: a folder or a bucket. Names have parts of letters, digits, `.`, `_` and `-`, between slashes.
 */
export type Vault = {
  /** For messages. */
  where: string;
  /** An object appears whole or not at all, and replaces one of the same name. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  get: (name: string) => Promise<Buffer | undefined>;
  /** Succeeds also where there is none. */
  remove: (name: string) => Promise<void>;
  /** All objects whose names begin with a prefix, by name. */
  list: (prefix: string) => Promise<Kept[]>;
  close: () => void;
};

/** @throws Error for a name that could leave the place */
export const checkName = (name: string): string => {
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(name) || name.split('/').some((part) => /^\.+$/.test(part))) {
    throw new Error(`"${name}" is no name of an object of a backup`);
  }
  return name;
};
