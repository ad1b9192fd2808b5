import { asFields, asList, asText } from './parse.ts';
import { createStore } from './store.ts';

/** Who is signed in, and with which token. */
export type Session = { token: string; id: string; account: string; roles: readonly string[] };
/** Why the last session is over, where its operator did not end it. */
export type Ended = 'ended' | 'idle' | 'renewed';

const isText = (value: unknown): value is string => typeof value === 'string';

const parseSession = (stored: unknown): Session | undefined => {
  const fields = asFields(stored);
  const [token, id, account] = [asText(fields.token), asText(fields.id), asText(fields.account)];
  if (token === undefined || id === undefined || account === undefined) return undefined;
  return { token, id, account, roles: asList(fields.roles).filter(isText) };
};

export const sessionStore = createStore<Session | undefined>('office.session', parseSession);

let ended: Ended | undefined;
/** Why the last session is over; undefined when its operator signed out. */
export const whyEnded = (): Ended | undefined => ended;

export const beginSession = (session: Session): void => {
  ended = undefined;
  sessionStore.write(session);
};

/** Forgets the session of this browser. */
export const endSession = (why?: Ended): void => {
  if (sessionStore.read() === undefined) return;
  ended = why;
  sessionStore.write(undefined);
};
