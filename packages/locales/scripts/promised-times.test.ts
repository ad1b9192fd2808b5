import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogueOf } from './generate.ts';

const repository = new URL('../../../', import.meta.url);
const server = 'apps/server/src';

// What holds each length of time that a text names: a file and the words in it.
const postponed = [`${server}/catalogue/matches/rulings.ts`, 'RESUMED_WITHIN_HOURS = 48;'];
const offer = [`${server}/betting/cash-out/service.ts`, 'quoteMs = 8_000;'];
const liveDelay = [`${server}/core/config/config.ts`, 'LIVE_DELAY_MS'];
const twice = [`${server}/betting/placing/recent.ts`, 'duplicateWindowMs = 10_000;'];
const corrections = [`${server}/office/adjustments.ts`, 'now().getTime() - dayMs'];
const requests = [`${server}/payments/withdrawals/queries.ts`, 'moment.getTime() - 24 * 60 * 60'];
const raised = ['packages/contract/src/limits.ts', 'limitWaitHours: 24,'];
const breaks = [`${server}/safer-play/domain.ts`, "'24h': 24,", "'48h': 48,", "'6w': 42 * 24,"];
const exclusions = ['packages/contract/src/shapes/play.ts', "exclusions = ['6m'"];
const streak = [`${server}/growth/check-in/domain.ts`, 'runDays = 7;'];
const teamDay = [`${server}/growth/commission/service.ts`, 'minutesAfter = 2;'];
const published = [`${server}/proofs/liabilities/service.ts`, 'async makeDaily'];
/** A length that the reader chose, or hours that operators enter. */
const chosen: readonly string[] = [];

const held: Readonly<Record<string, readonly string[]>> = {
  'server error.tx_not_found': chosen,
  'server error.correction_day': corrections,
  'server error.correction_day_member': corrections,
  'server rules.1.live.body': liveDelay,
  'server rules.1.void.body': postponed,
  'server rules.1.corrections.body': [
    `${server}/catalogue/matches/judge-claim.ts`,
    'CORRECTION_MS = 3 * dayMs;',
  ],
  'server rules.1.cash_out.body': offer,
  'server rules.1.limits.body': twice,
  'server rules.3.live.body': liveDelay,
  'server rules.3.cash_out.body': offer,
  'server terms.1.safer_play.body': breaks,
  'server terms.1.privacy.body': [`${server}/core/outbox/service.ts`, 'keptMs = 30 * dayMs;'],
  'server letter.factor_ended.body': [`${server}/accounts/security/factor-end.ts`, 'holdHours = 24;'],
  'server support.hours.daily': chosen,
  'server help.recharge_usdt.body': [`${server}/payments/recharges/domain.ts`, 'lateHours = 24;'],
  'server help.betting_live.body': liveDelay,
  'server help.betting_cash_out.body': offer,
  'server help.rewards_check_in.body': streak,
  'server help.safer_limits.body': raised,
  'server help.safer_exclude.body': breaks,
  'server help.privacy_images.body': [`${server}/accounts/uploads/service.ts`, 'unusedMs = 7 * dayMs;'],
  'app event.off.abandoned': postponed,
  'app event.off.postponed': postponed,
  'app proof.unpublished': published,
  'app house.noOwedHint': published,
  'app money.period.week': chosen,
  'app money.period.month': chosen,
  'app cashier.passwordWhy': requests,
  'app cashier.leftOf': requests,
  'app account.codeWhy': requests,
  'app account.otpText': [`${server}/accounts/factors/totp.ts`, 'period: 30 }'],
  'app rewards.streak': streak,
  'app rewards.scaleRule': streak,
  'app team.whenText': teamDay,
  'app play.limitsNote': raised,
  'app play.returnText': [`${server}/safer-play/domain.ts`, 'returnWaitMs = 24 * hourMs;'],
  'app play.length.24h': breaks,
  'app play.length.48h': breaks,
  'app play.length.7d': breaks,
  'app play.length.14d': breaks,
  'app play.length.30d': breaks,
  'app play.length.6w': breaks,
  'app play.length.6m': exclusions,
};

/** Lengths of time, and how often something happens. Minutes of a match are none, nor is a day as the unit of a limit. */
const time =
  /\b(?!90 |45 )(?:\d+|one|two|six|seven|few) (?:seconds?|min(?:utes?)?|hours?|days?|weeks?|months?)\b|\bafter a week\b|\b(?:once a|every|each) day\b|\b(?:a|an|one) (?:minute|hour|day|week) at (?:most|the latest)\b|\bwithin (?:a|an|one) \w+/i;

test('each time that a text promises is held by the code', () => {
  const named = (['server', 'app'] as const).flatMap((part) =>
    [...catalogueOf(part, 'en')]
      .filter(([, entry]) => time.test(JSON.stringify(entry)))
      .map(([id]) => `${part} ${id}`),
  );
  expect(named.toSorted()).toEqual(Object.keys(held).toSorted());
  const missing = Object.entries(held).flatMap(([id, [file, ...words]]) => {
    if (file === undefined) return [];
    const source = readFileSync(new URL(file, repository), 'utf8');
    return words.filter((each) => !source.includes(each)).map((each) => `${id}: ${file} has no "${each}"`);
  });
  expect(missing).toEqual([]);
});
