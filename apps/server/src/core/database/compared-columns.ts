import type { Tables } from './schema.gen.ts';

/** What `npm run verify` compares a column with: facts of its row in the public log, a part by its name, or nothing, and why. */
export type Comparison =
  | { by: 'key' }
  | { by: 'fact' }
  | { by: 'part'; part: string }
  | { by: 'none'; why: string };

/** The tables whose rows have facts of their own; others are compared together with the row that they belong to. */
export type Subject = 'member' | 'operator' | 'proposal';

type Compared<T extends keyof Tables> = {
  /** Whose facts have its columns. */
  subject?: {
    of: Subject;
    /** The column with the id of the subject. */
    key: Extract<keyof Tables[T], string>;
    /** SQL: an order of the rows of one subject. */
    order: string;
    /** SQL: the rows that count, if not all. */
    rows?: string;
  };
  columns: Readonly<Record<keyof Tables[T], Comparison>>;
};

const key: Comparison = { by: 'key' };
const fact: Comparison = { by: 'fact' };
const part = (name: string): Comparison => ({ by: 'part', part: name });
const none = (why: string): Comparison => ({ by: 'none', why });

const counter = none('counts uses');
const label = none('a name to show');
const hint = none('says when it was used');

/** What a passkey of a member and one of an operator both have. */
const passkeyColumns = {
  id: fact,
  credential: fact,
  public_key: fact,
  counter,
  transports: none('a hint for browsers'),
  rp_id: fact,
  name: label,
  created_at: fact,
  last_used_at: hint,
};

const inPlay = part('orders and sales in play are as decided');
const waiting = none('counts while it waits, for seconds; after that its bet or entry counts');
const ownerAlone = part('requests to be the only owner are those of the log');
const recoveryCode = part('the recovery code of owners is that of the log');
const asked = none('gives no right: two owners let it in by the code that only its person was shown');

/**
 * The tables that decide about rights and people, and what each column is compared with. A test holds the list against the tables of
 * the database, and changes each compared column by hand.
 */
