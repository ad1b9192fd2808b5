import type { RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import { Secret, TOTP } from 'otpauth';
import { newId, shardOf } from '../../core/ids.ts';
import { createAuthenticator } from '../authenticator.ts';
import { testEvent } from '../book.ts';
import type { TestMember, TestTouchline } from '../touchline.ts';

type Fields = Record<string, unknown>;
/** A signed-in member or operator. */
type Person = { id: string; account: string; token: string };
/** An operator who is signed in. */
export type Operator = Person & { password: string };
/** Who makes a call of the office. */
type By = { token: string };

/** A site with a member who owns data, another member, and operators. */
export type OwnedData = Pick<TestTouchline, 'app' | 'modules' | 'database' | 'call' | 'ask' | 'close'> & {
  /** Has a bet, a name in review and a correction proposed. */
  owner: Person;
  other: Person;
  event: string;
  bet: string;
  /** Texts that only the owner and the office may read. */
  secrets: readonly string[];
  /** A match with markets and nothing else. */
  match: () => Promise<string>;
  /** Another session of a member. */
  session: (person: Person) => Promise<{ id: string; token: string; refreshToken: string }>;
  /** The challenge for signing in by a passkey. */
  challenge: () => Promise<string>;
  /** A passkey that the owner has made and not registered yet. */
  passkey: () => Promise<{ challenge: string; response: Fields }>;
  /** A registered passkey of the owner. */
  savedPasskey: () => Promise<string>;
  operator: (roles: readonly OperatorRole[]) => Promise<Operator>;
  /** An operator of a role; a number gives another one. */
  one: (role: OperatorRole, nth?: number) => Promise<Operator>;
  /** A call of an operator that must succeed. */
  askAs: <Name extends RouteName>(by: By, name: Name, input?: Fields) => Promise<Output<Name>>;
  /** An authenticator app for an operator. @returns unused recovery codes */
  withTotp: (by: Pick<Operator, 'token' | 'password'>) => Promise<string[]>;
  /** A passkey for an operator: its id, and the authenticator that has it. */
  withPasskey: (by: Operator) => Promise<{ id: string; phone: ReturnType<typeof createAuthenticator> }>;
  /** A code that was just sent to a new address: an unused one to bind it, else that of a new member. */
  code: (purpose: 'login' | 'reset' | 'bind') => Promise<{ to: string; code: string }>;
  /** A pending name of the owner. */
  identity: () => Promise<string>;
  /** A person asks to be let into the office. @returns the code they tell two owners */
  accessCode: (account: string) => Promise<string>;
  /** A change of an operator that an owner proposed. */
  operatorProposal: () => Promise<string>;
  /** A correction of the owner's balance, proposed by an operator who has no other case. */
  adjustment: () => Promise<string>;
  /** The version of the owner's wallet. */
  walletVersion: () => Promise<number>;
  /** A new crypto wallet of the owner, usable at once. */
  payout: () => Promise<string>;
  /** A new member, for calls that cannot be undone. */
  newcomer: () => Promise<Person & { password: string }>;
  /** A pending higher limit of the owner. */
  pendingLimit: () => Promise<string>;
  /** A recharge of the owner without a payment yet. */
  recharge: () => Promise<string>;
  /** A payment of the owner in review. */
  payment: () => Promise<{ member: string; id: string; version: number; payment: string }>;
  /** Moves the withdrawals of the owner to the day before. */
  restDay: () => Promise<void>;
  /** A withdrawal of the owner, after this number of steps. */
  withdrawal: (...steps: ('approved' | 'paid')[]) => Promise<{ member: string; id: string; version: number }>;
  /** An unreleased hold of all payouts. */
  payoutHold: () => Promise<number>;
  /** A letter of an operator to the owner. */
  letter: () => Promise<string>;
  /** The version of a row. */
  version: (table: 'recharge' | 'withdrawal' | 'member', id: string) => Promise<number>;
  /** Published content that members see nowhere. */
  content: () => Promise<string>;
  /** A day of the owner's commission. */
  commission: () => Promise<string>;
  /** An open flag between two members of a team. */
  teamFlag: () => Promise<string>;
  /** A new account with a payout method of an excluded one. */
  likeness: () => Promise<string>;
  /** The levels of the team rules in force. */
  teamLevels: () => Promise<unknown>;
};

const password = 'Anstoss-1908';
/** Where the authenticators of the tests are. */
export const page = { origin: 'http://localhost' };
/** The current code of a secret. */
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** The settings of a site for `ownedData`. */
export const ownedDataSettings = {
  PLAY_GRANT: '100000',
  WITHDRAW_DAYS: '1,2,3,4,5,6,7',
  PAYOUT_COOLING_HOURS: '0',
  PAYOUT_RAIL: 'manual',
  TURNOVER_MULTIPLE: '0',
  CODES_PER_ADDRESS_HOUR: '100000',
};

/** Makes members with data of their own, and operators, on a site with the settings above. */
export const ownedData = async (site: TestTouchline): Promise<OwnedData> => {
  const { pool } = site.database;
  const { board } = site.modules.book.service;
  const cashier = site.modules.cashier.service;
  let people = 0;

  const { ask } = site;
  const member = (account: string): Promise<TestMember> =>
    site.member({ account, password, confirmPassword: password });
  const operator: OwnedData['operator'] = (roles) => site.operator(...roles);
  const operators = new Map<string, Promise<Operator>>();
  const askAs: OwnedData['askAs'] = (by, name, input = {}) =>
    ask(name, input, { 'ba-office-token': by.token });

  const owner = await member('the.owner');
  const other = await member('the.other');
  const proposer = await operator(['cashier']);
  // Two owners: a sole owner cannot propose, because no other could approve.
  const keeper = await operator(['owner']);
  await operator(['owner']);
  const event = (await testEvent(pool)).id;
  await board.refresh([event]);
  const bet = await ask(
    'orderAdd',
    {
      key: newId(),
      type: 'single',
      stake: '10.00',
      accept: 'any',
      legs: [{ event, market: '1x2', selection: 'X', odds: '3.40' }],
    },
    { 'ba-user-token': owner.token },
  );

  /** As the owner would, written straight into the table: a document needs an upload. */
  const identity = async (): Promise<string> => {
    const id = newId();
    await pool.query(
      `update identity_request set state = 'refused', reason = 'other', decided_by = $2, decided_at = now()
      where member_id = $1 and state = 'in_review'`,
      [owner.id, proposer.id],
    );
    await pool.query(
      `insert into identity_request (shard, member_id, id, real_name, birth_date, document, submitted_at)
       values ($1, $2, $3, 'Olivia Owner', '1990-05-05', $4, now())`,
      [shardOf(owner.id), owner.id, id, newId()],
    );
    return id;
  };

  const accessCode = async (account: string): Promise<string> =>
    (await ask('officeAccessAsk', { account, password: 'stone-74-hill' })).code;

  const operatorProposal = async (): Promise<string> => {
    const account = `proposed${people++}`;
    const input = { account, roles: ['auditor'], code: await accessCode(account) };
    const { proposal } = await askAs(keeper, 'officeOperatorSave', input);
    return proposal?.id ?? '';
  };

  const adjustment = async (): Promise<string> => {
    const input = { key: newId(), member: owner.id, amount: '1', reason: 'For the test of access' };
    return (await askAs(proposer, 'officeAdjustmentAdd', input)).id;
  };

  const walletVersion = async (): Promise<number> => {
    const { rows } = await pool.query<{ version: bigint }>(
      'select version from wallet where shard = $1 and member_id = $2',
      [shardOf(owner.id), owner.id],
    );
    return Number(rows[0]?.version);
  };

  const code: OwnedData['code'] = async (purpose) => {
    const to = `reader${people++}@example.org`;
    const birthDate = '1990-05-05';
    if (purpose !== 'bind') {
      await ask('register', { email: to, password, confirmPassword: password, birthDate });
    }
    await ask('sendCode', { to, purpose });
    return { to, code: await site.codeTo(to) };
  };

  const asOwner = () => ({ 'ba-user-token': owner.token });
  const ownerKey = { shard: shardOf(owner.id), memberId: owner.id };

  const payout = async (): Promise<string> => {
    const address = `0x${newId().replaceAll('-', '')}00000000`;
    // A member has ten at most: the earlier ones make room.
    await pool.query(
      'update payout_method set deleted_at = now() where shard = $1 and member_id = $2 and deleted_at is null',
      [ownerKey.shard, owner.id],
    );
    return (await ask('walletSave', { type: 'usdt-erc20', address, password }, asOwner())).id;
  };

  const recharge = async (): Promise<string> => {
    const input = { key: newId(), channel: 'cash-card', amount: '20' };
    const { id } = await ask('createRecharge', input, asOwner());
    // Ends the others, because at most ten may be pending.
    await pool.query(
      `update recharge set state = 'expired' where shard = $1 and member_id = $2 and state = 'created' and id <> $3`,
      [ownerKey.shard, owner.id, id],
    );
    return id;
  };

  const version: OwnedData['version'] = async (table, id) => {
    const column = table === 'member' ? 'lock_version' : 'version';
    const { rows } = await pool.query<{ version: number }>(
      `select ${column} as version from ${table} where id = $1`,
      [id],
    );
    return rows[0]?.version ?? -1;
  };

  /** Pays more than the maximum of the channel, so that the payment goes to review. */
  const payment: OwnedData['payment'] = async () => {
    const id = await recharge();
    await cashier.arrivals.final({
      ...ownerKey,
      rechargeId: id,
      rail: 'sandbox-card',
      ref: newId(),
      paidUnits: 900_000n,
      seenAt: new Date(),
    });
    const [found] = await cashier.recharges.byId(ownerKey, [id]);
    return {
      member: owner.id,
      id,
      version: await version('recharge', id),
      payment: found?.payments[0]?.id ?? '',
    };
  };

  // Moves earlier withdrawals to the day before, because limits count a day.
  const restDay: OwnedData['restDay'] = async () => {
    await pool.query(
      "update withdrawal set requested_at = requested_at - interval '2 days' where shard = $1 and member_id = $2",
      [ownerKey.shard, owner.id],
    );
  };

  const withdrawal: OwnedData['withdrawal'] = async (...steps) => {
    await restDay();
    const input = { key: newId(), wallet: await payout(), amount: '20' };
    const id = (await ask('createWithdraw', input, asOwner())).id;
    const unnoted = () => Promise.resolve();
    if (steps.includes('approved'))
      await cashier.review.approve(ownerKey, { id, version: 0 }, proposer.id, unnoted);
    if (steps.includes('paid')) await cashier.review.paid(ownerKey, { id, version: 1 }, newId(), unnoted);
    return { member: owner.id, id, version: await version('withdrawal', id) };
  };

  const payoutHold: OwnedData['payoutHold'] = async () => {
    await pool.query(
      `insert into payout_hold (reason, since) values ('restored', now())
       on conflict ((released_at is null)) where released_at is null do nothing`,
    );
    const { rows } = await pool.query<{ number: number }>(
      'select number from payout_hold where released_at is null',
    );
    return rows[0]?.number ?? 0;
  };

  const passkey = async (): Promise<{ challenge: string; response: Fields }> => {
    // A member has ten at most: the earlier ones make room.
    await pool.query('delete from passkey where shard = $1 and member_id = $2', [ownerKey.shard, owner.id]);
    const { challenge, options } = await ask('passkeyBegin', { password }, asOwner());
    const response = createAuthenticator().make(options, page);
    return { challenge, response };
  };

  const savedPasskey = async (): Promise<string> => {
    const made = { ...(await passkey()), name: 'Phone' };
    const { passkeys } = await ask('passkeySave', made, asOwner());
    return passkeys[0]?.id ?? '';
  };

  const match = async (): Promise<string> => {
    const { id } = await testEvent(pool);
    await board.refresh([id]);
    return id;
  };

  let newcomers = 0;
  const newcomer = async () => ({ ...(await member(`newcomer${newcomers++}`)), password });

  const pendingLimit = async (): Promise<string> => {
    const limit = { kind: 'stake', period: 'month' };
    const { limits: before } = await site.modules.play.service.info(ownerKey);
    const [known] = before.flatMap(({ pending }) => pending ?? []);
    if (known) return known.id;
    await ask('playLimitSave', { ...limit, amount: '90000' }, asOwner());
    await ask('playLimitSave', { ...limit, amount: '99000' }, asOwner());
    const { limits: after } = await site.modules.play.service.info(ownerKey);
    return after.flatMap(({ pending }) => pending ?? [])[0]?.id ?? '';
  };

  const writer = await operator(['content']);
  const texts = { en: { title: 'For the test of access', body: '' } };
  const letter = async (): Promise<string> =>
    (await askAs(writer, 'officeLetterSend', { key: newId(), member: owner.id, texts })).id;
  const content = async (): Promise<string> =>
    (await askAs(writer, 'officeContentSave', { kind: 'activity', texts })).id;

  const commission = async (): Promise<string> => {
    await ask('teamRules', {});
    const id = newId();
    const of = [ownerKey.shard, owner.id];
    await site.database.owner.query('delete from team_commission where shard = $1 and leader_id = $2', of);
    await pool.query(
      `insert into team_commission (shard, leader_id, day, id, level, restricted, rules_version, rate_1, rate_2, rate_3)
       values ($1, $2, '2026-06-11', $3, 1, false, 1, 80000, 30000, 10000)`,
      [...of, id],
    );
    await pool.query(
      `insert into team_line (shard, leader_id, day, generation, run, people, stakes, theoretical, amount)
       values ($1, $2, '2026-06-11', 1, '2026-06-11', 1, 100, 4761900, 0) on conflict do nothing`,
      of,
    );
    return id;
  };

  const teamFlag = async (): Promise<string> => {
    const id = newId();
    const leader = newId();
    await pool.query(
      `insert into team_flag (shard, member_id, leader_shard, leader_id, reason, id, from_day, raised_at)
       values ($1, $2, $3, $4, 'same_device', $5, current_date, now())`,
      [ownerKey.shard, owner.id, shardOf(leader), leader, id],
    );
    return id;
  };

  const likeness = async (): Promise<string> => {
    const id = newId();
    const [member, excluded] = [await site.member(), await site.member()];
    await pool.query(
      `insert into likeness (id, shard, member_id, excluded_shard, excluded_id, reason, raised_at)
       values ($1, $2, $3, $4, $5, 'same_payment', now())`,
      [id, shardOf(member.id), member.id, shardOf(excluded.id), excluded.id],
    );
    return id;
  };

  const teamLevels = async (): Promise<unknown> => {
    const { rules } = await ask('teamRules');
    return rules.levels;
  };

  return {
    commission,
    teamFlag,
    likeness,
    teamLevels,
    restDay,
    payout,
    recharge,
    payment,
    withdrawal,
    payoutHold,
    newcomer,
    pendingLimit,
    letter,
    content,
    app: site.app,
    modules: site.modules,
    database: site.database,
    call: site.call,
    ask: site.ask,
    close: () => site.close(),
    owner,
    other,
    event,
    bet: bet.id,
    secrets: [owner.id, owner.account, bet.id, 'Olivia Owner', await adjustment(), await identity()],
    session: async ({ account }) => {
      const { token, refreshToken } = await ask('login', { account, password });
      const { list } = await ask('sessionList', {}, { 'ba-user-token': token });
      return { id: list[0]?.id ?? '', token, refreshToken };
    },
    challenge: async () => (await ask('passkeyAsk')).challenge,
    passkey,
    savedPasskey,
    match,
    operator,
    one: (role, nth = 0) => {
      const name = `${role} ${nth}`;
      const known = operators.get(name) ?? operator([role]);
      operators.set(name, known);
      return known;
    },
    askAs,
    withTotp: async (by) => {
      const { secret } = await askAs(by, 'officeOtpBegin', { password: by.password });
      return (await askAs(by, 'officeOtpConfirm', { otp: codeOf(secret) })).codes;
    },
    withPasskey: async (by) => {
      const phone = createAuthenticator();
      const { challenge, options } = await askAs(by, 'officePasskeyBegin', { password: by.password });
      const made = { challenge, name: 'Phone', response: phone.make(options, page) };
      const { secondFactor } = await askAs(by, 'officePasskeySave', made);
      return { id: secondFactor.passkeys.at(-1)?.id ?? '', phone };
    },
    identity,
    accessCode,
    operatorProposal,
    adjustment,
    walletVersion,
    code,
    version,
  };
};
