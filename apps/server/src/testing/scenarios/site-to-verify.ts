import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { notifyPath, type RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import { formatOdds } from '@touchline/money/odds';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { privateKeyToAccount } from 'viem/accounts';
import { signNotice } from '../../payments/providers/signature.ts';
import { railSums } from '../../payments/balances.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { rollUpSizes } from '../../growth/teams/desk/sizes.ts';
import { rollUpAll } from '../../ledger/roll-up-all.ts';
import { copyOfMade, type TestDatabase } from '../database.ts';
import {
  memberPassword,
  testTouchline,
  type TestMember,
  type TestOperator,
  type TestTouchline,
} from '../touchline.ts';

type Fields = Record<string, unknown>;
type Score = { home: number; away: number };

/** Ids of what the site has. */
const Ids = Type.Object({
  /** Members: `leader` invited `ann`, `ann` invited `ben`; `eve` excluded herself. */
  members: Type.Object({ leader: Type.String(), ann: Type.String(), ben: Type.String(), eve: Type.String() }),
  operators: Type.Object({ cashier: Type.String(), second: Type.String(), owner: Type.String() }),
  /** Matches: one that is over and was corrected, one over, one upcoming. */
  matches: Type.Object({ corrected: Type.String(), over: Type.String(), open: Type.String() }),
  /** Bets of ann: lost and won singles on `over`, an open single. */
  bets: Type.Object({ lost: Type.String(), won: Type.String(), open: Type.String() }),
  /** Withdrawals of ann: one with one of two approvals, and a paid one. */
  withdrawals: Type.Object({ waiting: Type.String(), paid: Type.String() }),
});
type Ids = Static<typeof Ids>;

/** A site with all data that `npm run verify` checks, made by calls of a server that has stopped. */
export type SiteToVerify = Ids & { database: TestDatabase; close: () => Promise<void> };

/** The sandbox signs with a key derived from the server's secret, which tests know. */
const noticeSecret = createHmac('sha256', Buffer.alloc(32, 7)).update('sandbox-notice').digest();

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo()) return;
    await wait(50);
  }
  throw new Error(`It never came: ${what}`);
};

const settings = {
  PLAY_GRANT: '10000',
  WITHDRAW_DAYS: '1,2,3,4,5,6,7',
  PAYOUT_COOLING_HOURS: '0',
  PAYOUT_RAIL: 'manual',
  TURNOVER_MULTIPLE: '0',
  WITHDRAW_TWO_ABOVE: '100',
  LIVE_DELAY_MS: '200',
  CHAIN_SANDBOX_BLOCK_MS: '100',
  CHAIN_POLL_SECONDS: '1',
  OPERATOR_WAIT_HOURS: '0',
};

/** A copy of the site, which is made once in a run. */
export const siteToVerify = async (): Promise<SiteToVerify> => {
  const { database, facts } = await copyOfMade('site_to_verify', async () => {
    const { ids, database } = await newSiteToVerify();
    return { facts: JSON.stringify(ids), database };
  });
  return { ...Value.Parse(Ids, JSON.parse(facts)), database, close: () => database.close() };
};

/** Makes a new site. @param begin is called with the server before it has data */
export const newSiteToVerify = async (
  begin: (site: TestTouchline) => Promise<void> = () => Promise.resolve(),
): Promise<{ ids: Ids; database: TestDatabase }> => {
  const site = await testTouchline({ env: settings, background: true });
  await begin(site);
  return { ids: await makeSite(site), database: site.database };
};

