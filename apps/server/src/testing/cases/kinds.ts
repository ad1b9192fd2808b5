import type { paths, RouteName } from '@touchline/contract/paths';
import type { Reason } from '@touchline/contract/reasons';
import type { Routes } from '@touchline/contract/routes';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { Operator } from '../scenarios/owned-data.ts';

export type Fields = Record<string, unknown>;
type Made = Fields | Promise<Fields>;
/** Makes the input of one try, for the operator who sends it. Ids of members in it are the owner's. */
export type MakeInput = (by: Operator) => Made;

/** A call that anyone may make. It succeeds, unless the site of the tests refuses it for the reason given. */
export type PublicCase = { input: () => Made; refused?: Reason };
/** A call of a member, and what another member gets who sends the owner's ids. */
export type MemberCase = PublicCase & { other: 'done' | Reason; ends?: true };
/** A call of operators with one of these roles. Its misuse is tried by the first. */
export type OfficeCase = {
  roles: readonly [OperatorRole, ...OperatorRole[]];
  input: MakeInput;
  refused?: Reason;
  /** The call changes the account or session of the caller: each try has an operator of its own. */
  ends?: true;
};

/** Why something cannot be tried at a call. */
export type Exemption = { not: string };

/** Wrong ids are refused for this reason. */
type ForgedId =
  | Reason
  | {
      /** By default an unknown id, the id of an operator, and texts that are no ids. */
      values?: (by: Operator) => Promise<unknown[]>;
      /** The input they are put into; by default that of the case. */
      input?: MakeInput;
      reason: Reason;
    };

export type Repetition = {
  /** Why the second call is refused. */
  losers: readonly Reason[];
  /** Why the second may also get the answer of the first: the change was made once. */
  same?: string;
  /** Why only one operator sends it twice. */
  oneOnly?: string;
};

/** Wrong inputs of a call by which the office changes something. */
export type Misuse = {
  /** A call that decides something, where that of the case only takes back or protects. */
  deciding?: MakeInput;
  /** Deciding what the caller proposed. */
  own: Exemption | MakeInput;
  /** The same twice at once, by one operator and by two. */
  twice: Exemption | Repetition;
  /** On something that has changed: `version` is the input of the case with another version. */
  stale: Exemption | 'version' | MakeInput;
  /** By field: unknown ids, ids of another kind, and of another person. */
  forged: Exemption | Readonly<Record<string, ForgedId>>;
  /** Fields whose words are kept as they are, also those that a spreadsheet would run. */
  words: Exemption | readonly string[];
  /** Against what a feed has said, where feeds say something about it. */
  against?: { input: MakeInput; judge: (answer: AnyAnswer) => void | Promise<void> };
  /** Why unknown fields, wrong types and endless texts are not tried. */
  shape?: Exemption;
};

export type AnyAnswer = { status: number; code: number; msg: string; data: object };

export const isExempt = (what: unknown): what is Exemption =>
  typeof what === 'object' && what !== null && 'not' in what;

export type OfficeRoute = Extract<RouteName, `office${string}`>;
type Cases = { public: PublicCase; member: MemberCase; operator: OfficeCase };
type MisuseOf<N extends RouteName> = N extends OfficeRoute
  ? (typeof paths)[N][0] extends 'GET'
    ? unknown
    : Misuse
  : unknown;

/** A case for each of these routes. */
export type CasesOf<N extends RouteName> = { [M in N]: Cases[Routes[M]['auth']] & MisuseOf<M> };
/** Cases of the calls of an area of the office. */
export type OfficeCases = Partial<CasesOf<OfficeRoute>>;

export const nothing = () => ({});
/** The password of all members and operators of these tests. */
export const form = {
  password: 'Anstoss-1908',
  confirmPassword: 'Anstoss-1908',
  birthDate: '1990-05-05',
};
