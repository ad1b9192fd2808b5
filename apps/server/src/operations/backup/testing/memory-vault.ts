import { checkName, type Vault } from '../vault.ts';

/** A vault in memory. While `fails` is set, nothing can be put into it. */
export type MemoryVault = Vault & { objects: Map<string, Buffer>; fails: boolean };

export const memoryVault = (): MemoryVault => {
  const objects = new Map<string, Buffer>();
  const vault: MemoryVault = {
    objects,
    fails: false,
    where: 'memory',
    put: async (name, bytes) => {
      if (vault.fails) throw new Error('the place is away');
      objects.set(checkName(name), Buffer.from(bytes));
    },
    get: async (name) => objects.get(name),
    remove: async (name) => void objects.delete(name),
    list: async (prefix) =>
      [...objects]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, { length: size }]) => ({ name, size, at: new Date() }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    close: () => undefined,
  };
  return vault;
};
