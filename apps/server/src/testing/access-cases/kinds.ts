import type { RouteName } from '@touchline/contract/paths';
import type { Reason } from '@touchline/contract/reasons';
import type { Routes } from '@touchline/contract/routes';
import type { OperatorRole } from '@touchline/contract/shapes/office';

/** The expected answer: success, or this refusal. */
type Outcome = 'done' | Reason;
export type Fields = Record<string, unknown>;
type Made = Fields | Promise<Fields>;

/** A case makes the input of each try; the ids in it are the owner's. */
export type PublicCase = { input: () => Made; nobody: Outcome };
export type MemberCase = { input: () => Made; owner: Outcome; other: Outcome; ends?: true };
export type OfficeCase = {
  roles: readonly OperatorRole[];
  input: (password: string) => Made;
  may: Outcome;
  ends?: true;
};
export type AnyCase = PublicCase | MemberCase | OfficeCase;
type CaseOf<N extends RouteName> = Routes[N]['auth'] extends 'public'
  ? PublicCase
  : Routes[N]['auth'] extends 'member'
    ? MemberCase
    : OfficeCase;

/** A case for each of these routes. */
export type CasesOf<N extends RouteName> = { [M in N]: CaseOf<M> };
export type OfficeRoute = Extract<RouteName, `office${string}`>;

export const nothing = () => ({});
/** The password of all members and operators of these tests. */
export const form = {
  password: 'Anstoss-1908',
  confirmPassword: 'Anstoss-1908',
  birthDate: '1990-05-05',
};