export const comparedColumns = {
  member: {
    subject: { of: 'member', key: 'id', order: 'id' },
    columns: {
      id: key,
      shard: none('follows from the id'),
      account: fact,
      account_folded: fact,
      email: fact,
      email_folded: fact,
      area_code: fact,
      mobile: fact,
      password_hash: fact,
      birth_date: fact,
      language: none('a choice that decides nothing else'),
      invitation_code: fact,
      inviter_id: fact,
      registered_at: fact,
      real_name: fact,
      verified_at: fact,
      nickname: label,
      agent_code: fact,
      email_confirmed_at: fact,
      mobile_confirmed_at: fact,
      password_changed_at: fact,
      terms_accepted: none('the newest row of terms_acceptance, where the app asks again'),
      locked_at: part('accounts are locked as the log says'),
      locked_why: none('a note for other operators'),
      withdraw_from: fact,
      lock_version: none('counts changes of the lock'),
    },
  },
  second_factor: {
    subject: {
      of: 'member',
      key: 'member_id',
      order: 'secret',
      // One that was begun only counts once a code of it has confirmed it.
      rows: 'confirmed_at is not null',
    },
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      secret: fact,
      begun_at: none('says how long a code may still confirm it'),
      confirmed_at: fact,
      last_step: counter,
    },
  },
  passkey: {
    subject: { of: 'member', key: 'member_id', order: 'id' },
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      ...passkeyColumns,
    },
  },
  recovery_code: {
    subject: { of: 'member', key: 'member_id', order: 'hash' },
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      hash: fact,
      used_at: fact,
    },
  },
  identity_request: {
    subject: { of: 'member', key: 'member_id', order: 'id' },
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      id: fact,
      real_name: fact,
      birth_date: fact,
      document: fact,
      state: fact,
      reason: fact,
      submitted_at: fact,
      decided_by: fact,
      decided_at: fact,
      version: none('counts decisions'),
    },
  },
  operator: {
    subject: { of: 'operator', key: 'id', order: 'id' },
    columns: {
      id: key,
      account: fact,
      account_folded: fact,
      password_hash: fact,
      roles: fact,
      disabled_at: fact,
      created_at: fact,
      created_by: fact,
      waits_until: fact,
      version: fact,
      owner_until: fact,
    },
  },
  operator_factor: {
    subject: { of: 'operator', key: 'operator_id', order: 'secret', rows: 'secret is not null' },
    columns: {
      operator_id: key,
      secret: fact,
      confirmed_at: fact,
      last_step: counter,
      next_secret: none('counts once a code of it has confirmed it'),
      begun_at: none('says how long a code may still confirm it'),
    },
  },
  operator_passkey: {
    subject: { of: 'operator', key: 'operator_id', order: 'id' },
    columns: {
      operator_id: key,
      ...passkeyColumns,
    },
  },
  operator_recovery_code: {
    subject: { of: 'operator', key: 'operator_id', order: 'hash' },
    columns: {
      operator_id: key,
      hash: fact,
      used_at: fact,
    },
  },
  operator_password_link: {
    subject: { of: 'operator', key: 'operator_id', order: 'code_hash' },
    columns: {
      operator_id: key,
      code_hash: fact,
      expires_at: fact,
      waits: fact,
    },
  },
  operator_access: {
    columns: {
      id: key,
      account: asked,
      account_folded: asked,
      password_hash: none(
        'gives no right: its person finds another at the first sign-in, and the operator has facts',
      ),
      code_hash: asked,
      address: none('counts how many ask from there'),
      asked_at: asked,
      expires_at: asked,
    },
  },
  owner_recovery_code: {
    columns: {
      one: key,
      code_hash: recoveryCode,
      made_at: recoveryCode,
    },
  },
  owner_alone: {
    columns: {
      id: key,
      operator_id: ownerAlone,
      asked_at: ownerAlone,
      counts_from: ownerAlone,
      by_code: ownerAlone,
      stopped_at: ownerAlone,
      stopped_by: ownerAlone,
    },
  },
  proposal: {
    subject: { of: 'proposal', key: 'id', order: 'id' },
    columns: {
      id: key,
      kind: fact,
      subject_id: fact,
      subject_version: fact,
      body: fact,
      reason: fact,
      state: fact,
      version: fact,
      proposed_by: fact,
      proposed_at: fact,
      expires_at: fact,
      decided_by: fact,
      decided_at: fact,
      note: fact,
      alone: fact,
      key: fact,
    },
  },
  play: {
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      version: part('members are held from playing as was said'),
      restriction: part('limits and breaks are those of the public log'),
      since: part('limits and breaks are those of the public log'),
      until: part('limits and breaks are those of the public log'),
      opens_at: part('limits and breaks are those of the public log'),
      returns_due: none('work that an exclusion has left'),
      reality_minutes: part('limits and breaks are those of the public log'),
      reality_seen_at: none('changes with each look at the reality check'),
    },
  },
  play_limit: {
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      kind: key,
      period: key,
      amount: part('limits and breaks are those of the public log'),
      pending_id: none('names the change to its member'),
      pending_amount: part('limits and breaks are those of the public log'),
      pending_from: part('limits and breaks are those of the public log'),
      pending_until: part('limits and breaks are those of the public log'),
      pending_told: none('whether a letter was sent'),
    },
  },
  payout_method: {
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      id: key,
      type: part('payout methods are those of the public log'),
      fields: part('payout methods are those of the public log'),
      fingerprint: part('payout methods have the fingerprint of their fields'),
      created_at: none('decides nothing after the method can be used'),
      usable_from: part('payout methods are those of the public log'),
      deleted_at: part('payout methods are those of the public log'),
      version: part('payout methods are those of the public log'),
    },
  },
  withdrawal_approval: {
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      withdrawal_id: key,
      operator_id: part('approvals are those of the public log'),
      at: part('approvals are those of the public log'),
    },
  },
  delayed_order: {
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      id: inPlay,
      type: inPlay,
      k: inPlay,
      lines: inPlay,
      unit: inPlay,
      odds_milli: inPlay,
      potential: inPlay,
      slip_hash: inPlay,
      legs: inPlay,
      submitted_at: waiting,
      due_at: waiting,
      state: inPlay,
      reason: none('says why there is no bet'),
      detail: none('says why there is no bet'),
      decided_at: none('says when there was a bet, which has its own time'),
      margin_micro: none('the bet has its own, which is compared with its odds'),
      request_key: none('the fact of the bet has it'),
      accept: waiting,
    },
  },
  delayed_sale: {
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      key: inPlay,
      request_hash: none('compares a request that is sent again'),
      bet_id: inPlay,
      share: waiting,
      cashed_stake: waiting,
      at_least: waiting,
      rule_version: waiting,
      legs: waiting,
      submitted_at: waiting,
      due_at: waiting,
      state: inPlay,
      reason: none('says why nothing was sold'),
      paid: inPlay,
      decided_at: none('says when there was an entry, which has its own time'),
    },
  },
  team_tree: {
    columns: {
      shard: none('follows from the id'),
      member_id: key,
      generation: key,
      leader_shard: none('follows from the id'),
      leader_id: part('members are led by who invited them'),
      tx: none('says when the row was written'),
    },
  },
  likeness: {
    columns: {
      id: part('likenesses with excluded accounts are in the log'),
      shard: none('follows from the id'),
      member_id: part('likenesses with excluded accounts are those of the log'),
      excluded_shard: none('follows from the id'),
      excluded_id: part('likenesses with excluded accounts are those of the log'),
      reason: part('likenesses with excluded accounts are those of the log'),
      state: part('likenesses with excluded accounts are in the log'),
      raised_at: none('orders the queue'),
      decided_by: part('likenesses with excluded accounts are in the log'),
      decided_at: part('likenesses with excluded accounts are in the log'),
      version: none('counts decisions'),
    },
  },
  exposure_lease: {
    columns: {
      id: key,
      event_id: none('a lease that counts for no match gives no room'),
      holder: none('a process by the number of its start'),
      n: none('counts the leases of a process'),
      counted: none('bets are counted as exposure, which is compared with them'),
      less: none('bets are counted as exposure, which is compared with them'),
      expires_at: part('leases of exposure end soon'),
    },
  },
} as const satisfies { readonly [T in keyof Tables]?: Compared<T> };

export type ComparedTable = keyof typeof comparedColumns;
