/** A page of an app as the text behind `#` names it. */
type Route = {
  path: string;
  query: URLSearchParams;
};

/** What is taken into a link at its end: marks of the sentence around it, blanks, and what is not seen. */
const behind = /[\s\p{Cf}.,:;!?)\]}>'"`*»”’…、。，！？）」』】]+$/u;

/** Undoes encoding for as long as the path, which has no such signs of its own, is encoded. */
const decoded = (route: string): string => {
  const [path = ''] = route.split(/[?&]/, 1);
  if (!path.includes('%')) return route;
  try {
    const text = decodeURIComponent(route);
    return text === route ? route : decoded(text);
  } catch {
    return route;
  }
};

/** Reads a query whose `&` became `&amp;`, or that has another query behind it. */
export const straightQuery = (text: string): URLSearchParams =>
  new URLSearchParams(text.replace(/^\?/, '').replaceAll(/&(amp;)*|\?/g, '&'));

/**
 * Reads the address of a page as it was meant. Mails and chats encode the signs of a link, once or twice, write `&amp;`
 * and trackers into its query, and take the end of the sentence with it.
 * @param route what is behind the `#`, with it or without
 */
export const straightRoute = (route: string): Route => {
  const parts = decoded(route.replace(/^#/, '')).split('#');
  const whole = parts.find((part) => /\w/.test(part)) ?? '';
  const [start = '', rest = ''] = whole.split(/[?&](.*)/s);
  const written = start.replace(behind, '').replaceAll(/[\s\p{Cf}!]/gu, '');
  const path = `/${written}`.replaceAll(/\/+/g, '/').replace(/(.)\/$/, '$1');
  const lower = path.toLowerCase();
  const query = new URLSearchParams();
  for (const [name, value] of straightQuery(rest))
    query.set(path === lower ? name : name.toLowerCase(), value);
  const last = [...query.keys()].at(-1);
  // Words that a person searches for may end in any way.
  if (last !== undefined && last !== 'q') query.set(last, (query.get(last) ?? '').replace(behind, ''));
  return { path: lower, query };
};
