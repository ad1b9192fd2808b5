import type { Sendable } from './sendable.ts';
import type { Code, FieldRule, Reason } from './reasons.ts';
import type { AuditAction, MemberOrigin } from './shapes/office.ts';
import type { LimitKind, LimitPeriod } from './shapes/play.ts';

/** The last that operators did to what a call was about. */
export type Meanwhile = { by: string; action: AuditAction; at: string };

/** Fields of `data` with a code other than 1: the reason for programs, and its details. */
export type Refusal = Sendable<{
  reason: Reason;
  /** `validation`: message by field, in the caller's language. */
  fields?: Record<string, string>;
  /** `validation`: rule by field, for programs. */
  rules?: Record<string, FieldRule>;
  /** `offer_reached`: the offer. `stake_min`, `stake_max`, `amount_min`, `amount_max`, `correction_max`, `correction_day`, `correction_day_member`: the bound,
   *  as an amount. */
  min?: string;
  max?: string;
  /** `price_changed`: the current legs. */
  legs?: {
    event: string;
    market: string;
    selection: string;
    line?: string;
    odds: string | null;
    state: string;
    /** Of a builder: its parts with their own prices. */
    parts?: {
      market: string;
      selection: string;
      line?: string;
      odds: string | null;
      state: string;
    }[];
  }[];
  /** `builder_redundant`, `builder_apart`: places of the parts it is about, from 0; the legs are in `legs`. */
  parts?: number[];
  /** `turnover_left`: how much, as an amount; `balance_short`, `balance_moved`: what is available; `correction_day`,
   *  `correction_day_member`: what is left of the bound. */
  left?: string;
  /** `locked`, `too_many`, `withdraw_window`, `address_cooling`, `withdraw_held`, `channel_closed`, `upload_many`, `excluded`,
   *  `limit_reached`, `operator_waits`: when to try again (ISO 8601). */
  until?: string;
  /** `excluded`: by what; without `until` it is for good. */
  restriction?: 'time_out' | 'excluded';
  /** `limit_reached`: which limit, what it leaves (`left`) and when it resets (`until`). */
  limit?: LimitKind;
  period?: LimitPeriod;
  /** To operators, where what they decided on has changed: who did what to it last. */
  meanwhile?: Meanwhile;
  /** `member_origin`: what the operator and the member both used. */
  memberOrigin?: MemberOrigin;
  /** `terms_outdated`: the version in force. */
  version?: string;
}>;

/** Every answer of the API. */
export type Envelope<T> =
  | { code: 1; msg: string; data: T }
  | { code: Exclude<Code, 1>; msg: string; data: Refusal };
