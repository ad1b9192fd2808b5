import { memberApi, password, type MemberApi } from '../../fixtures/member-api.ts';

/** A member of the pictures. */
export type Person = {
  account: string;
  api: MemberApi;
  /** The one they hand in. */ name?: string | undefined;
};

/** The people, each listed after their inviter. */
const family: readonly { account: string; by?: string; name?: string }[] = [
  { account: 'marta.silva', name: 'Marta Oliveira da Silva' },
  { account: 'liwei88', by: 'marta.silva', name: '李伟' },
  { account: 'jonas_k', by: 'marta.silva', name: 'Jonas Krüger' },
  { account: 'amira', by: 'liwei88', name: 'Amira El-Sayed' },
  { account: 'a-very-long-account-name-2026', by: 'liwei88' },
  { account: 'tomasz.w', by: 'amira' },
  { account: 'oluwaseun' },
  { account: 'kenji', by: 'jonas_k' },
];

/** Two of a team who sit at the same device, which raises a flag. */
const sharing: ReadonlySet<string> = new Set(['liwei88', 'a-very-long-account-name-2026', 'marta.silva']);
const sharedDevice = 'the-tablet-on-the-table';

/** Whether they have lived here before. */
export const areHere = async (url: string): Promise<boolean> => {
  const [first] = family;
  const answer = await memberApi(url).answer('login', { account: first?.account ?? '', password });
  return answer.code === 1;
};

/** Signs those in again who may. */
export const comeBack = async (url: string): Promise<Person[]> => {
  const people = family.map(({ account, name }) => ({ account, name, api: memberApi(url) }));
  const entered = await Promise.all(
    people.map(({ api, account }) =>
      api.login(account).then(
        () => true,
        () => false,
      ),
    ),
  );
  return people.filter((_, nth) => entered[nth]);
};

/** Opens their accounts, one in the team of another. */
export const settleIn = async (url: string): Promise<Person[]> => {
  const codes = new Map<string, string>();
  const people: Person[] = [];
  for (const { account, by, name } of family) {
    const api = memberApi(url);
    const invitationCode = codes.get(by ?? '');
    await api.call('register', {
      account,
      password,
      confirmPassword: password,
      birthDate: '1990-05-31',
      invitationCode,
      device: sharing.has(account) ? sharedDevice : undefined,
    });
    const { user } = await api.login(account);
    codes.set(account, user.invitationCode);
    people.push({ account, api, name });
  }
  return people;
};

/** Pieces of work; the name of one that failed is printed. */
export type Work = readonly (readonly [name: string, act: () => Promise<unknown>])[];
