import type { Session, Tokens, User } from '@touchline/contract/shapes/user';
import { createStore } from '@touchline/kit/store';
import { asFields, asNumber, asText } from '@touchline/client/values';
import { useStore } from './use-store.ts';

/** The signed-in member with the tokens of this session. */
export type StoredUser = User & Tokens;

const identities = [
  'none',
  'in_review',
  'verified',
  'refused',
] as const satisfies readonly User['identity'][];
const parseIdentity = (stored: unknown): User['identity'] =>
  identities.find((state) => state === stored) ?? 'none';

const parseRestriction = (stored: unknown): User['restriction'] => {
  const { kind, since, until, mayReturn } = asFields(stored);
  if (kind !== 'time_out' && kind !== 'excluded') return undefined;
  const end = asText(until);
  return {
    kind,
    since: asText(since) ?? '',
    until: end,
    mayReturn: mayReturn === true ? mayReturn : undefined,
  };
};

/** Reads a stored member; undefined without a token. */
export const parseUser = (stored: unknown): StoredUser | undefined => {
  const fields = asFields(stored);
  const token = asText(fields.token);
  const refreshToken = asText(fields.refreshToken);
  const id = asText(fields.id);
  if (token === undefined || refreshToken === undefined || id === undefined) return undefined;
  const mobile = asText(fields.mobile);
  const areaCode = asText(fields.areaCode);
  const email = asText(fields.email);
  const realName = asText(fields.realName);
  const identityReason = asText(fields.identityReason);
  const nickname = asText(fields.nickname);
  const termsAccepted = asText(fields.termsAccepted);
  const restriction = parseRestriction(fields.restriction);
  return {
    id,
    account: asText(fields.account) ?? '',
    mobile,
    areaCode,
    email,
    realName,
    nickname,
    termsAccepted,
    restriction,
    birthDate: asText(fields.birthDate) ?? '',
    otp: fields.otp === true,
    verified: fields.verified === true,
    identity: parseIdentity(fields.identity),
    identityReason,
    invitationCode: asText(fields.invitationCode) ?? '',
    balance: asText(fields.balance) ?? '0',
    held: asText(fields.held) ?? '0',
    currency: asText(fields.currency) ?? '',
    vipLevel: asNumber(fields.vipLevel) ?? 0,
    teamLevel: asNumber(fields.teamLevel) ?? 0,
    language: asText(fields.language) ?? '',
    registeredAt: asText(fields.registeredAt) ?? '',
    turnoverLeft: asText(fields.turnoverLeft) ?? '0',
    token,
    refreshToken,
    expiresAt: asText(fields.expiresAt) ?? '',
  };
};

export const userStore = createStore<StoredUser | undefined>({
  key: 'user',
  parse: (stored) => parseUser(asFields(stored).user),
  serialise: (user) => ({ user }),
});

export const signIn = ({ user, ...tokens }: Session): void => {
  userStore.write({ ...user, ...tokens });
};

/** Takes over what is new about the signed-in member (balance, name, …); ignored when signed out, also by another tab. */
export const updateUser = (change: Partial<StoredUser>): void => {
  const user = userStore.reload();
  if (user) userStore.write({ ...user, ...change });
};

/** Balance and held amount as the server has just sent them. */
export const updateBalance = ({ balance, held }: Pick<User, 'balance' | 'held'>): void =>
  updateUser({ balance, held });

/** Replaces the whole member by the server's answer: fields that are no longer there go. An answer about who has left is ignored. */
export const replaceUser = (user: User): void => {
  const known = userStore.reload();
  if (known?.id !== user.id) return;
  const { token, refreshToken, expiresAt } = known;
  userStore.write({ ...user, token, refreshToken, expiresAt });
};

/** The member whose session the server ended, until the next sign-in: the slip waits for them. */
export const endedStore = createStore({ key: 'ended', parse: asText });

export const signOut = (): void => userStore.write(undefined);

/** The signed-in member as last known, also before the first answer; undefined when signed out. */
export const useUser = (): User | undefined => useStore(userStore);