/** Makes the data by calls, and stops the server. */
const makeSite = async (site: TestTouchline): Promise<Ids> => {
  const { pool } = site.database;
  const { events, board } = site.modules.book.service;
  const cashier = site.modules.cashier.service;

  const done = <Name extends RouteName>(
    who: Pick<TestMember, 'ask'>,
    name: Name,
    input: Fields = {},
  ): Promise<Output<Name>> => who.ask(name, input);
  const reason = 'For the test of verifying';

  /** The version of a row, which a decision must name. */
  const versionOf = async (table: 'recharge' | 'withdrawal' | 'member', id: unknown): Promise<number> => {
    const column = table === 'member' ? 'lock_version' : 'version';
    const { rows } = await pool.query<{ version: number }>(
      `select ${column} as version from ${table} where id = $1`,
      [id],
    );
    return rows[0]?.version ?? -1;
  };

  const [owner, otherOwner] = [await site.operator('owner'), await site.operator('owner')];
  const [cashierOne, cashierTwo] = [await site.operator('cashier'), await site.operator('cashier')];
  const [trader, otherTrader] = [await site.operator('trader'), await site.operator('trader')];
  await site.modules.office.service.ownerAlone.offerCode();
  const [writer, support] = [await site.operator('content'), await site.operator('support')];

  // Operators are changed: one is added and gets a role, another change is refused.
  const decideOn = async (wish: Fields, decision: 'apply' | 'refuse') => {
    const { proposal } = await done(owner, 'officeOperatorSave', wish);
    const { code } = wish;
    return done(otherOwner, 'officeOperatorDecide', { id: proposal?.id, version: 0, decision, code });
  };
  const account = 'proof.new';
  const accessCode = async (): Promise<unknown> =>
    Object(await site.call('officeAccessAsk', { account, password: 'stone-74-hill' })).data.code;
  const { operator: joined } = await decideOn(
    { account, roles: ['trader'], code: await accessCode() },
    'apply',
  );
  const newcomer = joined?.id;
  await decideOn({ id: newcomer, version: 0, roles: ['trader', 'content'] }, 'apply');
  await decideOn({ id: newcomer, version: 1, newPassword: true, code: await accessCode() }, 'refuse');
  await done(owner, 'officeOperatorSave', { id: newcomer, version: 1, roles: ['content'] });
  await done(owner, 'officeOperatorSave', { id: newcomer, version: 2, disabled: true });

  const leader = await site.member();
  const invite = async (account: string, by: TestMember): Promise<TestMember> => {
    const { invitationCode } = await done(by, 'userInfo');
    return site.member({ account, invitationCode });
  };
  const ann = await invite('proof.ann', leader);
  const ben = await invite('proof.ben', ann);
  const eve = await site.member({ device: 'a-device-at-home' });

  // Matches of a feed, as a feed announces them.
  await events.upsertCompetition({ id: 'proof', name: 'Proof Cup' });
  await events.upsertTeams([
    { id: 'proof-a', name: 'Proof Town', short: 'PRT', colours: ['#111111', '#eeeeee'] },
    { id: 'proof-b', name: 'Proof City', short: 'PRC', colours: ['#222222', '#dddddd'] },
  ]);
  const kickOff = new Date(Date.now() + 3_600_000);
  const added = await events.addEvents(
    ['corrected', 'over', 'open', 'void'].map((feedRef) => ({
      feed: 'proof',
      feedRef,
      competitionId: 'proof',
      homeId: 'proof-a',
      awayId: 'proof-b',
      neutral: false,
      kickOff,
      replay: true,
      means: { homeMean: 1.5, awayMean: 1.1 },
    })),
    'feed:proof',
  );
  const [corrected = '', over = '', open = '', voided = ''] = added.map(({ id }) => id);

  const legOn = (event: string, market: string, selection: string, line?: string): Fields => {
    const found = board.market(event, market, line ?? '');
    const odds = found?.oddsMilli[found.selections.indexOf(selection)] ?? 0;
    return { event, market, selection, odds: formatOdds(odds), line };
  };
  const builderOn = async (who: TestMember, event: string, parts: Fields[]): Promise<Fields> => {
    const { odds } = await done(who, 'builderQuote', { event, parts });
    return { event, market: 'builder', selection: 'all', parts, odds: odds ?? '1.01' };
  };
  const home = { market: '1x2', selection: '1' };
  const goals = { market: 'over_under', selection: 'over', line: '1.5' };
  const bet = async (who: TestMember, legs: Fields[], more: Fields = {}): Promise<string> => {
    const type = legs.length === 1 ? 'single' : 'accumulator';
    const input = { key: newId(), type, stake: '10.00', accept: 'any', again: true, legs, ...more };
    return (await done(who, 'orderAdd', input)).id;
  };
  const move = async (id: string, score: Score, state: 'live' | 'finished'): Promise<void> => {
    const event = await events.fresh(id);
    if (event === undefined) throw new Error('The match is gone');
    const began = new Date(Date.now() - 60_000);
    await events.moveEvent(
      event,
      {
        kickOff: began,
        state,
        minute: state === 'live' ? '30' : 'FT',
        clockMinute: 30,
        score,
        isSuspended: false,
        ht: state === 'finished' ? { home: 0, away: 0 } : undefined,
        incidents: [
          { kind: 'kick_off', at: began, score: { home: 0, away: 0 } },
          ...(state === 'finished' ? [{ kind: 'full_time' as const, at: new Date(), score }] : []),
        ],
        results:
          state === 'finished'
            ? [{ ht: { home: 0, away: 0 }, ft: score, source: 'proof', confirmedBy: 'feed:proof' }]
            : [],
      },
      'feed:proof',
    );
  };
  const settled = (id: string): Promise<void> =>
    until('a settlement', async () => {
      const { rowCount } = await pool.query(
        `select from standing s join settlement_run r on r.event_id = s.event_id and r.version = s.ruling
         where s.event_id = $1 and s.graded = s.ruling and r.finished_at is not null`,
        [id],
      );
      return rowCount === 1;
    });

  // Bets of every type, sales, and bets in play.
  const lost = await bet(ann, [legOn(over, '1x2', '2')], { stake: '20.00' });
  const won = await bet(ann, [legOn(over, '1x2', '1')]);
  const running = await bet(ann, [legOn(open, '1x2', '1')]);
  await bet(ann, [legOn(corrected, '1x2', '1')], { stake: '40.00' });
  await bet(ann, [legOn(corrected, '1x2', 'X')]);
  await bet(ben, [legOn(over, '1x2', '1'), legOn(corrected, '1x2', '1')]);
  await bet(ben, [legOn(over, '1x2', '1'), legOn(corrected, '1x2', 'X'), legOn(open, '1x2', 'X')], {
    type: 'system',
    k: 2,
  });
  // A Trixie, with one of its legs still open.
  await bet(ben, [legOn(over, '1x2', '1'), legOn(corrected, '1x2', '1'), legOn(open, '1x2', '1')], {
    type: 'system',
    k: -2,
  });
  await bet(ben, [legOn(voided, '1x2', '1')]);
  await bet(ann, [await builderOn(ann, over, [home, goals])]);
  await bet(ben, [await builderOn(ben, corrected, [goals, home]), legOn(over, '1x2', '1')]);
  await bet(ann, [await builderOn(ann, voided, [home, goals])]);
  const handicap = [...((await events.fresh(over))?.markets.values() ?? [])].find(
    ({ market, line, state }) => market === 'asian_handicap' && line.startsWith('-') && state === 'open',
  );
  if (handicap !== undefined) {
    const odds = formatOdds(handicap.oddsMilli[handicap.selections.indexOf('away')] ?? 0);
    await bet(ben, [
      { event: over, market: 'asian_handicap', selection: 'away', line: handicap.line.slice(1), odds },
    ]);
  }
  for (const share of ['1', '0.5']) {
    const sold = await bet(ann, [legOn(open, '1x2', 'X')], { stake: '50.00' });
    const { quote } = await done(ann, 'cashOutQuote', { bet: sold });
    await done(ann, 'cashOut', { key: newId(), bet: sold, quote, share });
  }
  await bet(eve, [legOn(open, '1x2', '2')]);
  await bet(eve, [await builderOn(eve, open, [home, goals])]);
  await done(eve, 'playExclude', { length: '6m', password: memberPassword });
  // Someone at eve's home wants to recharge.
  const adam = await site.member({ device: 'a-device-at-home' });
  await adam.call('createRecharge', { key: randomUUID(), channel: 'cash-card', amount: '20' });
  const [likeness] = (await done(support, 'officeLikenessList')).list;
  await done(support, 'officeLikenessDecide', { id: likeness?.id, version: 0, decision: 'clear' });
  await done(ann, 'playLimitSave', { kind: 'stake', period: 'month', amount: '9000' });
  await move(corrected, { home: 0, away: 0 }, 'live');
  await move(over, { home: 0, away: 0 }, 'live');
  await bet(ann, [legOn(over, '1x2', '1')], { stake: '15.00' });
  await bet(ben, [legOn(corrected, '1x2', '2')]);
  const line = [...((await events.fresh(over))?.markets.values() ?? [])].find(
    (one) => one.market === 'asian_handicap' && one.state === 'open' && one.line.endsWith('.5'),
  )?.line;
  if (line !== undefined) {
    const ahead = { market: 'asian_handicap', selection: 'home', line };
    await bet(ann, [await builderOn(ann, over, [ahead, goals])], { stake: '12.00' });
  }

  // A trader's price and another one in its place, a stop, an offer.
  const priced = { event: open, market: 'over_under', line: '2.5', reason };
  for (const odds of ['1.91', '1.95']) {
    await done(trader, 'officePriceSet', {
      ...priced,
      version: board.market(open, 'over_under', '2.5')?.version ?? 0,
      sure: true,
      prices: [{ selection: 'over', odds }],
    });
  }
  await done(trader, 'officePriceRelease', {
    ...priced,
    version: board.market(open, 'over_under', '2.5')?.version ?? 0,
  });
  const { id: stop } = await done(trader, 'officeSuspend', {
    event: open,
    market: 'over_under',
    line: '2.5',
    reason,
  });
  await done(trader, 'officeOpen', { stop, reason });
  await done(trader, 'officeOfferSave', {
    scope: 'event',
    id: open,
    version: 0,
    reason,
    sure: true,
    markets: [{ market: '1x2', marginBp: 450 }],
  });

  // Results by the feed, a correction and a void by two traders.
  await move(over, { home: 2, away: 1 }, 'finished');
  await move(corrected, { home: 1, away: 0 }, 'finished');
  await settled(over);
  await settled(corrected);
  const seen = async (event: string) => (await done(trader, 'officeEventDetail', { id: event })).seen;
  await done(trader, 'officeResultAdd', {
    event: corrected,
    seen: await seen(corrected),
    source: reason,
    ht: { home: 0, away: 0 },
    ft: { home: 1, away: 1 },
  });
  await done(otherTrader, 'officeResultDecide', {
    event: corrected,
    seen: await seen(corrected),
    version: 2,
    decision: 'confirm',
  });
  const proposed = await done(trader, 'officeVoidAdd', {
    event: voided,
    seen: await seen(voided),
    scope: { market: '1x2' },
    reason,
  });
  await done(otherTrader, 'officeVoidDecide', {
    event: voided,
    seen: await seen(voided),
    id: proposed.proposals[0]?.id,
    decision: 'apply',
  });
  await settled(corrected);
  await settled(voided);

  // Money in: by a card, by a chain, and a payment for a person.
  const hear = async (recharge: unknown, amount: string): Promise<void> => {
    const raw = JSON.stringify({
      id: `sbx_${randomUUID()}`,
      created: Math.floor(Date.now() / 1_000),
      type: 'payment.paid',
      recharge,
      payment: randomUUID(),
      amount,
      currency: 'PLAY',
    });
    const { statusCode } = await site.app.inject({
      method: 'POST',
      url: notifyPath.replace(':rail', 'sandbox-card'),
      payload: raw,
      headers: {
        'content-type': 'application/json',
        'sandbox-signature': signNotice(noticeSecret, Buffer.from(raw), new Date()),
      },
    });
    if (statusCode !== 200) throw new Error(`A notice was answered by ${statusCode}`);
  };
  const recharge = (channel: string, amount: string) =>
    done(ann, 'createRecharge', { key: randomUUID(), channel, amount });
  await hear((await recharge('cash-card', '50')).id, '5000');
  for (const decision of ['credit', 'refuse']) {
    const { id } = await recharge('cash-card', '20');
    await hear(id, '90000000');
    const { rows } = await pool.query<{ id: string }>('select id from payment where recharge_id = $1', [id]);
    const version = await versionOf('recharge', id);
    await done(cashierOne, 'officePaymentDecide', {
      version,
      member: ann.id,
      id,
      payment: rows[0]?.id,
      decision,
    });
  }
  const crypto = await recharge('usdt-trc20', '30');
  const { rows: addresses } = await pool.query<{ address: string; usdt_micro: bigint }>(
    'select address, usdt_micro from recharge where id = $1',
    [crypto.id],
  );
  const [to] = addresses;
  if (to === undefined) throw new Error('A recharge without an address');
  await cashier.chain.sandbox?.send({ network: 'usdt-trc20', to: to.address, micro: to.usdt_micro });
  await until('a deposit', async () => {
    const { rowCount } = await pool.query(`select from recharge where id = $1 and state = 'credited'`, [
      crypto.id,
    ]);
    return rowCount === 1;
  });

  // Money out.
  const { id: wallet } = await done(ann, 'walletSave', {
    type: 'usdt-erc20',
    address: `0x${randomUUID().replaceAll('-', '')}00000000`,
    password: memberPassword,
  });
  // Another method gets a name, and is removed.
  const other = {
    type: 'usdt-erc20',
    address: `0x${randomUUID().replaceAll('-', '')}00000000`,
    password: memberPassword,
  };
  const { id: otherWallet } = await done(ann, 'walletSave', other);
  await done(ann, 'walletSave', { ...other, id: otherWallet, alias: 'Old' });
  await done(ann, 'walletDel', { id: otherWallet });
  const withdraw = async (amount: string) => {
    const { id } = await done(ann, 'createWithdraw', {
      key: randomUUID(),
      wallet,
      amount,
      password: memberPassword,
    });
    return { member: ann.id, id };
  };
  const withdrawals = { waiting: '', paid: '' };
  const decide = async (
    who: TestOperator,
    name: RouteName,
    of: { member: string; id: string },
    more: Fields = {},
  ): Promise<unknown> => done(who, name, { ...of, version: await versionOf('withdrawal', of.id), ...more });
  for (const end of ['waiting', 'finished', 'refused', 'returned', 'cancelled'] as const) {
    const of = await withdraw('200');
    if (end === 'waiting') withdrawals.waiting = of.id;
    if (end === 'finished') withdrawals.paid = of.id;
    if (end === 'cancelled') {
      await done(ann, 'cancelWithdraw', { id: of.id });
      continue;
    }
    await decide(cashierOne, 'officeWithdrawDecide', of, { decision: 'approve' });
    if (end === 'waiting') continue;
    if (end === 'refused') {
      await decide(cashierTwo, 'officeWithdrawDecide', of, { decision: 'refuse', reason: 'suspicious' });
      continue;
    }
    await decide(cashierTwo, 'officeWithdrawDecide', of, { decision: 'approve' });
    await decide(cashierTwo, 'officeWithdrawPaid', of, { reference: newId() });
    if (end === 'finished') await decide(cashierTwo, 'officeWithdrawFinish', of);
    else await decide(cashierTwo, 'officeWithdrawReturned', of, { reason: 'returned_by_bank' });
  }

  // Corrections, names, locks, letters, content.
  for (const decision of ['apply', 'refuse', 'withdraw', 'none']) {
    const { id } = await done(cashierOne, 'officeAdjustmentAdd', {
      key: newId(),
      member: ann.id,
      amount: '12.50',
      reason,
    });
    if (decision === 'none') continue;
    const by = decision === 'withdraw' ? cashierOne : cashierTwo;
    const { rows } = await pool.query<{ version: number }>(
      'select version::int as version from wallet where shard = $1 and member_id = $2',
      [shardOf(ann.id), ann.id],
    );
    const walletVersion = decision === 'apply' ? { walletVersion: rows[0]?.version } : {};
    await done(by, 'officeAdjustmentDecide', { id, version: 0, decision, note: reason, ...walletVersion });
  }
  const identity = newId();
  await pool.query(
    `insert into identity_request (shard, member_id, id, real_name, birth_date, document, submitted_at)
     values ($1, $2, $3, 'Ann Proof', '1990-01-01', $4, site_now())`,
    [shardOf(ann.id), ann.id, identity, newId()],
  );
  await done(cashierOne, 'officeIdentityDecide', { id: identity, version: 0, decision: 'verify' });
  await done(support, 'officeMemberLock', {
    member: leader.id,
    version: await versionOf('member', leader.id),
    locked: true,
    why: reason,
  });
  await done(support, 'officeMemberLock', {
    member: leader.id,
    version: await versionOf('member', leader.id),
    locked: false,
    why: reason,
  });
  await done(support, 'officeMemberLock', {
    member: leader.id,
    version: await versionOf('member', leader.id),
    locked: true,
    why: reason,
  });
  // A difference that the auditor found once, and that was repaired.
  await pool.query(
    `insert into audit_breach (id, shard, invariant, detail, found_at, closed_at)
     values ($1, 3, 'I3', '{"check": "long ago"}', site_now(), site_now())`,
    [newId()],
  );
  await done(support, 'officePlayExclude', { member: ben.id, length: '6m', reason });
  const texts = { en: { title: 'Proof', body: 'Of what happened.' } };
  await done(writer, 'officeLetterSend', { key: newId(), member: ann.id, texts });
  await done(writer, 'officeContentSave', { kind: 'activity', texts });
  await done(ann, 'checkIn', { key: randomUUID() });

  // Rules, settings, texts.
  const { levels } = (await site.ask('teamRules')).rules;
  const teamChange = await done(owner, 'officeTeamRulesSave', { levels, seen: '1', reason });
  await done(otherOwner, 'officeTeamRulesDecide', { id: teamChange.id, seen: 0, decision: 'apply' });
  const rewardChange = await done(owner, 'officeRewardRulesSave', {
    rules: { checkIn: [], levels: [] },
    seen: '0',
    reason,
  });
  await done(otherOwner, 'officeRewardRulesDecide', { id: rewardChange.id, seen: 0, decision: 'apply' });
  const version = async () => (await done(owner, 'officeSettingList')).version;
  for (const [name, value] of [
    ['UPLOADS_PER_DAY', '31'],
    ['PLAY_GRANT', '20000'],
  ]) {
    const { change } = await done(owner, 'officeSettingSave', {
      version: await version(),
      settings: [{ name, value }],
      reason,
    });
    if (change?.state !== 'proposed') continue;
    await done(otherOwner, 'officeSettingDecide', {
      id: change.id,
      version: await version(),
      decision: 'accept',
    });
  }
  const { text } = await done(writer, 'officeHouseTextAdd', {
    key: newId(),
    kind: 'privacy',
    seen: 0,
    reason,
    texts: { en: { title: 'Privacy', body: 'What we keep.' } },
    from: new Date(Date.now() + 7_200_000).toISOString(),
  });
  await done(owner, 'officeHouseTextDecide', { id: text?.id, seen: 0, decision: 'publish' });

  // A day of commission, as if the bets had been settled yesterday: all on one day, also where the site was made over midnight.
  await pool.query(
    `update bet set settled_at = site_now() - interval '1 day 1 second' where settled_at is not null`,
  );
  await pool.query(`update team_mark set read_to = site_now() - interval '1 day' where name = 'bets'`);
  await site.modules.team.service.close();
  // What the house has: a statement that two published, one that was refused, and an address whose key it has.
  const statement = (name: string) => ({
    key: newId(),
    name,
    amount: '5000',
    day: new Date().toISOString().slice(0, 10),
    fileHash: 'ab'.repeat(32),
    reason,
  });
  for (const [name, decision] of [
    ['First bank', 'apply'],
    ['Second bank', 'refuse'],
  ] as const) {
    const { id } = await done(cashierOne, 'officeReserveAdd', statement(name));
    await done(owner, 'officeReserveDecide', { id, version: 0, decision });
  }
  const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`);
  const ofHouse = { network: 'usdt-erc20', address: signer.address };
  const { challenge } = await done(owner, 'officeReserveChallenge', ofHouse);
  const signature = await signer.signMessage({ message: challenge });
  await done(owner, 'officeReserveAddressAdd', { ...ofHouse, signature });
  await site.modules.liabilities.service.make({ operatorId: null, day: null });
  // And between the days, by two operators.
  const publishing = await done(owner, 'officeLiabilityPropose', { key: randomUUID(), reason });
  await done(cashierOne, 'officeLiabilityDecide', { id: publishing.id, version: 0, decision: 'apply' });

  // The totals of a match follow its ruling into the log.
  await until('totals of matches', async () => {
    const { rows } = await pool.query<{ due: number }>(
      'select count(*)::int as due from settlement_run where totals_at is null',
    );
    return rows[0]?.due === 0;
  });
  await site.stop();
  await site.modules.office.service.seal();
  await site.folded();
  await rollUpAll(pool);
  // Transactions of other tests hold these sums back, too.
  await until('sums of rails and teams', async () => {
    await railSums(pool);
    await rollUpSizes(pool);
    const { rows } = await pool.query<{ done: boolean }>(
      `select (select tx from team_size_mark) > (select max(tx) from team_tree)
         and (select tx from rail_mark) > greatest((select max(tx) from payment), (select max(tx) from withdrawal)) as done`,
    );
    return rows[0]?.done === true;
  });
  return {
    members: { leader: leader.id, ann: ann.id, ben: ben.id, eve: eve.id },
    operators: { cashier: cashierOne.id, second: cashierTwo.id, owner: owner.id },
    matches: { corrected, over, open },
    bets: { lost, won, open: running },
    withdrawals,
  };
};
