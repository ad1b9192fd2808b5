import { asFields, asList, asText } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';

/** Who is signed in, with which token, and which calls the roles open. */
export type OperatorSession = {
  token: string;
  id: string;
  account: string;
  roles: readonly string[];
  calls: readonly string[];
};
/** Why the last session is over, where its operator did not end it. */
export type Ended = 'ended' | 'idle' | 'renewed';

const isText = (value: unknown): value is string => typeof value === 'string';

const parseSession = (stored: unknown): OperatorSession | undefined => {
  const fields = asFields(stored);
  const [token, id, account] = [asText(fields.token), asText(fields.id), asText(fields.account)];
  if (token === undefined || id === undefined || account === undefined) return undefined;
  return {
    token,
    id,
    account,
    roles: asList(fields.roles).filter(isText),
    calls: asList(fields.calls).filter(isText),
  };
};

export const sessionStore = createStore<OperatorSession | undefined>({
  key: 'office.session',
  parse: parseSession,
});

let ended: Ended | undefined;
/** Why the last session is over; undefined when its operator signed out. */
export const whyEnded = (): Ended | undefined => ended;

export const beginSession = (session: OperatorSession): void => {
  ended = undefined;
  sessionStore.write(session);
};

/** Takes over what the server says of the operator now: another owner may have changed the roles. */
export const renewSession = ({ roles, calls }: Pick<OperatorSession, 'roles' | 'calls'>): void => {
  const session = sessionStore.read();
  if (session === undefined || calls.join() === session.calls.join()) return;
  sessionStore.write({ ...session, roles, calls });
};

/** Forgets the session of this browser. */
export const endSession = (why?: Ended): void => {
  if (sessionStore.read() === undefined) return;
  ended = why;
  sessionStore.write(undefined);
};
