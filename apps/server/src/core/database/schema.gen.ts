// `npm run codegen` writes this file from the migrations.

/** The columns of each table as the driver reads them; texts that a check limits are unions. */
export type Tables = {
  adjustment: {
    shard: number;
    member_id: string;
    id: string;
    amount: bigint;
    balance_before: bigint | null;
    balance_after: bigint | null;
    tx: bigint;
  };
  alert_choice: {
    shard: number;
    member_id: string;
    settled: boolean;
    goals: boolean;
    kick_off: boolean;
    offers: boolean;
    offer_at: bigint | null;
    saved_at: Date;
  };
  audit_breach: {
    id: string;
    shard: number;
    invariant: string;
    detail: unknown;
    found_at: Date;
    closed_at: Date | null;
  };
  bet: {
    shard: number;
    member_id: string;
    id: string;
    type: 'single' | 'accumulator' | 'system';
    k: number | null;
    lines: number;
    currency: string;
    unit: bigint;
    stake: bigint;
    odds_milli: bigint;
    potential: bigint;
    state: 'open' | 'win' | 'lose' | 'refund';
    payout: bigint | null;
    rules: string;
    placed_at: Date;
    settled_at: Date | null;
    settlements: number;
    slip_hash: bigint;
    cashed_stake: bigint;
    cash_out: bigint;
    lost: bigint;
    returned_at: Date | null;
    margin_micro: number;
    event_id: string | null;
    market: string | null;
    line: string | null;
    selection: string | null;
    price_version: number | null;
    since: string | null;
    subsets: number[] | null;
    part_odds: number[] | null;
    part_versions: number[] | null;
  };
  bet_notice: {
    shard: number;
    member_id: string;
    bet_id: string;
    n: number;
    event_id: string;
    ruling: number;
    state_before: string;
    payout_before: bigint;
    settled_before: Date;
    state_after: string;
    payout_after: bigint | null;
    booked: bigint;
    lost: bigint;
    at: Date;
    read_at: Date | null;
    told_at: Date | null;
  };
  bet_turnover: {
    shard: number;
    member_id: string;
    before: string;
    stakes: bigint;
  };
  cash_out_rule: {
    shard: number;
    member_id: string;
    bet_id: string;
    version: number;
    at_least: bigint;
    event_ids: string[];
    set_at: Date;
    ended_at: Date | null;
    ended: 'sold' | 'changed' | 'removed' | 'over' | null;
    paid: bigint | null;
    told_at: Date | null;
  };
  chain_address: {
    address: Buffer;
    xpub: string;
    idx: number;
    shown_network: 'usdt-trc20' | 'usdt-erc20';
    shard: number;
    member_id: string;
    recharge_id: string;
    allocated_at: Date;
    watch_until: Date;
  };
  chain_block: {
    network: string;
    number: bigint;
    hash: Buffer;
  };
  chain_counter: {
    xpub: string;
    next: number;
  };
  chain_cursor: {
    network: string;
    scanned: bigint;
    finalized: bigint;
    finalized_hash: Buffer;
    turn: bigint;
  };
  chain_lead: {
    network: string;
    owner: string;
    until: Date;
  };
  chain_taken_back: {
    network: string;
    tx_hash: Buffer;
    log_index: number;
    block_hash: Buffer;
    block_number: bigint;
    address: Buffer;
    micro: bigint;
  };
  chain_transfer: {
    network: 'usdt-trc20' | 'usdt-erc20';
    tx_hash: Buffer;
    log_index: number;
    block_number: bigint;
    block_hash: Buffer;
    token: Buffer;
    address: Buffer;
    micro: bigint;
    state: 'seen' | 'final' | 'orphaned';
    revision: number;
    told: number;
    seen_at: Date;
    delivered_at: Date | null;
  };
  check_in: {
    shard: number;
    member_id: string;
    key: string;
    day: string;
    streak: number | null;
    reward: bigint | null;
    balance: bigint | null;
    at: Date;
  };
  check_in_streak: {
    shard: number;
    member_id: string;
    last_day: string;
    streak: number;
  };
  check_in_sum: {
    day: string;
    shard: number;
    check_ins: number;
    extra: bigint;
  };
  code_budget: {
    name: string;
    began_at: Date;
    used: number;
  };
  competition: {
    id: string;
    name: string;
    country: string | null;
    version: number;
    names: unknown;
    place: number | null;
    off_at: Date | null;
    saved_by: string | null;
    saved_at: Date | null;
    why: string | null;
    zone: string | null;
  };
  competition_alias: {
    feed: string;
    name: string;
    competition_id: string;
    who: string;
    at: Date;
  };
  contact_code: {
    purpose: 'login' | 'register' | 'reset' | 'bind';
    address: Buffer;
    id: string;
    hash: Buffer;
    tries: number;
    expires_at: Date;
    used_at: Date | null;
  };
  contact_flow: {
    address: Buffer;
    sent_at: Date[];
    last_at: Date;
  };
  content: {
    id: string;
    version: number;
    kind: 'notice' | 'banner' | 'activity' | 'help' | 'support' | 'company';
    removed: boolean;
    texts: unknown;
    fields: unknown;
    from_at: Date | null;
    until_at: Date | null;
    saved_by: string;
    saved_at: Date;
    draft: boolean;
  };
  content_state: {
    one: boolean;
    changes: bigint;
  };
  delayed_order: {
    shard: number;
    member_id: string;
    id: string;
    type: 'single' | 'accumulator' | 'system';
    k: number | null;
    lines: number;
    unit: bigint;
    odds_milli: bigint;
    potential: bigint;
    slip_hash: bigint;
    legs: unknown;
    submitted_at: Date;
    due_at: Date;
    state: 'waiting' | 'accepted' | 'refused';
    reason: string | null;
    detail: unknown | null;
    decided_at: Date | null;
    margin_micro: number;
    request_key: string | null;
    accept: 'none' | 'better' | 'any' | null;
  };
  delayed_sale: {
    shard: number;
    member_id: string;
    key: string;
    request_hash: string;
    bet_id: string;
    share: number;
    cashed_stake: bigint;
    at_least: bigint;
    rule_version: number | null;
    legs: unknown;
    submitted_at: Date;
    due_at: Date;
    state: 'waiting' | 'sold' | 'refused';
    reason: string | null;
    paid: bigint | null;
    decided_at: Date | null;
  };
  entry: {
    shard: number;
    member_id: string;
    version: bigint;
    key: string;
    kind: string;
    currency: string;
    amount: bigint;
    held_change: bigint;
    counter_account: string;
    available_after: bigint;
    held_after: bigint;
    ref: string | null;
    at: Date;
    tx: bigint;
    request_hash: string | null;
  };
  event: {
    id: string;
    competition_id: string;
    stage: string | null;
    home_id: string;
    away_id: string;
    neutral: boolean;
    kick_off: Date;
    state: 'scheduled' | 'live' | 'half_time' | 'finished' | 'postponed' | 'abandoned' | 'cancelled';
    minute: string | null;
    home_goals: number | null;
    away_goals: number | null;
    ht_home: number | null;
    ht_away: number | null;
    replay: boolean;
    feed: string;
    feed_ref: string;
    recorded_at: Date | null;
    home_mean: number | null;
    away_mean: number | null;
    version: number;
    updated_at: Date;
    called_off_from: Date | null;
    feed_seen_at: Date | null;
    silent: boolean;
    home_reds: number | null;
    away_reds: number | null;
    rho: number | null;
    basis: 'market' | 'trader' | 'results' | null;
    basis_source: string | null;
    basis_results: number | null;
    basis_at: Date | null;
    best_prices: unknown | null;
    basis_shots: number | null;
  };
  exposure: {
    event_id: string;
    holder: string;
    lane: number;
    market: string;
    line: string;
    selection: string;
    since: string;
    stake: bigint;
    potential: bigint;
    combined: bigint;
    pending: bigint;
    shard: number;
  };
  exposure_lease: {
    id: string;
    event_id: string;
    holder: string;
    n: number;
    counted: number[];
    less: unknown;
    expires_at: Date;
  };
  exposure_scope: {
    kind: 1 | 2 | 3;
    id: string;
    competition_id: string | null;
    bound: bigint;
    bound_until: Date | null;
    grants: bigint;
  };
  favourite: {
    shard: number;
    member_id: string;
    kind: 'match' | 'team' | 'competition';
    ref: string;
    at: Date;
  };
  feed_flag: {
    id: string;
    event_id: string;
    feed: string;
    kind: 'score_back' | 'clock_back' | 'contradiction' | 'awarded' | 'called_off' | 'begun';
    said: unknown;
    opened_at: Date;
    last_at: Date;
    closed_at: Date | null;
    closed_by: string | null;
    verdict: 'accepted' | 'rejected' | 'withdrawn' | null;
  };
  feed_link: {
    feed: string;
    ref: string;
    event_id: string | null;
    at: Date;
  };
  feed_question: {
    feed: string;
    kind: 'team' | 'competition';
    name: string;
    seen_in: string;
    first_at: Date;
    last_at: Date;
    place: string;
  };
  feed_state: {
    feed: string;
    state: unknown;
    updated_at: Date;
  };
  feed_word: {
    event_id: string;
    feed: string;
    as_of: Date;
    word: unknown;
  };
  graded: {
    event_id: string;
    version: number;
    market: string;
    line: string;
    selection: string;
    outcome: 'win' | 'half-win' | 'push' | 'half-lose' | 'lose' | 'void';
    since: string;
    struck_from: Date;
    struck_until: Date;
    rule: string;
  };
  hold: {
    shard: number;
    member_id: string;
    id: string;
    kind: string;
    amount: bigint;
    state: 'open' | 'posted' | 'released';
    opened_at: Date;
    resolved_at: Date | null;
  };
  house_fact: {
    kind: string;
    id: string;
    is_private: boolean;
    body: string;
    at: Date;
    tx: bigint;
  };
  house_fold: {
    one: boolean;
    version: number;
    size: bigint;
    state: string;
    published: string;
    holder: string | null;
    held_until: Date;
  };
  house_move: {
    shard: number;
    key: string;
    request_hash: string;
    from_account: string;
    to_account: string;
    currency: string;
    amount: bigint;
    at: Date;
    tx: bigint;
  };
  house_text: {
    id: string;
    kind: 'rules' | 'terms' | 'privacy';
    version: number;
    texts: unknown;
    valid_from: Date;
    published_at: Date;
    revoked_by: string | null;
    revoked_at: Date | null;
    revoked_why: string | null;
    tx: bigint;
  };
  house_text_state: {
    one: boolean;
    changes: bigint;
  };
  house_total: {
    shard: number;
    account: string;
    currency: string;
    amount: string;
    entries: bigint;
  };
  house_watermark: {
    shard: number;
    tx: bigint;
    as_of: Date;
    next_tx: bigint;
    next_at: Date;
  };
  identity_request: {
    shard: number;
    member_id: string;
    id: string;
    real_name: string;
    birth_date: string;
    document: string;
    state: 'in_review' | 'verified' | 'refused';
    reason: string | null;
    submitted_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    version: number;
  };
  incident: {
    event_id: string;
    n: number;
    kind: 'kick_off' | 'goal' | 'half_time' | 'second_half' | 'full_time';
    minute: string | null;
    side: 'home' | 'away' | null;
    home_goals: number;
    away_goals: number;
    at: Date;
  };
  large_bet: {
    shard: number;
    member_id: string;
    bet_id: string;
    potential: bigint;
  };
  ledger_day: {
    day: string;
    kind: string;
    account: string;
    currency: string;
    amount: string;
    held: string;
    house: string;
    entries: bigint;
  };
  ledger_mark: {
    one: boolean;
    zone: string | null;
    tx: bigint;
  };
  leg: {
    shard: number;
    member_id: string;
    bet_id: string;
    n: number;
    event_id: string;
    market: string;
    line: string;
    selection: string;
    odds_milli: number;
    price_version: number;
    since: string;
    subsets: number[] | null;
    part_odds: number[] | null;
    part_versions: number[] | null;
  };
  letter: {
    shard: number;
    member_id: string;
    id: string;
    template: string | null;
    fields: unknown;
    texts: unknown | null;
    link: string | null;
    about: string | null;
    at: Date;
    read_at: Date | null;
    deleted_at: Date | null;
    sent_by: string | null;
    key: string | null;
  };
  liability_refusal: {
    id: string;
    at: Date;
    made_by: string | null;
    differences: string[];
  };
  liability_snapshot: {
    id: string;
    at: Date;
    day: string | null;
    made_by: string | null;
    watermarks: string[];
    currencies: string[];
    totals: string[];
    size: number;
    root: Buffer;
    accounts: number;
    entry: string;
    padding: string[] | null;
    steps: string[] | null;
  };
  likeness: {
    id: string;
    shard: number;
    member_id: string;
    excluded_shard: number;
    excluded_id: string;
    reason: 'same_device' | 'same_payment' | 'same_person';
    state: 'open' | 'cleared' | 'confirmed';
    raised_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    version: number;
  };
  live_batch: {
    id: bigint;
    origin: string;
    frames: unknown;
    at: Date;
  };
  live_ticket: {
    nonce: string;
    used_at: Date;
  };
  log_counted: {
    epoch: number;
    size: bigint;
    note: string;
    at: Date;
  };
  log_entry: {
    seq: bigint;
    kind: string;
    id: string;
    entry: string;
  };
  log_epoch: {
    epoch: number;
    last_note: string | null;
    reason: string;
    at: Date;
  };
  log_key: {
    number: number;
    epoch: number;
    vkey: string;
    since: bigint | null;
    proof: string | null;
    at: Date;
    tx: bigint;
  };
  log_mark: {
    source: string;
    shard: number;
    tx: bigint;
    taken: number;
  };
  log_node: {
    level: number;
    index: bigint;
    hash: Buffer;
  };
  log_refusal: {
    vkey: string;
    note: string;
    status: number;
    reason: string;
    at: Date;
  };
  log_signed: {
    epoch: number;
    size: bigint;
    root: Buffer;
    note: string;
    at: Date;
  };
  log_tree: {
    one: boolean;
    size: bigint;
    edge: Buffer;
    stored: bigint;
    looks_up: boolean;
    together_at: Date;
  };
  log_witness: {
    vkey: string;
    epoch: number | null;
    size: bigint | null;
    line: string | null;
    cosigned_at: Date | null;
    since: Date | null;
    fault: string | null;
  };
  market: {
    event_id: string;
    market: string;
    line: string;
    state: 'open' | 'suspended' | 'closed' | 'settled' | 'void';
    in_play: boolean;
    margin_bp: number;
    selections: string[];
    odds_milli: number[];
    moves: number[];
    version: number;
    updated_at: Date;
    one_sided: boolean;
  };
  market_history: {
    event_id: string;
    market: string;
    line: string;
    version: number;
    state: string;
    odds_milli: number[];
    who: string;
    why: string;
    at: Date;
    tx: bigint | null;
  };
  match_alert: {
    id: string;
    event_id: string;
    n: number;
    kind: 'goal' | 'kick_off';
    fields: unknown;
    at: Date;
    next_shard: number;
  };
  match_shots: {
    event_id: string;
    feed: string;
    home_shots: number;
    away_shots: number;
    home_on_target: number;
    away_on_target: number;
    at: Date;
  };
  member: {
    id: string;
    shard: number;
    account: string;
    account_folded: string;
    email: string | null;
    email_folded: string | null;
    area_code: string | null;
    mobile: string | null;
    password_hash: string;
    birth_date: string;
    language: string;
    invitation_code: string;
    inviter_id: string | null;
    registered_at: Date;
    real_name: string | null;
    verified_at: Date | null;
    nickname: string | null;
    agent_code: string | null;
    email_confirmed_at: Date | null;
    mobile_confirmed_at: Date | null;
    password_changed_at: Date | null;
    terms_accepted: string | null;
    locked_at: Date | null;
    locked_why: string | null;
    withdraw_from: Date | null;
    lock_version: number;
  };
  member_exposure: {
    shard: number;
    member_id: string;
    event_id: string;
    liability: bigint;
    cap: bigint;
  };
  member_fact: {
    shard: number;
    member_id: string;
    kind: string;
    id: string;
    body: string;
    at: Date;
    tx: bigint;
  };
  member_note: {
    shard: number;
    member_id: string;
    id: string;
    operator_id: string;
    text: string;
    at: Date;
  };
  notice_mark: {
    shard: number;
    member_id: string;
    notice_id: string;
    read_at: Date;
    deleted_at: Date | null;
  };
  offer_alert: {
    shard: number;
    member_id: string;
    id: string;
    bet_id: string;
    offer_at: bigint;
    fields: unknown;
    at: Date;
  };
  offer_rule: {
    scope: 'site' | 'competition' | 'event';
    scope_id: string;
    version: number;
    markets: unknown;
    home_shift_bp: number;
    away_shift_bp: number;
    saved_by: string;
    saved_at: Date;
    why: string;
    tx: bigint;
  };
  office_audit: {
    id: string;
    operator_id: string | null;
    action: string;
    subject_kind: string;
    subject_id: string;
    shard: number | null;
    member_id: string | null;
    detail: unknown;
    address: string;
    at: Date;
    words: string;
    tx: bigint;
  };
  office_audit_seal: {
    seq: bigint;
    line: string;
    prev_hash: Buffer;
    hash: Buffer;
    key_id: string | null;
  };
  office_audit_waiting: {
    line: string;
  };
  office_first: {
    one: boolean;
    code_hash: Buffer;
    expires_at: Date;
  };
  operation: {
    shard: number;
    member_id: string;
    key: string;
    request_hash: string;
    kind: string;
    amount: bigint;
    held_change: bigint;
    counter_account: string;
    ref: string | null;
    outcome: string;
    detail: unknown | null;
    at: Date;
  };
  operator: {
    id: string;
    account: string;
    account_folded: string;
    password_hash: string | null;
    roles: string[];
    disabled_at: Date | null;
    created_at: Date;
    created_by: string | null;
    waits_until: Date | null;
    version: number;
    owner_until: Date | null;
  };
  operator_access: {
    id: string;
    account: string;
    account_folded: string;
    password_hash: string;
    code_hash: Buffer;
    address: string;
    asked_at: Date;
    expires_at: Date;
  };
  operator_challenge: {
    id: string;
    challenge: Buffer;
    session_id: string | null;
    rp_id: string;
    origins: string[];
    expires_at: Date;
  };
  operator_factor: {
    operator_id: string;
    secret: Buffer | null;
    confirmed_at: Date | null;
    last_step: number;
    next_secret: Buffer | null;
    begun_at: Date | null;
  };
  operator_passkey: {
    operator_id: string;
    id: string;
    credential: string;
    public_key: Buffer;
    counter: bigint;
    transports: string[];
    rp_id: string;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  operator_password_link: {
    operator_id: string;
    code_hash: Buffer;
    expires_at: Date;
    waits: boolean;
  };
  operator_recovery_code: {
    operator_id: string;
    hash: Buffer;
    used_at: Date | null;
  };
  operator_session: {
    id: string;
    operator_id: string;
    token_hash: Buffer;
    created_at: Date;
    last_used_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    address: string;
    user_agent: string;
    proven: 'password' | 'totp' | 'recovery' | 'passkey';
  };
  outbox_message: {
    id: string;
    channel: 'email' | 'sms';
    recipient: string;
    template: string;
    lan: string;
    fields: unknown;
    about: string | null;
    state: 'kept' | 'waiting' | 'sent' | 'failed';
    tries: number;
    next_at: Date;
    useless_at: Date | null;
    error: string | null;
    at: Date;
    sent_at: Date | null;
  };
  owner_alone: {
    id: string;
    operator_id: string;
    asked_at: Date;
    counts_from: Date;
    by_code: boolean;
    stopped_at: Date | null;
    stopped_by: string | null;
  };
  owner_recovery_code: {
    one: boolean;
    code_hash: Buffer;
    made_at: Date;
  };
  passkey: {
    shard: number;
    member_id: string;
    id: string;
    credential: string;
    public_key: Buffer;
    counter: bigint;
    transports: string[];
    rp_id: string;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  passkey_challenge: {
    id: string;
    challenge: Buffer;
    session_id: string | null;
    rp_id: string;
    origins: string[];
    expires_at: Date;
  };
  payment: {
    shard: number;
    member_id: string;
    rail: string;
    ref: string;
    id: string;
    recharge_id: string;
    paid: bigint;
    gross: bigint;
    fee: bigint;
    credited: bigint;
    turnover: bigint;
    state: 'seen' | 'credited' | 'in_review' | 'refused' | 'orphaned';
    payment_case: string | null;
    block: bigint | null;
    seen_at: Date;
    credited_at: Date | null;
    tx: bigint;
    currency: string | null;
  };
  payment_ref: {
    rail: string;
    ref: string;
    payment_id: string;
  };
  payout_hold: {
    number: number;
    reason: 'restored' | 'log_refused';
    since: Date;
    at: Date;
    released_at: Date | null;
    released_by: string | null;
    note: string | null;
    unknown_references: string[];
  };
  payout_method: {
    shard: number;
    member_id: string;
    id: string;
    type: 'bank' | 'usdt-trc20' | 'usdt-erc20';
    fields: unknown;
    fingerprint: string;
    created_at: Date;
    usable_from: Date;
    deleted_at: Date | null;
    version: number;
  };
  payout_ref: {
    rail: string;
    reference: string;
    withdrawal_id: string;
  };
  picture: {
    id: string;
    mime: string;
    bytes: number;
    width: number;
    height: number;
    place: string;
    added_by: string;
    created_at: Date;
    used_at: Date | null;
  };
  play: {
    shard: number;
    member_id: string;
    version: bigint;
    restriction: 'time_out' | 'excluded' | null;
    since: Date | null;
    until: Date | null;
    opens_at: Date | null;
    returns_due: boolean;
    reality_minutes: number | null;
    reality_seen_at: Date | null;
  };
  play_limit: {
    shard: number;
    member_id: string;
    kind: 'deposit' | 'stake' | 'loss';
    period: 'day' | 'week' | 'month';
    amount: bigint | null;
    pending_id: string | null;
    pending_amount: bigint | null;
    pending_from: Date | null;
    pending_until: Date | null;
    pending_told: boolean;
  };
  proposal: {
    id: string;
    kind: 'operator' | 'team_rules' | 'reward_rules' | 'member_factor' | 'adjustment' | 'house_text' | 'setting' | 'void' | 'reserve' | 'liabilities';
    subject_id: string | null;
    subject_version: number | null;
    body: unknown;
    reason: string | null;
    state: 'proposed' | 'applied' | 'refused' | 'withdrawn' | 'expired';
    version: number;
    proposed_by: string | null;
    proposed_at: Date;
    expires_at: Date | null;
    decided_by: string | null;
    decided_at: Date | null;
    note: string | null;
    alone: boolean;
    key: string | null;
  };
  push_notice: {
    notice_id: string;
    next_shard: number;
  };
  push_subscription: {
    shard: number;
    member_id: string;
    id: string;
    endpoint: string;
    endpoint_hash: Buffer;
    p256dh: string;
    auth: string;
    created_at: Date;
  };
  push_task: {
    shard: number;
    member_id: string;
    subscription_id: string;
    box: 'system' | 'letter' | 'match' | 'offer';
    about_id: string;
    tries: number;
    due_at: Date;
    created_at: Date;
  };
  rail_event: {
    rail: string;
    event_id: string;
    news_hash: Buffer;
    kind: 'paid' | 'failed' | 'expired' | 'ignored';
    recharge_id: string | null;
    received_at: Date;
    taken_until: Date;
    handled_at: Date | null;
  };
  rail_mark: {
    one: boolean;
    tx: bigint;
  };
  rail_total: {
    rail: string;
    credited: string;
    paid_out: string;
    paid_units: string;
  };
  recharge: {
    shard: number;
    member_id: string;
    id: string;
    key: string;
    request_hash: string;
    channel: string;
    method: string;
    currency: string;
    amount: bigint;
    fee: bigint;
    fee_bp: number;
    fee_fixed: bigint;
    amount_max: bigint;
    usdt_micro: bigint | null;
    rate_micro: bigint | null;
    turnover_bp: number;
    reference: string;
    address: string | null;
    qr: string | null;
    pay_url: string | null;
    provider_ref: string | null;
    ready: boolean;
    sandbox: boolean;
    state: 'created' | 'awaiting' | 'credited' | 'expired' | 'rejected';
    payment_case: string | null;
    reason: string | null;
    credited: bigint;
    voucher: string | null;
    tx_hash: string | null;
    created_at: Date;
    expires_at: Date;
    credited_at: Date | null;
    version: number;
  };
  recovery_code: {
    shard: number;
    member_id: string;
    hash: Buffer;
    used_at: Date | null;
  };
  refusal_day: {
    day: string;
    reason: string;
    refusals: bigint;
  };
  report_active: {
    day: string;
    competition_id: string;
    shard: number;
    member_id: string;
  };
  report_day: {
    day: string;
    competition_id: string;
    stakes: string;
    refunds: string;
    payouts: string;
    bets: bigint;
    members: bigint;
  };
  report_mark: {
    one: boolean;
    zone: string | null;
    tx: bigint;
  };
  reserve_address: {
    id: string;
    network: 'usdt-trc20' | 'usdt-erc20';
    address: Buffer;
    day: string;
    challenge: string;
    signature: string;
    added_by: string;
    added_at: Date;
  };
  reserve_statement: {
    id: string;
    name: string;
    currency: string;
    amount: bigint;
    day: string;
    file_hash: Buffer;
    applied_at: Date;
  };
  result: {
    event_id: string;
    version: number;
    ht_home: number | null;
    ht_away: number | null;
    ft_home: number | null;
    ft_away: number | null;
    source: string;
    state: 'proposed' | 'confirmed' | 'rejected' | 'superseded';
    proposed_at: Date;
    confirmed_at: Date | null;
    confirmed_by: string | null;
    kind: 'played' | 'abandoned' | 'postponed' | 'cancelled' | 'awarded';
    flag: 'contradicts_confirmed' | 'contradicts_proposed' | 'called_off' | null;
    confirmed_with: string | null;
    closed_at: Date | null;
    closed_by: string | null;
    closed_why: string | null;
    proposed_by: string | null;
    evidence: string | null;
    approved_by: string | null;
    approved_at: Date | null;
    tx: bigint;
  };
  reward_rules: {
    version: number;
    check_in_scale: string;
    vip_levels: unknown;
    counts_from: string;
    published_at: Date;
    published_by: string;
    tx: bigint;
  };
  row_fact: {
    number: bigint;
    subject: string;
    id: string;
    digests: unknown;
    at: Date;
    tx: bigint;
  };
  ruling: {
    event_id: string;
    version: number;
    result_version: number | null;
    who: string;
    with_whom: string | null;
    why: string;
    at: Date;
    proposal_id: string | null;
    tx: bigint;
  };
  sandbox_chain: {
    network: string;
    genesis_at: Date;
  };
  sandbox_fork: {
    id: string;
    network: string;
    from_number: bigint;
  };
  sandbox_notice: {
    shard: number;
    recharge_id: string;
    id: string;
    rail: string;
    body: string;
    at: Date;
    delivered_at: Date | null;
  };
  sandbox_order: {
    shard: number;
    recharge_id: string;
    rail: string;
    reference: string;
    amount_minor: bigint;
    currency: string;
    scale: number;
    lan: string;
    state: 'open' | 'challenge' | 'paid' | 'failed' | 'cancelled';
    tries: number;
    expires_at: Date;
  };
  sandbox_transaction: {
    id: string;
    network: string;
    tx_hash: Buffer;
    block_number: bigint | null;
    token: 'usdt' | 'other';
    recipient: Buffer;
    micro: bigint;
    failed: boolean;
  };
  second_factor: {
    shard: number;
    member_id: string;
    secret: Buffer;
    begun_at: Date;
    confirmed_at: Date | null;
    last_step: number;
  };
  server_secret: {
    name: string;
    secret: Buffer;
    created_at: Date;
  };
  session: {
    id: string;
    member_id: string;
    created_at: Date;
    last_used_at: Date;
    user_agent: string;
    address: string;
    refresh_hash: Buffer;
    previous_hash: Buffer | null;
    rotated_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    ended_why: string | null;
  };
  setting_change: {
    id: string;
    settings: unknown;
    before: unknown;
    effective_from: Date;
    accepted_at: Date;
    number: number;
  };
  setting_record: {
    number: number;
    at: Date;
    settings: unknown;
    tx: bigint;
  };
  setting_version: {
    is_only: boolean;
    version: number;
  };
  settlement_chunk: {
    shard: number;
    id: string;
    event_id: string;
    version: number;
    bets: unknown;
    at: Date;
    tx: bigint;
  };
  settlement_run: {
    event_id: string;
    version: number;
    bets: bigint;
    paid_minor: string;
    started_at: Date;
    moved_at: Date;
    finished_at: Date | null;
    taken_minor: string;
    lost_minor: string;
    totals_at: Date | null;
  };
  settlement_shard: {
    event_id: string;
    version: number;
    shard: number;
    bets: bigint;
    paid_minor: string;
    taken_minor: string;
    lost_minor: string;
    done: boolean;
    moved_at: Date;
    told_at: Date | null;
  };
  signin_failure: {
    subject: string;
    address: string;
    failures: number;
    last_at: Date;
    blocked_until: Date | null;
  };
  standing: {
    event_id: string;
    ruling: number;
    graded: number;
  };
  team: {
    id: string;
    name: string;
    short: string;
    flag: string | null;
    colour_a: string;
    colour_b: string;
    version: number;
    saved_by: string | null;
    saved_at: Date | null;
    why: string | null;
  };
  team_alias: {
    feed: string;
    name: string;
    team_id: string;
    who: string;
    at: Date;
    place: string;
  };
  team_commission: {
    shard: number;
    leader_id: string;
    day: string;
    id: string;
    level: number;
    restricted: boolean;
    rules_version: number;
    rate_1: number;
    rate_2: number;
    rate_3: number;
  };
  team_device: {
    shard: number;
    member_id: string;
    device: Buffer;
    seen_at: Date;
  };
  team_due: {
    shard: number;
    leader_id: string;
    day: string;
    run: string;
    amount: bigint;
    taken: bigint;
    state: 'due' | 'owed' | 'done';
    done_at: Date | null;
  };
  team_fact: {
    shard: number;
    member_id: string;
    recharged: bigint;
    bets: bigint;
  };
  team_flag: {
    shard: number;
    member_id: string;
    leader_shard: number;
    leader_id: string;
    reason: 'same_device' | 'same_payment' | 'same_person';
    id: string;
    state: 'open' | 'cleared' | 'confirmed';
    from_day: string;
    raised_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    in_force: boolean;
    run: string | null;
    version: number;
  };
  team_line: {
    shard: number;
    leader_id: string;
    day: string;
    generation: number;
    run: string;
    people: number;
    stakes: bigint;
    theoretical: string;
    amount: bigint;
    at: Date;
  };
  team_mark: {
    name: 'bets' | 'recharges';
    read_to: Date;
  };
  team_part: {
    run: string;
    shard: number;
  };
  team_rules: {
    version: number;
    levels: unknown;
    counts_from: string;
    published_at: Date;
    published_by: string | null;
    tx: bigint;
  };
  team_run: {
    day: string;
    state: 'reading' | 'booking' | 'paying' | 'closed';
    rules_version: number;
    read_from: Date;
    read_to: Date;
    credits: bigint;
    begun_at: Date;
    closed_at: Date | null;
    members: number;
    bets: bigint;
    stakes: bigint;
    theoretical: string;
    leaders: number;
  };
  team_size: {
    shard: number;
    leader_id: string;
    people_1: number;
    people_2: number;
    people_3: number;
    people: number;
  };
  team_size_mark: {
    one: boolean;
    tx: bigint;
  };
  team_stake: {
    shard: number;
    member_id: string;
    day: string;
    bets: bigint;
    stakes: bigint;
    theoretical: string;
    run: string;
  };
  team_tree: {
    shard: number;
    member_id: string;
    generation: number;
    leader_shard: number;
    leader_id: string;
    tx: bigint;
  };
  terms_acceptance: {
    shard: number;
    member_id: string;
    version: string;
    at: Date;
    address: string;
    lan: string;
  };
  trader_price: {
    id: string;
    event_id: string;
    market: string;
    line: string;
    odds_milli: number[];
    margin_bp: number;
    why: string;
    set_by: string;
    set_at: Date;
    released_by: string | null;
    released_why: string | null;
    released_at: Date | null;
  };
  trading_stop: {
    id: string;
    event_id: string | null;
    market: string | null;
    line: string | null;
    why: string;
    stopped_by: string;
    stopped_at: Date;
    opened_by: string | null;
    opened_why: string | null;
    opened_at: Date | null;
  };
  turnover: {
    shard: number;
    member_id: string;
    met_at: Date;
    version: number;
  };
  upload: {
    shard: number;
    member_id: string;
    id: string;
    purpose: 'voucher' | 'identity';
    mime: string;
    bytes: number;
    width: number;
    height: number;
    sha256: Buffer;
    pixel_hash: Buffer;
    look_hash: bigint;
    place: string;
    created_at: Date;
    used_for: string | null;
    used_at: Date | null;
  };
  vip_told: {
    shard: number;
    member_id: string;
    level: number;
    told_at: Date;
  };
  void_rule: {
    event_id: string;
    version: number;
    market: string | null;
    line: string | null;
    struck_from: Date;
    struck_until: Date;
    undone_version: number | null;
  };
  wallet: {
    shard: number;
    member_id: string;
    currency: string;
    available: bigint;
    held: bigint;
    version: bigint;
    gate: bigint;
    refusals: bigint;
  };
  withdrawal: {
    shard: number;
    member_id: string;
    id: string;
    fee_hold: string;
    key: string;
    currency: string;
    amount: bigint;
    fee: bigint;
    receive: bigint;
    method_id: string;
    rail: string;
    method: unknown;
    state: 'in_progress' | 'success' | 'finished' | 'refused' | 'cancelled';
    stage: 'in_review' | 'paying';
    approvals_needed: 1 | 2;
    requested_at: Date;
    arrives_by: Date;
    paying_at: Date | null;
    paid_at: Date | null;
    ended_at: Date | null;
    reference: string | null;
    reason: string | null;
    note: string | null;
    version: number;
    fee_site: bigint | null;
    tx: bigint;
    rate_micro: bigint | null;
    usdt_micro: bigint | null;
  };
  withdrawal_approval: {
    shard: number;
    member_id: string;
    withdrawal_id: string;
    operator_id: string;
    at: Date;
  };
};

/** The names of the columns, in the order of the table. */
export const tableColumns: { readonly [T in keyof Tables]: readonly (keyof Tables[T])[] } = {
  adjustment: ['shard', 'member_id', 'id', 'amount', 'balance_before', 'balance_after', 'tx'],
  alert_choice: ['shard', 'member_id', 'settled', 'goals', 'kick_off', 'offers', 'offer_at', 'saved_at'],
  audit_breach: ['id', 'shard', 'invariant', 'detail', 'found_at', 'closed_at'],
  bet: ['shard', 'member_id', 'id', 'type', 'k', 'lines', 'currency', 'unit', 'stake', 'odds_milli', 'potential', 'state', 'payout', 'rules', 'placed_at', 'settled_at', 'settlements', 'slip_hash', 'cashed_stake', 'cash_out', 'lost', 'returned_at', 'margin_micro', 'event_id', 'market', 'line', 'selection', 'price_version', 'since', 'subsets', 'part_odds', 'part_versions'],
  bet_notice: ['shard', 'member_id', 'bet_id', 'n', 'event_id', 'ruling', 'state_before', 'payout_before', 'settled_before', 'state_after', 'payout_after', 'booked', 'lost', 'at', 'read_at', 'told_at'],
  bet_turnover: ['shard', 'member_id', 'before', 'stakes'],
  cash_out_rule: ['shard', 'member_id', 'bet_id', 'version', 'at_least', 'event_ids', 'set_at', 'ended_at', 'ended', 'paid', 'told_at'],
  chain_address: ['address', 'xpub', 'idx', 'shown_network', 'shard', 'member_id', 'recharge_id', 'allocated_at', 'watch_until'],
  chain_block: ['network', 'number', 'hash'],
  chain_counter: ['xpub', 'next'],
  chain_cursor: ['network', 'scanned', 'finalized', 'finalized_hash', 'turn'],
  chain_lead: ['network', 'owner', 'until'],
  chain_taken_back: ['network', 'tx_hash', 'log_index', 'block_hash', 'block_number', 'address', 'micro'],
  chain_transfer: ['network', 'tx_hash', 'log_index', 'block_number', 'block_hash', 'token', 'address', 'micro', 'state', 'revision', 'told', 'seen_at', 'delivered_at'],
  check_in: ['shard', 'member_id', 'key', 'day', 'streak', 'reward', 'balance', 'at'],
  check_in_streak: ['shard', 'member_id', 'last_day', 'streak'],
  check_in_sum: ['day', 'shard', 'check_ins', 'extra'],
  code_budget: ['name', 'began_at', 'used'],
  competition: ['id', 'name', 'country', 'version', 'names', 'place', 'off_at', 'saved_by', 'saved_at', 'why', 'zone'],
  competition_alias: ['feed', 'name', 'competition_id', 'who', 'at'],
  contact_code: ['purpose', 'address', 'id', 'hash', 'tries', 'expires_at', 'used_at'],
  contact_flow: ['address', 'sent_at', 'last_at'],
  content: ['id', 'version', 'kind', 'removed', 'texts', 'fields', 'from_at', 'until_at', 'saved_by', 'saved_at', 'draft'],
  content_state: ['one', 'changes'],
  delayed_order: ['shard', 'member_id', 'id', 'type', 'k', 'lines', 'unit', 'odds_milli', 'potential', 'slip_hash', 'legs', 'submitted_at', 'due_at', 'state', 'reason', 'detail', 'decided_at', 'margin_micro', 'request_key', 'accept'],
  delayed_sale: ['shard', 'member_id', 'key', 'request_hash', 'bet_id', 'share', 'cashed_stake', 'at_least', 'rule_version', 'legs', 'submitted_at', 'due_at', 'state', 'reason', 'paid', 'decided_at'],
  entry: ['shard', 'member_id', 'version', 'key', 'kind', 'currency', 'amount', 'held_change', 'counter_account', 'available_after', 'held_after', 'ref', 'at', 'tx', 'request_hash'],
  event: ['id', 'competition_id', 'stage', 'home_id', 'away_id', 'neutral', 'kick_off', 'state', 'minute', 'home_goals', 'away_goals', 'ht_home', 'ht_away', 'replay', 'feed', 'feed_ref', 'recorded_at', 'home_mean', 'away_mean', 'version', 'updated_at', 'called_off_from', 'feed_seen_at', 'silent', 'home_reds', 'away_reds', 'rho', 'basis', 'basis_source', 'basis_results', 'basis_at', 'best_prices', 'basis_shots'],
  exposure: ['event_id', 'holder', 'lane', 'market', 'line', 'selection', 'since', 'stake', 'potential', 'combined', 'pending', 'shard'],
  exposure_lease: ['id', 'event_id', 'holder', 'n', 'counted', 'less', 'expires_at'],
  exposure_scope: ['kind', 'id', 'competition_id', 'bound', 'bound_until', 'grants'],
  favourite: ['shard', 'member_id', 'kind', 'ref', 'at'],
  feed_flag: ['id', 'event_id', 'feed', 'kind', 'said', 'opened_at', 'last_at', 'closed_at', 'closed_by', 'verdict'],
  feed_link: ['feed', 'ref', 'event_id', 'at'],
  feed_question: ['feed', 'kind', 'name', 'seen_in', 'first_at', 'last_at', 'place'],
  feed_state: ['feed', 'state', 'updated_at'],
  feed_word: ['event_id', 'feed', 'as_of', 'word'],
  graded: ['event_id', 'version', 'market', 'line', 'selection', 'outcome', 'since', 'struck_from', 'struck_until', 'rule'],
  hold: ['shard', 'member_id', 'id', 'kind', 'amount', 'state', 'opened_at', 'resolved_at'],
  house_fact: ['kind', 'id', 'is_private', 'body', 'at', 'tx'],
  house_fold: ['one', 'version', 'size', 'state', 'published', 'holder', 'held_until'],
  house_move: ['shard', 'key', 'request_hash', 'from_account', 'to_account', 'currency', 'amount', 'at', 'tx'],
  house_text: ['id', 'kind', 'version', 'texts', 'valid_from', 'published_at', 'revoked_by', 'revoked_at', 'revoked_why', 'tx'],
  house_text_state: ['one', 'changes'],
  house_total: ['shard', 'account', 'currency', 'amount', 'entries'],
  house_watermark: ['shard', 'tx', 'as_of', 'next_tx', 'next_at'],
  identity_request: ['shard', 'member_id', 'id', 'real_name', 'birth_date', 'document', 'state', 'reason', 'submitted_at', 'decided_by', 'decided_at', 'version'],
  incident: ['event_id', 'n', 'kind', 'minute', 'side', 'home_goals', 'away_goals', 'at'],
  large_bet: ['shard', 'member_id', 'bet_id', 'potential'],
  ledger_day: ['day', 'kind', 'account', 'currency', 'amount', 'held', 'house', 'entries'],
  ledger_mark: ['one', 'zone', 'tx'],
  leg: ['shard', 'member_id', 'bet_id', 'n', 'event_id', 'market', 'line', 'selection', 'odds_milli', 'price_version', 'since', 'subsets', 'part_odds', 'part_versions'],
  letter: ['shard', 'member_id', 'id', 'template', 'fields', 'texts', 'link', 'about', 'at', 'read_at', 'deleted_at', 'sent_by', 'key'],
  liability_refusal: ['id', 'at', 'made_by', 'differences'],
  liability_snapshot: ['id', 'at', 'day', 'made_by', 'watermarks', 'currencies', 'totals', 'size', 'root', 'accounts', 'entry', 'padding', 'steps'],
  likeness: ['id', 'shard', 'member_id', 'excluded_shard', 'excluded_id', 'reason', 'state', 'raised_at', 'decided_by', 'decided_at', 'version'],
  live_batch: ['id', 'origin', 'frames', 'at'],
  live_ticket: ['nonce', 'used_at'],
  log_counted: ['epoch', 'size', 'note', 'at'],
  log_entry: ['seq', 'kind', 'id', 'entry'],
  log_epoch: ['epoch', 'last_note', 'reason', 'at'],
  log_key: ['number', 'epoch', 'vkey', 'since', 'proof', 'at', 'tx'],
  log_mark: ['source', 'shard', 'tx', 'taken'],
  log_node: ['level', 'index', 'hash'],
  log_refusal: ['vkey', 'note', 'status', 'reason', 'at'],
  log_signed: ['epoch', 'size', 'root', 'note', 'at'],
  log_tree: ['one', 'size', 'edge', 'stored', 'looks_up', 'together_at'],
  log_witness: ['vkey', 'epoch', 'size', 'line', 'cosigned_at', 'since', 'fault'],
  market: ['event_id', 'market', 'line', 'state', 'in_play', 'margin_bp', 'selections', 'odds_milli', 'moves', 'version', 'updated_at', 'one_sided'],
  market_history: ['event_id', 'market', 'line', 'version', 'state', 'odds_milli', 'who', 'why', 'at', 'tx'],
  match_alert: ['id', 'event_id', 'n', 'kind', 'fields', 'at', 'next_shard'],
  match_shots: ['event_id', 'feed', 'home_shots', 'away_shots', 'home_on_target', 'away_on_target', 'at'],
  member: ['id', 'shard', 'account', 'account_folded', 'email', 'email_folded', 'area_code', 'mobile', 'password_hash', 'birth_date', 'language', 'invitation_code', 'inviter_id', 'registered_at', 'real_name', 'verified_at', 'nickname', 'agent_code', 'email_confirmed_at', 'mobile_confirmed_at', 'password_changed_at', 'terms_accepted', 'locked_at', 'locked_why', 'withdraw_from', 'lock_version'],
  member_exposure: ['shard', 'member_id', 'event_id', 'liability', 'cap'],
  member_fact: ['shard', 'member_id', 'kind', 'id', 'body', 'at', 'tx'],
  member_note: ['shard', 'member_id', 'id', 'operator_id', 'text', 'at'],
  notice_mark: ['shard', 'member_id', 'notice_id', 'read_at', 'deleted_at'],
  offer_alert: ['shard', 'member_id', 'id', 'bet_id', 'offer_at', 'fields', 'at'],
  offer_rule: ['scope', 'scope_id', 'version', 'markets', 'home_shift_bp', 'away_shift_bp', 'saved_by', 'saved_at', 'why', 'tx'],
  office_audit: ['id', 'operator_id', 'action', 'subject_kind', 'subject_id', 'shard', 'member_id', 'detail', 'address', 'at', 'words', 'tx'],
  office_audit_seal: ['seq', 'line', 'prev_hash', 'hash', 'key_id'],
  office_audit_waiting: ['line'],
  office_first: ['one', 'code_hash', 'expires_at'],
  operation: ['shard', 'member_id', 'key', 'request_hash', 'kind', 'amount', 'held_change', 'counter_account', 'ref', 'outcome', 'detail', 'at'],
  operator: ['id', 'account', 'account_folded', 'password_hash', 'roles', 'disabled_at', 'created_at', 'created_by', 'waits_until', 'version', 'owner_until'],
  operator_access: ['id', 'account', 'account_folded', 'password_hash', 'code_hash', 'address', 'asked_at', 'expires_at'],
  operator_challenge: ['id', 'challenge', 'session_id', 'rp_id', 'origins', 'expires_at'],
  operator_factor: ['operator_id', 'secret', 'confirmed_at', 'last_step', 'next_secret', 'begun_at'],
  operator_passkey: ['operator_id', 'id', 'credential', 'public_key', 'counter', 'transports', 'rp_id', 'name', 'created_at', 'last_used_at'],
  operator_password_link: ['operator_id', 'code_hash', 'expires_at', 'waits'],
  operator_recovery_code: ['operator_id', 'hash', 'used_at'],
  operator_session: ['id', 'operator_id', 'token_hash', 'created_at', 'last_used_at', 'expires_at', 'ended_at', 'address', 'user_agent', 'proven'],
  outbox_message: ['id', 'channel', 'recipient', 'template', 'lan', 'fields', 'about', 'state', 'tries', 'next_at', 'useless_at', 'error', 'at', 'sent_at'],
  owner_alone: ['id', 'operator_id', 'asked_at', 'counts_from', 'by_code', 'stopped_at', 'stopped_by'],
  owner_recovery_code: ['one', 'code_hash', 'made_at'],
  passkey: ['shard', 'member_id', 'id', 'credential', 'public_key', 'counter', 'transports', 'rp_id', 'name', 'created_at', 'last_used_at'],
  passkey_challenge: ['id', 'challenge', 'session_id', 'rp_id', 'origins', 'expires_at'],
  payment: ['shard', 'member_id', 'rail', 'ref', 'id', 'recharge_id', 'paid', 'gross', 'fee', 'credited', 'turnover', 'state', 'payment_case', 'block', 'seen_at', 'credited_at', 'tx', 'currency'],
  payment_ref: ['rail', 'ref', 'payment_id'],
  payout_hold: ['number', 'reason', 'since', 'at', 'released_at', 'released_by', 'note', 'unknown_references'],
  payout_method: ['shard', 'member_id', 'id', 'type', 'fields', 'fingerprint', 'created_at', 'usable_from', 'deleted_at', 'version'],
  payout_ref: ['rail', 'reference', 'withdrawal_id'],
  picture: ['id', 'mime', 'bytes', 'width', 'height', 'place', 'added_by', 'created_at', 'used_at'],
  play: ['shard', 'member_id', 'version', 'restriction', 'since', 'until', 'opens_at', 'returns_due', 'reality_minutes', 'reality_seen_at'],
  play_limit: ['shard', 'member_id', 'kind', 'period', 'amount', 'pending_id', 'pending_amount', 'pending_from', 'pending_until', 'pending_told'],
  proposal: ['id', 'kind', 'subject_id', 'subject_version', 'body', 'reason', 'state', 'version', 'proposed_by', 'proposed_at', 'expires_at', 'decided_by', 'decided_at', 'note', 'alone', 'key'],
  push_notice: ['notice_id', 'next_shard'],
  push_subscription: ['shard', 'member_id', 'id', 'endpoint', 'endpoint_hash', 'p256dh', 'auth', 'created_at'],
  push_task: ['shard', 'member_id', 'subscription_id', 'box', 'about_id', 'tries', 'due_at', 'created_at'],
  rail_event: ['rail', 'event_id', 'news_hash', 'kind', 'recharge_id', 'received_at', 'taken_until', 'handled_at'],
  rail_mark: ['one', 'tx'],
  rail_total: ['rail', 'credited', 'paid_out', 'paid_units'],
  recharge: ['shard', 'member_id', 'id', 'key', 'request_hash', 'channel', 'method', 'currency', 'amount', 'fee', 'fee_bp', 'fee_fixed', 'amount_max', 'usdt_micro', 'rate_micro', 'turnover_bp', 'reference', 'address', 'qr', 'pay_url', 'provider_ref', 'ready', 'sandbox', 'state', 'payment_case', 'reason', 'credited', 'voucher', 'tx_hash', 'created_at', 'expires_at', 'credited_at', 'version'],
  recovery_code: ['shard', 'member_id', 'hash', 'used_at'],
  refusal_day: ['day', 'reason', 'refusals'],
  report_active: ['day', 'competition_id', 'shard', 'member_id'],
  report_day: ['day', 'competition_id', 'stakes', 'refunds', 'payouts', 'bets', 'members'],
  report_mark: ['one', 'zone', 'tx'],
  reserve_address: ['id', 'network', 'address', 'day', 'challenge', 'signature', 'added_by', 'added_at'],
  reserve_statement: ['id', 'name', 'currency', 'amount', 'day', 'file_hash', 'applied_at'],
  result: ['event_id', 'version', 'ht_home', 'ht_away', 'ft_home', 'ft_away', 'source', 'state', 'proposed_at', 'confirmed_at', 'confirmed_by', 'kind', 'flag', 'confirmed_with', 'closed_at', 'closed_by', 'closed_why', 'proposed_by', 'evidence', 'approved_by', 'approved_at', 'tx'],
  reward_rules: ['version', 'check_in_scale', 'vip_levels', 'counts_from', 'published_at', 'published_by', 'tx'],
  row_fact: ['number', 'subject', 'id', 'digests', 'at', 'tx'],
  ruling: ['event_id', 'version', 'result_version', 'who', 'with_whom', 'why', 'at', 'proposal_id', 'tx'],
  sandbox_chain: ['network', 'genesis_at'],
  sandbox_fork: ['id', 'network', 'from_number'],
  sandbox_notice: ['shard', 'recharge_id', 'id', 'rail', 'body', 'at', 'delivered_at'],
  sandbox_order: ['shard', 'recharge_id', 'rail', 'reference', 'amount_minor', 'currency', 'scale', 'lan', 'state', 'tries', 'expires_at'],
  sandbox_transaction: ['id', 'network', 'tx_hash', 'block_number', 'token', 'recipient', 'micro', 'failed'],
  second_factor: ['shard', 'member_id', 'secret', 'begun_at', 'confirmed_at', 'last_step'],
  server_secret: ['name', 'secret', 'created_at'],
  session: ['id', 'member_id', 'created_at', 'last_used_at', 'user_agent', 'address', 'refresh_hash', 'previous_hash', 'rotated_at', 'expires_at', 'ended_at', 'ended_why'],
  setting_change: ['id', 'settings', 'before', 'effective_from', 'accepted_at', 'number'],
  setting_record: ['number', 'at', 'settings', 'tx'],
  setting_version: ['is_only', 'version'],
  settlement_chunk: ['shard', 'id', 'event_id', 'version', 'bets', 'at', 'tx'],
  settlement_run: ['event_id', 'version', 'bets', 'paid_minor', 'started_at', 'moved_at', 'finished_at', 'taken_minor', 'lost_minor', 'totals_at'],
  settlement_shard: ['event_id', 'version', 'shard', 'bets', 'paid_minor', 'taken_minor', 'lost_minor', 'done', 'moved_at', 'told_at'],
  signin_failure: ['subject', 'address', 'failures', 'last_at', 'blocked_until'],
  standing: ['event_id', 'ruling', 'graded'],
  team: ['id', 'name', 'short', 'flag', 'colour_a', 'colour_b', 'version', 'saved_by', 'saved_at', 'why'],
  team_alias: ['feed', 'name', 'team_id', 'who', 'at', 'place'],
  team_commission: ['shard', 'leader_id', 'day', 'id', 'level', 'restricted', 'rules_version', 'rate_1', 'rate_2', 'rate_3'],
  team_device: ['shard', 'member_id', 'device', 'seen_at'],
  team_due: ['shard', 'leader_id', 'day', 'run', 'amount', 'taken', 'state', 'done_at'],
  team_fact: ['shard', 'member_id', 'recharged', 'bets'],
  team_flag: ['shard', 'member_id', 'leader_shard', 'leader_id', 'reason', 'id', 'state', 'from_day', 'raised_at', 'decided_by', 'decided_at', 'in_force', 'run', 'version'],
  team_line: ['shard', 'leader_id', 'day', 'generation', 'run', 'people', 'stakes', 'theoretical', 'amount', 'at'],
  team_mark: ['name', 'read_to'],
  team_part: ['run', 'shard'],
  team_rules: ['version', 'levels', 'counts_from', 'published_at', 'published_by', 'tx'],
  team_run: ['day', 'state', 'rules_version', 'read_from', 'read_to', 'credits', 'begun_at', 'closed_at', 'members', 'bets', 'stakes', 'theoretical', 'leaders'],
  team_size: ['shard', 'leader_id', 'people_1', 'people_2', 'people_3', 'people'],
  team_size_mark: ['one', 'tx'],
  team_stake: ['shard', 'member_id', 'day', 'bets', 'stakes', 'theoretical', 'run'],
  team_tree: ['shard', 'member_id', 'generation', 'leader_shard', 'leader_id', 'tx'],
  terms_acceptance: ['shard', 'member_id', 'version', 'at', 'address', 'lan'],
  trader_price: ['id', 'event_id', 'market', 'line', 'odds_milli', 'margin_bp', 'why', 'set_by', 'set_at', 'released_by', 'released_why', 'released_at'],
  trading_stop: ['id', 'event_id', 'market', 'line', 'why', 'stopped_by', 'stopped_at', 'opened_by', 'opened_why', 'opened_at'],
  turnover: ['shard', 'member_id', 'met_at', 'version'],
  upload: ['shard', 'member_id', 'id', 'purpose', 'mime', 'bytes', 'width', 'height', 'sha256', 'pixel_hash', 'look_hash', 'place', 'created_at', 'used_for', 'used_at'],
  vip_told: ['shard', 'member_id', 'level', 'told_at'],
  void_rule: ['event_id', 'version', 'market', 'line', 'struck_from', 'struck_until', 'undone_version'],
  wallet: ['shard', 'member_id', 'currency', 'available', 'held', 'version', 'gate', 'refusals'],
  withdrawal: ['shard', 'member_id', 'id', 'fee_hold', 'key', 'currency', 'amount', 'fee', 'receive', 'method_id', 'rail', 'method', 'state', 'stage', 'approvals_needed', 'requested_at', 'arrives_by', 'paying_at', 'paid_at', 'ended_at', 'reference', 'reason', 'note', 'version', 'fee_site', 'tx', 'rate_micro', 'usdt_micro'],
  withdrawal_approval: ['shard', 'member_id', 'withdrawal_id', 'operator_id', 'at'],
};

/** PostgreSQL's type of each column. */
export const columnTypes: { readonly [T in keyof Tables]: Readonly<Record<keyof Tables[T], string>> } = {
  adjustment: { shard: 'int2', member_id: 'uuid', id: 'uuid', amount: 'int8', balance_before: 'int8', balance_after: 'int8', tx: 'int8' },
  alert_choice: { shard: 'int2', member_id: 'uuid', settled: 'bool', goals: 'bool', kick_off: 'bool', offers: 'bool', offer_at: 'int8', saved_at: 'timestamptz' },
  audit_breach: { id: 'uuid', shard: 'int2', invariant: 'text', detail: 'jsonb', found_at: 'timestamptz', closed_at: 'timestamptz' },
  bet: { shard: 'int2', member_id: 'uuid', id: 'uuid', type: 'text', k: 'int2', lines: 'int4', currency: 'text', unit: 'int8', stake: 'int8', odds_milli: 'int8', potential: 'int8', state: 'text', payout: 'int8', rules: 'text', placed_at: 'timestamptz', settled_at: 'timestamptz', settlements: 'int4', slip_hash: 'int8', cashed_stake: 'int8', cash_out: 'int8', lost: 'int8', returned_at: 'timestamptz', margin_micro: 'int4', event_id: 'uuid', market: 'text', line: 'text', selection: 'text', price_version: 'int4', since: 'text', subsets: 'int4[]', part_odds: 'int4[]', part_versions: 'int4[]' },
  bet_notice: { shard: 'int2', member_id: 'uuid', bet_id: 'uuid', n: 'int4', event_id: 'uuid', ruling: 'int4', state_before: 'text', payout_before: 'int8', settled_before: 'timestamptz', state_after: 'text', payout_after: 'int8', booked: 'int8', lost: 'int8', at: 'timestamptz', read_at: 'timestamptz', told_at: 'timestamptz' },
  bet_turnover: { shard: 'int2', member_id: 'uuid', before: 'uuid', stakes: 'int8' },
  cash_out_rule: { shard: 'int2', member_id: 'uuid', bet_id: 'uuid', version: 'int4', at_least: 'int8', event_ids: 'uuid[]', set_at: 'timestamptz', ended_at: 'timestamptz', ended: 'text', paid: 'int8', told_at: 'timestamptz' },
  chain_address: { address: 'bytea', xpub: 'text', idx: 'int4', shown_network: 'text', shard: 'int2', member_id: 'uuid', recharge_id: 'uuid', allocated_at: 'timestamptz', watch_until: 'timestamptz' },
  chain_block: { network: 'text', number: 'int8', hash: 'bytea' },
  chain_counter: { xpub: 'text', next: 'int4' },
  chain_cursor: { network: 'text', scanned: 'int8', finalized: 'int8', finalized_hash: 'bytea', turn: 'int8' },
  chain_lead: { network: 'text', owner: 'uuid', until: 'timestamptz' },
  chain_taken_back: { network: 'text', tx_hash: 'bytea', log_index: 'int4', block_hash: 'bytea', block_number: 'int8', address: 'bytea', micro: 'int8' },
  chain_transfer: { network: 'text', tx_hash: 'bytea', log_index: 'int4', block_number: 'int8', block_hash: 'bytea', token: 'bytea', address: 'bytea', micro: 'int8', state: 'text', revision: 'int4', told: 'int4', seen_at: 'timestamptz', delivered_at: 'timestamptz' },
  check_in: { shard: 'int2', member_id: 'uuid', key: 'text', day: 'date', streak: 'int2', reward: 'int8', balance: 'int8', at: 'timestamptz' },
  check_in_streak: { shard: 'int2', member_id: 'uuid', last_day: 'date', streak: 'int2' },
  check_in_sum: { day: 'date', shard: 'int2', check_ins: 'int4', extra: 'int8' },
  code_budget: { name: 'text', began_at: 'timestamptz', used: 'int4' },
  competition: { id: 'text', name: 'text', country: 'text', version: 'int4', names: 'jsonb', place: 'int2', off_at: 'timestamptz', saved_by: 'text', saved_at: 'timestamptz', why: 'text', zone: 'text' },
  competition_alias: { feed: 'text', name: 'text', competition_id: 'text', who: 'text', at: 'timestamptz' },
  contact_code: { purpose: 'text', address: 'bytea', id: 'uuid', hash: 'bytea', tries: 'int2', expires_at: 'timestamptz', used_at: 'timestamptz' },
  contact_flow: { address: 'bytea', sent_at: 'timestamptz[]', last_at: 'timestamptz' },
  content: { id: 'uuid', version: 'int4', kind: 'text', removed: 'bool', texts: 'jsonb', fields: 'jsonb', from_at: 'timestamptz', until_at: 'timestamptz', saved_by: 'uuid', saved_at: 'timestamptz', draft: 'bool' },
  content_state: { one: 'bool', changes: 'int8' },
  delayed_order: { shard: 'int2', member_id: 'uuid', id: 'uuid', type: 'text', k: 'int2', lines: 'int4', unit: 'int8', odds_milli: 'int8', potential: 'int8', slip_hash: 'int8', legs: 'jsonb', submitted_at: 'timestamptz', due_at: 'timestamptz', state: 'text', reason: 'text', detail: 'jsonb', decided_at: 'timestamptz', margin_micro: 'int4', request_key: 'text', accept: 'text' },
  delayed_sale: { shard: 'int2', member_id: 'uuid', key: 'text', request_hash: 'text', bet_id: 'uuid', share: 'int4', cashed_stake: 'int8', at_least: 'int8', rule_version: 'int4', legs: 'jsonb', submitted_at: 'timestamptz', due_at: 'timestamptz', state: 'text', reason: 'text', paid: 'int8', decided_at: 'timestamptz' },
  entry: { shard: 'int2', member_id: 'uuid', version: 'int8', key: 'text', kind: 'text', currency: 'text', amount: 'int8', held_change: 'int8', counter_account: 'text', available_after: 'int8', held_after: 'int8', ref: 'uuid', at: 'timestamptz', tx: 'int8', request_hash: 'text' },
  event: { id: 'uuid', competition_id: 'text', stage: 'text', home_id: 'text', away_id: 'text', neutral: 'bool', kick_off: 'timestamptz', state: 'text', minute: 'text', home_goals: 'int2', away_goals: 'int2', ht_home: 'int2', ht_away: 'int2', replay: 'bool', feed: 'text', feed_ref: 'text', recorded_at: 'timestamptz', home_mean: 'float8', away_mean: 'float8', version: 'int4', updated_at: 'timestamptz', called_off_from: 'timestamptz', feed_seen_at: 'timestamptz', silent: 'bool', home_reds: 'int2', away_reds: 'int2', rho: 'float8', basis: 'text', basis_source: 'text', basis_results: 'int4', basis_at: 'timestamptz', best_prices: 'jsonb', basis_shots: 'int4' },
  exposure: { event_id: 'uuid', holder: 'uuid', lane: 'int2', market: 'text', line: 'text', selection: 'text', since: 'text', stake: 'int8', potential: 'int8', combined: 'int8', pending: 'int8', shard: 'int2' },
  exposure_lease: { id: 'uuid', event_id: 'uuid', holder: 'uuid', n: 'int4', counted: 'float8[]', less: 'jsonb', expires_at: 'timestamptz' },
  exposure_scope: { kind: 'int2', id: 'text', competition_id: 'text', bound: 'int8', bound_until: 'timestamptz', grants: 'int8' },
  favourite: { shard: 'int2', member_id: 'uuid', kind: 'text', ref: 'text', at: 'timestamptz' },
  feed_flag: { id: 'uuid', event_id: 'uuid', feed: 'text', kind: 'text', said: 'jsonb', opened_at: 'timestamptz', last_at: 'timestamptz', closed_at: 'timestamptz', closed_by: 'text', verdict: 'text' },
  feed_link: { feed: 'text', ref: 'text', event_id: 'uuid', at: 'timestamptz' },
  feed_question: { feed: 'text', kind: 'text', name: 'text', seen_in: 'text', first_at: 'timestamptz', last_at: 'timestamptz', place: 'text' },
  feed_state: { feed: 'text', state: 'jsonb', updated_at: 'timestamptz' },
  feed_word: { event_id: 'uuid', feed: 'text', as_of: 'timestamptz', word: 'jsonb' },
  graded: { event_id: 'uuid', version: 'int4', market: 'text', line: 'text', selection: 'text', outcome: 'text', since: 'text', struck_from: 'timestamptz', struck_until: 'timestamptz', rule: 'text' },
  hold: { shard: 'int2', member_id: 'uuid', id: 'uuid', kind: 'text', amount: 'int8', state: 'text', opened_at: 'timestamptz', resolved_at: 'timestamptz' },
  house_fact: { kind: 'text', id: 'text', is_private: 'bool', body: 'text', at: 'timestamptz', tx: 'int8' },
  house_fold: { one: 'bool', version: 'int4', size: 'int8', state: 'text', published: 'text', holder: 'uuid', held_until: 'timestamptz' },
  house_move: { shard: 'int2', key: 'text', request_hash: 'text', from_account: 'text', to_account: 'text', currency: 'text', amount: 'int8', at: 'timestamptz', tx: 'int8' },
  house_text: { id: 'uuid', kind: 'text', version: 'int4', texts: 'jsonb', valid_from: 'timestamptz', published_at: 'timestamptz', revoked_by: 'uuid', revoked_at: 'timestamptz', revoked_why: 'text', tx: 'int8' },
  house_text_state: { one: 'bool', changes: 'int8' },
  house_total: { shard: 'int2', account: 'text', currency: 'text', amount: 'numeric', entries: 'int8' },
  house_watermark: { shard: 'int2', tx: 'int8', as_of: 'timestamptz', next_tx: 'int8', next_at: 'timestamptz' },
  identity_request: { shard: 'int2', member_id: 'uuid', id: 'uuid', real_name: 'text', birth_date: 'date', document: 'uuid', state: 'text', reason: 'text', submitted_at: 'timestamptz', decided_by: 'uuid', decided_at: 'timestamptz', version: 'int4' },
  incident: { event_id: 'uuid', n: 'int2', kind: 'text', minute: 'text', side: 'text', home_goals: 'int2', away_goals: 'int2', at: 'timestamptz' },
  large_bet: { shard: 'int2', member_id: 'uuid', bet_id: 'uuid', potential: 'int8' },
  ledger_day: { day: 'date', kind: 'text', account: 'text', currency: 'text', amount: 'numeric', held: 'numeric', house: 'numeric', entries: 'int8' },
  ledger_mark: { one: 'bool', zone: 'text', tx: 'int8' },
  leg: { shard: 'int2', member_id: 'uuid', bet_id: 'uuid', n: 'int2', event_id: 'uuid', market: 'text', line: 'text', selection: 'text', odds_milli: 'int4', price_version: 'int4', since: 'text', subsets: 'int4[]', part_odds: 'int4[]', part_versions: 'int4[]' },
  letter: { shard: 'int2', member_id: 'uuid', id: 'uuid', template: 'text', fields: 'jsonb', texts: 'jsonb', link: 'text', about: 'text', at: 'timestamptz', read_at: 'timestamptz', deleted_at: 'timestamptz', sent_by: 'uuid', key: 'text' },
  liability_refusal: { id: 'uuid', at: 'timestamptz', made_by: 'uuid', differences: 'text[]' },
  liability_snapshot: { id: 'uuid', at: 'timestamptz', day: 'date', made_by: 'uuid', watermarks: 'text[]', currencies: 'text[]', totals: 'text[]', size: 'int4', root: 'bytea', accounts: 'int4', entry: 'text', padding: 'text[]', steps: 'text[]' },
  likeness: { id: 'uuid', shard: 'int2', member_id: 'uuid', excluded_shard: 'int2', excluded_id: 'uuid', reason: 'text', state: 'text', raised_at: 'timestamptz', decided_by: 'uuid', decided_at: 'timestamptz', version: 'int4' },
  live_batch: { id: 'int8', origin: 'uuid', frames: 'jsonb', at: 'timestamptz' },
  live_ticket: { nonce: 'text', used_at: 'timestamptz' },
  log_counted: { epoch: 'int4', size: 'int8', note: 'text', at: 'timestamptz' },
  log_entry: { seq: 'int8', kind: 'text', id: 'text', entry: 'text' },
  log_epoch: { epoch: 'int4', last_note: 'text', reason: 'text', at: 'timestamptz' },
  log_key: { number: 'int4', epoch: 'int4', vkey: 'text', since: 'int8', proof: 'text', at: 'timestamptz', tx: 'int8' },
  log_mark: { source: 'text', shard: 'int2', tx: 'int8', taken: 'int4' },
  log_node: { level: 'int2', index: 'int8', hash: 'bytea' },
  log_refusal: { vkey: 'text', note: 'text', status: 'int4', reason: 'text', at: 'timestamptz' },
  log_signed: { epoch: 'int4', size: 'int8', root: 'bytea', note: 'text', at: 'timestamptz' },
  log_tree: { one: 'bool', size: 'int8', edge: 'bytea', stored: 'int8', looks_up: 'bool', together_at: 'timestamptz' },
  log_witness: { vkey: 'text', epoch: 'int4', size: 'int8', line: 'text', cosigned_at: 'timestamptz', since: 'timestamptz', fault: 'text' },
  market: { event_id: 'uuid', market: 'text', line: 'text', state: 'text', in_play: 'bool', margin_bp: 'int4', selections: 'text[]', odds_milli: 'int4[]', moves: 'int2[]', version: 'int4', updated_at: 'timestamptz', one_sided: 'bool' },
  market_history: { event_id: 'uuid', market: 'text', line: 'text', version: 'int4', state: 'text', odds_milli: 'int4[]', who: 'text', why: 'text', at: 'timestamptz', tx: 'int8' },
  match_alert: { id: 'uuid', event_id: 'uuid', n: 'int2', kind: 'text', fields: 'jsonb', at: 'timestamptz', next_shard: 'int2' },
  match_shots: { event_id: 'uuid', feed: 'text', home_shots: 'int2', away_shots: 'int2', home_on_target: 'int2', away_on_target: 'int2', at: 'timestamptz' },
  member: { id: 'uuid', shard: 'int2', account: 'text', account_folded: 'text', email: 'text', email_folded: 'text', area_code: 'text', mobile: 'text', password_hash: 'text', birth_date: 'date', language: 'text', invitation_code: 'text', inviter_id: 'uuid', registered_at: 'timestamptz', real_name: 'text', verified_at: 'timestamptz', nickname: 'text', agent_code: 'text', email_confirmed_at: 'timestamptz', mobile_confirmed_at: 'timestamptz', password_changed_at: 'timestamptz', terms_accepted: 'text', locked_at: 'timestamptz', locked_why: 'text', withdraw_from: 'timestamptz', lock_version: 'int4' },
  member_exposure: { shard: 'int2', member_id: 'uuid', event_id: 'uuid', liability: 'int8', cap: 'int8' },
  member_fact: { shard: 'int2', member_id: 'uuid', kind: 'text', id: 'text', body: 'text', at: 'timestamptz', tx: 'int8' },
  member_note: { shard: 'int2', member_id: 'uuid', id: 'uuid', operator_id: 'uuid', text: 'text', at: 'timestamptz' },
  notice_mark: { shard: 'int2', member_id: 'uuid', notice_id: 'uuid', read_at: 'timestamptz', deleted_at: 'timestamptz' },
  offer_alert: { shard: 'int2', member_id: 'uuid', id: 'uuid', bet_id: 'uuid', offer_at: 'int8', fields: 'jsonb', at: 'timestamptz' },
  offer_rule: { scope: 'text', scope_id: 'text', version: 'int4', markets: 'jsonb', home_shift_bp: 'int4', away_shift_bp: 'int4', saved_by: 'text', saved_at: 'timestamptz', why: 'text', tx: 'int8' },
  office_audit: { id: 'uuid', operator_id: 'uuid', action: 'text', subject_kind: 'text', subject_id: 'text', shard: 'int2', member_id: 'uuid', detail: 'jsonb', address: 'text', at: 'timestamptz', words: 'tsvector', tx: 'int8' },
  office_audit_seal: { seq: 'int8', line: 'uuid', prev_hash: 'bytea', hash: 'bytea', key_id: 'text' },
  office_audit_waiting: { line: 'uuid' },
  office_first: { one: 'bool', code_hash: 'bytea', expires_at: 'timestamptz' },
  operation: { shard: 'int2', member_id: 'uuid', key: 'text', request_hash: 'text', kind: 'text', amount: 'int8', held_change: 'int8', counter_account: 'text', ref: 'uuid', outcome: 'text', detail: 'jsonb', at: 'timestamptz' },
  operator: { id: 'uuid', account: 'text', account_folded: 'text', password_hash: 'text', roles: 'text[]', disabled_at: 'timestamptz', created_at: 'timestamptz', created_by: 'uuid', waits_until: 'timestamptz', version: 'int4', owner_until: 'timestamptz' },
  operator_access: { id: 'uuid', account: 'text', account_folded: 'text', password_hash: 'text', code_hash: 'bytea', address: 'text', asked_at: 'timestamptz', expires_at: 'timestamptz' },
  operator_challenge: { id: 'uuid', challenge: 'bytea', session_id: 'uuid', rp_id: 'text', origins: 'text[]', expires_at: 'timestamptz' },
  operator_factor: { operator_id: 'uuid', secret: 'bytea', confirmed_at: 'timestamptz', last_step: 'int4', next_secret: 'bytea', begun_at: 'timestamptz' },
  operator_passkey: { operator_id: 'uuid', id: 'uuid', credential: 'text', public_key: 'bytea', counter: 'int8', transports: 'text[]', rp_id: 'text', name: 'text', created_at: 'timestamptz', last_used_at: 'timestamptz' },
  operator_password_link: { operator_id: 'uuid', code_hash: 'bytea', expires_at: 'timestamptz', waits: 'bool' },
  operator_recovery_code: { operator_id: 'uuid', hash: 'bytea', used_at: 'timestamptz' },
  operator_session: { id: 'uuid', operator_id: 'uuid', token_hash: 'bytea', created_at: 'timestamptz', last_used_at: 'timestamptz', expires_at: 'timestamptz', ended_at: 'timestamptz', address: 'text', user_agent: 'text', proven: 'text' },
  outbox_message: { id: 'uuid', channel: 'text', recipient: 'text', template: 'text', lan: 'text', fields: 'jsonb', about: 'uuid', state: 'text', tries: 'int2', next_at: 'timestamptz', useless_at: 'timestamptz', error: 'text', at: 'timestamptz', sent_at: 'timestamptz' },
  owner_alone: { id: 'uuid', operator_id: 'uuid', asked_at: 'timestamptz', counts_from: 'timestamptz', by_code: 'bool', stopped_at: 'timestamptz', stopped_by: 'uuid' },
  owner_recovery_code: { one: 'bool', code_hash: 'bytea', made_at: 'timestamptz' },
  passkey: { shard: 'int2', member_id: 'uuid', id: 'uuid', credential: 'text', public_key: 'bytea', counter: 'int8', transports: 'text[]', rp_id: 'text', name: 'text', created_at: 'timestamptz', last_used_at: 'timestamptz' },
  passkey_challenge: { id: 'uuid', challenge: 'bytea', session_id: 'uuid', rp_id: 'text', origins: 'text[]', expires_at: 'timestamptz' },
  payment: { shard: 'int2', member_id: 'uuid', rail: 'text', ref: 'text', id: 'uuid', recharge_id: 'uuid', paid: 'int8', gross: 'int8', fee: 'int8', credited: 'int8', turnover: 'int8', state: 'text', payment_case: 'text', block: 'int8', seen_at: 'timestamptz', credited_at: 'timestamptz', tx: 'int8', currency: 'text' },
  payment_ref: { rail: 'text', ref: 'text', payment_id: 'uuid' },
  payout_hold: { number: 'int4', reason: 'text', since: 'timestamptz', at: 'timestamptz', released_at: 'timestamptz', released_by: 'uuid', note: 'text', unknown_references: 'text[]' },
  payout_method: { shard: 'int2', member_id: 'uuid', id: 'uuid', type: 'text', fields: 'jsonb', fingerprint: 'text', created_at: 'timestamptz', usable_from: 'timestamptz', deleted_at: 'timestamptz', version: 'int4' },
  payout_ref: { rail: 'text', reference: 'text', withdrawal_id: 'uuid' },
  picture: { id: 'uuid', mime: 'text', bytes: 'int4', width: 'int4', height: 'int4', place: 'text', added_by: 'uuid', created_at: 'timestamptz', used_at: 'timestamptz' },
  play: { shard: 'int2', member_id: 'uuid', version: 'int8', restriction: 'text', since: 'timestamptz', until: 'timestamptz', opens_at: 'timestamptz', returns_due: 'bool', reality_minutes: 'int2', reality_seen_at: 'timestamptz' },
  play_limit: { shard: 'int2', member_id: 'uuid', kind: 'text', period: 'text', amount: 'int8', pending_id: 'uuid', pending_amount: 'int8', pending_from: 'timestamptz', pending_until: 'timestamptz', pending_told: 'bool' },
  proposal: { id: 'uuid', kind: 'text', subject_id: 'uuid', subject_version: 'int4', body: 'jsonb', reason: 'text', state: 'text', version: 'int4', proposed_by: 'uuid', proposed_at: 'timestamptz', expires_at: 'timestamptz', decided_by: 'uuid', decided_at: 'timestamptz', note: 'text', alone: 'bool', key: 'text' },
  push_notice: { notice_id: 'uuid', next_shard: 'int2' },
  push_subscription: { shard: 'int2', member_id: 'uuid', id: 'uuid', endpoint: 'text', endpoint_hash: 'bytea', p256dh: 'text', auth: 'text', created_at: 'timestamptz' },
  push_task: { shard: 'int2', member_id: 'uuid', subscription_id: 'uuid', box: 'text', about_id: 'uuid', tries: 'int4', due_at: 'timestamptz', created_at: 'timestamptz' },
  rail_event: { rail: 'text', event_id: 'text', news_hash: 'bytea', kind: 'text', recharge_id: 'uuid', received_at: 'timestamptz', taken_until: 'timestamptz', handled_at: 'timestamptz' },
  rail_mark: { one: 'bool', tx: 'int8' },
  rail_total: { rail: 'text', credited: 'numeric', paid_out: 'numeric', paid_units: 'numeric' },
  recharge: { shard: 'int2', member_id: 'uuid', id: 'uuid', key: 'text', request_hash: 'text', channel: 'text', method: 'text', currency: 'text', amount: 'int8', fee: 'int8', fee_bp: 'int4', fee_fixed: 'int8', amount_max: 'int8', usdt_micro: 'int8', rate_micro: 'int8', turnover_bp: 'int4', reference: 'text', address: 'text', qr: 'text', pay_url: 'text', provider_ref: 'text', ready: 'bool', sandbox: 'bool', state: 'text', payment_case: 'text', reason: 'text', credited: 'int8', voucher: 'uuid', tx_hash: 'text', created_at: 'timestamptz', expires_at: 'timestamptz', credited_at: 'timestamptz', version: 'int4' },
  recovery_code: { shard: 'int2', member_id: 'uuid', hash: 'bytea', used_at: 'timestamptz' },
  refusal_day: { day: 'date', reason: 'text', refusals: 'int8' },
  report_active: { day: 'date', competition_id: 'text', shard: 'int2', member_id: 'uuid' },
  report_day: { day: 'date', competition_id: 'text', stakes: 'numeric', refunds: 'numeric', payouts: 'numeric', bets: 'int8', members: 'int8' },
  report_mark: { one: 'bool', zone: 'text', tx: 'int8' },
  reserve_address: { id: 'uuid', network: 'text', address: 'bytea', day: 'date', challenge: 'text', signature: 'text', added_by: 'uuid', added_at: 'timestamptz' },
  reserve_statement: { id: 'uuid', name: 'text', currency: 'text', amount: 'int8', day: 'date', file_hash: 'bytea', applied_at: 'timestamptz' },
  result: { event_id: 'uuid', version: 'int4', ht_home: 'int2', ht_away: 'int2', ft_home: 'int2', ft_away: 'int2', source: 'text', state: 'text', proposed_at: 'timestamptz', confirmed_at: 'timestamptz', confirmed_by: 'text', kind: 'text', flag: 'text', confirmed_with: 'text', closed_at: 'timestamptz', closed_by: 'text', closed_why: 'text', proposed_by: 'text', evidence: 'text', approved_by: 'text', approved_at: 'timestamptz', tx: 'int8' },
  reward_rules: { version: 'int4', check_in_scale: 'text', vip_levels: 'jsonb', counts_from: 'date', published_at: 'timestamptz', published_by: 'uuid', tx: 'int8' },
  row_fact: { number: 'int8', subject: 'text', id: 'uuid', digests: 'jsonb', at: 'timestamptz', tx: 'int8' },
  ruling: { event_id: 'uuid', version: 'int4', result_version: 'int4', who: 'text', with_whom: 'text', why: 'text', at: 'timestamptz', proposal_id: 'uuid', tx: 'int8' },
  sandbox_chain: { network: 'text', genesis_at: 'timestamptz' },
  sandbox_fork: { id: 'uuid', network: 'text', from_number: 'int8' },
  sandbox_notice: { shard: 'int2', recharge_id: 'uuid', id: 'text', rail: 'text', body: 'text', at: 'timestamptz', delivered_at: 'timestamptz' },
  sandbox_order: { shard: 'int2', recharge_id: 'uuid', rail: 'text', reference: 'text', amount_minor: 'int8', currency: 'text', scale: 'int2', lan: 'text', state: 'text', tries: 'int2', expires_at: 'timestamptz' },
  sandbox_transaction: { id: 'uuid', network: 'text', tx_hash: 'bytea', block_number: 'int8', token: 'text', recipient: 'bytea', micro: 'int8', failed: 'bool' },
  second_factor: { shard: 'int2', member_id: 'uuid', secret: 'bytea', begun_at: 'timestamptz', confirmed_at: 'timestamptz', last_step: 'int4' },
  server_secret: { name: 'text', secret: 'bytea', created_at: 'timestamptz' },
  session: { id: 'uuid', member_id: 'uuid', created_at: 'timestamptz', last_used_at: 'timestamptz', user_agent: 'text', address: 'text', refresh_hash: 'bytea', previous_hash: 'bytea', rotated_at: 'timestamptz', expires_at: 'timestamptz', ended_at: 'timestamptz', ended_why: 'text' },
  setting_change: { id: 'uuid', settings: 'jsonb', before: 'jsonb', effective_from: 'timestamptz', accepted_at: 'timestamptz', number: 'int4' },
  setting_record: { number: 'int4', at: 'timestamptz', settings: 'jsonb', tx: 'int8' },
  setting_version: { is_only: 'bool', version: 'int4' },
  settlement_chunk: { shard: 'int2', id: 'uuid', event_id: 'uuid', version: 'int4', bets: 'jsonb', at: 'timestamptz', tx: 'int8' },
  settlement_run: { event_id: 'uuid', version: 'int4', bets: 'int8', paid_minor: 'numeric', started_at: 'timestamptz', moved_at: 'timestamptz', finished_at: 'timestamptz', taken_minor: 'numeric', lost_minor: 'numeric', totals_at: 'timestamptz' },
  settlement_shard: { event_id: 'uuid', version: 'int4', shard: 'int2', bets: 'int8', paid_minor: 'numeric', taken_minor: 'numeric', lost_minor: 'numeric', done: 'bool', moved_at: 'timestamptz', told_at: 'timestamptz' },
  signin_failure: { subject: 'text', address: 'text', failures: 'int4', last_at: 'timestamptz', blocked_until: 'timestamptz' },
  standing: { event_id: 'uuid', ruling: 'int4', graded: 'int4' },
  team: { id: 'text', name: 'text', short: 'text', flag: 'text', colour_a: 'text', colour_b: 'text', version: 'int4', saved_by: 'text', saved_at: 'timestamptz', why: 'text' },
  team_alias: { feed: 'text', name: 'text', team_id: 'text', who: 'text', at: 'timestamptz', place: 'text' },
  team_commission: { shard: 'int2', leader_id: 'uuid', day: 'date', id: 'uuid', level: 'int2', restricted: 'bool', rules_version: 'int4', rate_1: 'int4', rate_2: 'int4', rate_3: 'int4' },
  team_device: { shard: 'int2', member_id: 'uuid', device: 'bytea', seen_at: 'timestamptz' },
  team_due: { shard: 'int2', leader_id: 'uuid', day: 'date', run: 'date', amount: 'int8', taken: 'int8', state: 'text', done_at: 'timestamptz' },
  team_fact: { shard: 'int2', member_id: 'uuid', recharged: 'int8', bets: 'int8' },
  team_flag: { shard: 'int2', member_id: 'uuid', leader_shard: 'int2', leader_id: 'uuid', reason: 'text', id: 'uuid', state: 'text', from_day: 'date', raised_at: 'timestamptz', decided_by: 'uuid', decided_at: 'timestamptz', in_force: 'bool', run: 'date', version: 'int4' },
  team_line: { shard: 'int2', leader_id: 'uuid', day: 'date', generation: 'int2', run: 'date', people: 'int4', stakes: 'int8', theoretical: 'numeric', amount: 'int8', at: 'timestamptz' },
  team_mark: { name: 'text', read_to: 'timestamptz' },
  team_part: { run: 'date', shard: 'int2' },
  team_rules: { version: 'int4', levels: 'jsonb', counts_from: 'date', published_at: 'timestamptz', published_by: 'uuid', tx: 'int8' },
  team_run: { day: 'date', state: 'text', rules_version: 'int4', read_from: 'timestamptz', read_to: 'timestamptz', credits: 'int8', begun_at: 'timestamptz', closed_at: 'timestamptz', members: 'int4', bets: 'int8', stakes: 'int8', theoretical: 'numeric', leaders: 'int4' },
  team_size: { shard: 'int2', leader_id: 'uuid', people_1: 'int4', people_2: 'int4', people_3: 'int4', people: 'int4' },
  team_size_mark: { one: 'bool', tx: 'int8' },
  team_stake: { shard: 'int2', member_id: 'uuid', day: 'date', bets: 'int8', stakes: 'int8', theoretical: 'numeric', run: 'date' },
  team_tree: { shard: 'int2', member_id: 'uuid', generation: 'int2', leader_shard: 'int2', leader_id: 'uuid', tx: 'int8' },
  terms_acceptance: { shard: 'int2', member_id: 'uuid', version: 'text', at: 'timestamptz', address: 'text', lan: 'text' },
  trader_price: { id: 'uuid', event_id: 'uuid', market: 'text', line: 'text', odds_milli: 'int4[]', margin_bp: 'int4', why: 'text', set_by: 'text', set_at: 'timestamptz', released_by: 'text', released_why: 'text', released_at: 'timestamptz' },
  trading_stop: { id: 'uuid', event_id: 'uuid', market: 'text', line: 'text', why: 'text', stopped_by: 'text', stopped_at: 'timestamptz', opened_by: 'text', opened_why: 'text', opened_at: 'timestamptz' },
  turnover: { shard: 'int2', member_id: 'uuid', met_at: 'timestamptz', version: 'int4' },
  upload: { shard: 'int2', member_id: 'uuid', id: 'uuid', purpose: 'text', mime: 'text', bytes: 'int4', width: 'int4', height: 'int4', sha256: 'bytea', pixel_hash: 'bytea', look_hash: 'int8', place: 'text', created_at: 'timestamptz', used_for: 'uuid', used_at: 'timestamptz' },
  vip_told: { shard: 'int2', member_id: 'uuid', level: 'int2', told_at: 'timestamptz' },
  void_rule: { event_id: 'uuid', version: 'int4', market: 'text', line: 'text', struck_from: 'timestamptz', struck_until: 'timestamptz', undone_version: 'int4' },
  wallet: { shard: 'int2', member_id: 'uuid', currency: 'text', available: 'int8', held: 'int8', version: 'int8', gate: 'int8', refusals: 'int8' },
  withdrawal: { shard: 'int2', member_id: 'uuid', id: 'uuid', fee_hold: 'uuid', key: 'text', currency: 'text', amount: 'int8', fee: 'int8', receive: 'int8', method_id: 'uuid', rail: 'text', method: 'jsonb', state: 'text', stage: 'text', approvals_needed: 'int2', requested_at: 'timestamptz', arrives_by: 'timestamptz', paying_at: 'timestamptz', paid_at: 'timestamptz', ended_at: 'timestamptz', reference: 'text', reason: 'text', note: 'text', version: 'int4', fee_site: 'int8', tx: 'int8', rate_micro: 'int8', usdt_micro: 'int8' },
  withdrawal_approval: { shard: 'int2', member_id: 'uuid', withdrawal_id: 'uuid', operator_id: 'uuid', at: 'timestamptz' },
};
