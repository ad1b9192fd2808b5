// What other modules may use of this one.
export { officeInboxHandlers } from './office.ts';
export { openMessages } from './open.ts';
export type { Inbox } from './service.ts';
