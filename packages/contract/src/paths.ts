import { paths } from './paths.gen.ts';

/** Method and path of every call, by name: the part of the contract that costs a client nothing to load. */
export { paths };

export type RouteName = keyof typeof paths;

/** The live stream (server-sent events); its query `token` is the ticket from `liveTicket`. Not a call: it has no envelope. */
export const livePath = '/api/live';

/** An image its owner sent, with the query `id` and the header of the token. Not a call: a success is the image itself. */
export const filePath = '/api/alioss/file';
/** The same for operators who review it, with the queries `member` and `id`. */
export const officeFilePath = '/api/office/file';
/** The audit log as a table in a file, with the queries of officeAuditList but its pages. Not a call either. */
export const auditExportPath = '/api/office/export/audit.csv';
/** A picture of something operators published, for everyone. Not a call: a success is the picture itself. */
export const picturePath = '/api/pictures/:id';
/** Where payment providers send their notices; the last part names the rail. Not a call: it is theirs, not ours. */
export const notifyPath = '/api/payment/notify/:rail';
