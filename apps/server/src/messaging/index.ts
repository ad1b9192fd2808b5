// What other modules may use of this one.
export { type KeptContent, toWireContent, toWireVersion } from './content/item.ts';
export { openMessages } from './open.ts';
export type { Inbox } from './service.ts';
