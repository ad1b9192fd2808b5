import '../../apps/server/src/testing/compile-cache.ts';
import type { Session } from '@touchline/contract/shapes/user';
import type { Lan } from '@touchline/locales/locales';
import { expect, test as base } from '@playwright/test';
import { openFeed, type Match } from './feed.ts';
import { memberApi, type MemberApi } from './member-api.ts';
import { memberApp, type MemberApp } from './member-app.ts';
import { openPhone, type Phone, type PhoneOptions } from './phone.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export { expect };

/** Out of reach for the members of a whole run, who share an address. */
const withoutFloodLimits = {
  RATE_LIMIT_PER_MINUTE: '100000',
  SIGNIN_LIMIT_PER_MINUTE: '10000',
};

/** The settings that most specs share: specs of one profile use one site in each worker. */
export const profiles = {
  /** No match but those that tests announce, with the demo operators. Bets in play wait for nothing. */
  announced: { ...withoutFloodLimits, REPLAY: 'false', LIVE_DELAY_MS: '0', OFFICE_DEMO: 'true' },
  /** The replay, at the speed of the clock. */
  replay: { ...withoutFloodLimits, REPLAY_SPEED: '1' },
};

/** A member of one test. */
export type TestMember = { account: string; api: MemberApi; session: Session };

/** A phone on which a member is signed in. */
export type MemberPhone = Phone & TestMember & { app: MemberApp };

/** How a member's phone begins. */
export type MemberPhoneOptions = PhoneOptions & { lan?: Lan; member?: TestMember };

/** A match of one test: its teams play no other. */
export type TestMatch = Match & { home: string; away: string };

export type AnnounceOptions = {
  home?: string;
  away?: string;
  /** In three hours of the site's time unless given. */
  kickOff?: Date;
  competition?: { id: string; name: string };
};

type WorkerFixtures = {
  /** Of the server; one of `profiles`, or settings of a spec's own, which then has a site of its own. */
  settings: Record<string, string>;
  /** The site of this worker: its server, database and data folder. */
  site: TestServer;
  /** Announces and moves matches from a process that is not the server. */
  feed: Awaited<ReturnType<typeof openFeed>>;
  /** A word that is unique in the site, with a given beginning. */
  unique: (begin: string) => string;
};

type TestFixtures = {
  /** A new window of a phone, signed out. */
  phone: Phone;
  /** Opens one more window, which closes with the test. */
  newPhone: (options?: PhoneOptions) => Promise<Phone>;
  /** Makes a member by the API. */
  newMember: () => Promise<TestMember>;
  /** Opens a window on which a member is signed in, at no page yet. */
  newMemberPhone: (options?: MemberPhoneOptions) => Promise<MemberPhone>;
  /** Announces a match that the site knows. */
  newMatch: (options?: AnnounceOptions) => Promise<TestMatch>;
};

/** Signs a window in as the app itself does: from its next page on. */
const signIn = async ({ page }: Phone, { user, ...tokens }: Session, lan: Lan): Promise<void> => {
  const stored = {
    config: { language: { chosen: lan }, theme: 'system' },
    user: { user: { ...user, ...tokens } },
  };
  // Only once: later pages of the window keep what the app has stored since.
  await page.addInitScript(
    `if (location.protocol.startsWith('http') && localStorage.getItem('user') === null && sessionStorage.getItem('seeded') === null) {
      sessionStorage.setItem('seeded', '1');
      for (const [key, value] of ${JSON.stringify(Object.entries(stored))}) localStorage.setItem(key, JSON.stringify(value));
    }`,
  );
};

/** `test` with a site for each worker, and members, matches and windows for each test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [profiles.announced, { scope: 'worker', option: true }],
  site: [
    async ({ settings }, use) => {
      const site = await startTestServer(settings);
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  feed: [
    async ({ site }, use) => {
      const feed = await openFeed(site.database, { isLive: true });
      await use(feed);
      await feed.close();
    },
    { scope: 'worker' },
  ],
  unique: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
    async ({}, use) => {
      let made = 0;
      await use((begin) => `${begin}${(made += 1)}`);
    },
    { scope: 'worker' },
  ],
  newPhone: async ({ browser }, use) => {
    const opened: Phone[] = [];
    await use(async (options) => {
      const phone = await openPhone(browser, options);
      opened.push(phone);
      return phone;
    });
    for (const { close } of opened) await close();
  },
  phone: async ({ newPhone }, use) => use(await newPhone()),
  newMember: async ({ site, unique }, use) =>
    use(async () => {
      const account = unique('member');
      const api = memberApi(site.url);
      return { account, api, session: await api.register(account) };
    }),
  newMemberPhone: async ({ newPhone, newMember }, use) =>
    use(async ({ lan = 'en', member, ...options } = {}) => {
      const phone = await newPhone(options);
      const owner = member ?? (await newMember());
      await signIn(phone, owner.session, lan);
      return { ...phone, ...owner, app: await memberApp(phone.page, lan) };
    }),
  newMatch: async ({ feed, site, unique }, use) =>
    use(async ({ home = 'Rovers', away = 'United', kickOff, competition } = {}) => {
      const teams = { home: unique(`${home} `), away: unique(`${away} `) };
      const at = kickOff ?? new Date(site.now().getTime() + 3 * 3_600_000);
      const match = await feed.announce(teams.home, teams.away, at, competition);
      // The match is from another process: the server knows it shortly after.
      const visitor = memberApi(site.url);
      await expect.poll(async () => (await visitor.answer('eventDetail', { id: match.id })).code).toBe(1);
      return { ...match, ...teams };
    }),
});
