/** List of the built files, for `fetchAhead`. Files are named by their position in `files`. */
export type Ahead = {
  files: readonly string[];
  /** What each page needs in addition to the core, by its address without the first slash. */
  pages: Readonly<Record<string, readonly number[]>>;
  /** What the texts of each language are in: those of the first page, and the others. */
  texts: Readonly<Record<string, readonly [first: number, rest: number]>>;
  home: string;
  signIn: string;
};

type Place = {
  /** Local storage of the app. */
  read: (key: string) => string | null;
  hash: string;
  root: { dataset: DOMStringMap };
  /** Begins to fetch a file. */
  fetch: (file: string) => void;
};

/** What may be stored: anything, but if it is ours, then this. */
type Kept = {
  language?: { chosen?: string; default?: string; list?: readonly ({ lan?: string } | null)[] } | null;
  theme?: string;
  user?: { token?: string } | null;
} | null;

/**
 * Runs in the page before anything else is there: begins to fetch what the address will ask for, so that it comes with
 * the core and not after it, and turns to the chosen theme. What it cannot know is fetched when it is needed.
 * The build writes this function into the page, so it must not use anything of this module but its types.
 */
export const fetchAhead = (
  { files, pages, texts, home, signIn }: Ahead,
  { read, hash, root, fetch }: Place,
): void => {
  const kept = (key: string): Kept => {
    try {
      return JSON.parse(read(key) ?? '{}');
    } catch {
      return null;
    }
  };
  const config = kept('config');
  const theme = config?.theme;
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
  const { chosen, default: standard = '', list } = config?.language ?? {};
  const isOffered = !Array.isArray(list) || list.length === 0 || list.some((one) => one?.lan === chosen);
  const lan = chosen !== undefined && isOffered ? chosen : standard;
  const [first, rest] = (Object.hasOwn(texts, lan) ? texts[lan] : texts.en) ?? [];
  const isMember = Boolean(kept('user')?.user?.token);
  const asked = /^#\/([^?]*)/.exec(hash)?.[1] || home;
  const path = asked === home && !isMember ? signIn : asked;
  const needed = Object.hasOwn(pages, path) ? pages[path] : undefined;
  for (const file of [first, path === home ? undefined : rest, ...(needed ?? [])]) {
    const name = file === undefined ? undefined : files[file];
    if (name !== undefined) fetch(name);
  }
};
