import type { RouteName } from '@touchline/contract/paths';
import type { Input } from './ask.ts';

/** Something operators read: by which call, with what, and how long it may take. */
export type Read = { what: string; name: RouteName; input: Input; aimMs: number };

const listMs = 100;
export const exposureMs = 200;
/** As deep as an operator would turn pages by hand. */
export const deep = 50;

/** @param aimMs that of a list by default */
export const read = (what: string, name: RouteName, input: Input = {}, aimMs = listMs): Read => ({
  what,
  name,
  input,
  aimMs,
});

/** A day before today, as the wire writes days. */
export const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
