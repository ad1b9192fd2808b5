import type { RouteName } from '@touchline/contract/paths';
import type { Reason } from '@touchline/contract/reasons';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { Fields } from '../../testing/access-cases/kinds.ts';
import type { OwnedData } from '../../testing/scenarios/owned-data.ts';

/** An operator who is signed in. */
export type Operator = Awaited<ReturnType<OwnedData['operator']>>;
/** Makes the input of one try, for the operator who sends it. */
type Made = (by: Operator) => Fields | Promise<Fields>;

/** Why something cannot be tried at a call. */
export type Not = { not: string };

/** An id of the wrong kind of object. */
type Forged = {
  /** Values to send instead; by default an unknown id, the id of an operator, and a text that is no id. */
  values?: (by: Operator) => Promise<unknown[]>;
  /** The call it is put into, where it is another one than the row's. */
  input?: Made;
  reason: Reason;
};

export type Twice = {
  /** Why the second call is refused. */
  losers: readonly Reason[];
  /** Why the second may also get the answer of the first: the change was made once. */
  same?: string;
  /** Why only one operator sends it twice. */
  oneOnly?: string;
};

/** How one writing call of the office is tested against misuse and double submission. */
export type Row = {
  /** Whose call it is; else the first role of the route. */
  role?: OperatorRole;
  /** The call changes the caller's account, so each try has a new operator. */
  alone?: true;
  /** A call as it should be. */
  input: Made;
  /** A call that decides something, where the one above only takes back or protects. */
  deciding?: Made;
  /** Where even that is not done here: the reason, and why. */
  refused?: { reason: Reason; not: string };
  /** Deciding what one proposed. */
  own: Not | { input: Made; reason: Reason };
  /** The same twice at once, by one operator and by two. */
  twice: Not | Twice;
  /** With an outdated version. Calls that decide something have one: `every-route.test.ts` names the others. */
  stale: Not | { input: Made; reason: 'outdated' };
  /** By field: unknown ids, ids of another kind, and of another person. */
  forged: Not | Readonly<Record<string, Forged>>;
  /** Fields whose words are kept: what a spreadsheet would run, goes in as words and comes out as words. */
  words: Not | readonly string[];
  /** Against what a feed has said. */
  against: Not | { input: Made; judge: (answer: Answer) => void | Promise<void> };
  /** Unknown fields, wrong types, endless texts. */
  shape?: Not;
};

export type Answer = { status: number; code: number; msg: string; data: object };

/** Calls of the office that are no GET. */
export type Rows = Partial<Record<Extract<RouteName, `office${string}`>, Row>>;

export const isNot = (what: object): what is Not => 'not' in what;
