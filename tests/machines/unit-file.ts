/** A unit of systemd: its lines by section and name, in their order. */
export type Unit = {
  /** All values of a name in a section. */
  all: (section: string, name: string) => readonly string[];
  /** The value that counts where a name may be there once. @throws when it is not there */
  one: (section: string, name: string) => string;
};

/** Reads a unit (systemd.syntax(7)): comments, sections and `Name=value`. Units here have no continued lines. */
export const readUnit = (text: string): Unit => {
  const values = new Map<string, string[]>();
  let section = '';
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.endsWith('\\')) throw new Error(`A continued line: ${line}`);
    const header = /^\[(\w+)\]$/.exec(line)?.[1];
    if (header !== undefined) {
      section = header;
      continue;
    }
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`No line of a unit: ${line}`);
    const key = `${section}.${name}`;
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  const all: Unit['all'] = (of, name) => values.get(`${of}.${name}`) ?? [];
  return {
    all,
    one: (of, name) => {
      const value = all(of, name).at(-1);
      if (value === undefined) throw new Error(`The unit has no ${name}`);
      return value;
    },
  };
};

/** The variables of an `Environment=` line, or of a file of settings. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(/\s*\n\s*|\s+(?=[A-Z_]+=)/).flatMap((part) => {
      const [, name, value] = /^([A-Z_0-9]+)=(.*)$/.exec(part) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
