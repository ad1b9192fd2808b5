import '../../apps/server/src/testing/compile-cache.ts';
import type { Session } from '@touchline/contract/shapes/user';
import type { Lan, OfficeLan } from '@touchline/locales/locales';
import { expect, test as base } from '@playwright/test';
import { openFeed, type Match } from './feed.ts';
import { memberApi, type MemberApi } from './member-api.ts';
import { memberApp, signIn, type MemberApp } from './member-app.ts';
import { demoOperator, signInToOffice, type OfficeApi, type OfficeSession } from './office-api.ts';
import { officeSize, openOffice, type OfficeWindow } from './office-window.ts';
import { openPhone, type Phone, type PhoneOptions } from './phone.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export { expect };

/** Each turn of the public log takes all facts. */
const loggedAtOnce = { LOG_TOGETHER_SECONDS: '0' };

const startSite = (settings: Record<string, string>): Promise<TestServer> =>
  startTestServer({ QUICK_HASHES: 'true', ...settings });

/** Out of reach for the members of a whole run, who share an address. */
const withoutFloodLimits = {
  RATE_LIMIT_PER_MINUTE: '100000',
  SIGNIN_LIMIT_PER_MINUTE: '10000',
};

/** Withdrawals that wait for operators only, on each day of the week, and small ones that need no password. */
const promptPayouts = {
  WITHDRAW_DAYS: '1,2,3,4,5,6,7',
  WITHDRAW_PASSWORD_ABOVE: '40',
  PAYOUT_COOLING_HOURS: '0',
  PAYOUT_SANDBOX_SECONDS: '1',
};

/** The settings that most specs share: specs of one profile use one site in each worker. */
export const profiles = {
  /** No match but those that tests announce, with the demo operators. Bets in play wait for nothing. */
  announced: {
    ...withoutFloodLimits,
    ...loggedAtOnce,
    ...promptPayouts,
    REPLAY: 'false',
    LIVE_DELAY_MS: '0',
    OFFICE_DEMO: 'true',
    REGISTER_CODE: 'true',
    SITE_TIME_ZONE: 'UTC',
    CHAIN_POLL_SECONDS: '1',
  },
  /** The replay, at the speed of the clock. */
  replay: { ...withoutFloodLimits, ...loggedAtOnce, REPLAY_SPEED: '1' },
};

/** A member of one test. */
export type TestMember = { account: string; api: MemberApi; session: Session };

/** A phone on which a member is signed in. */
export type MemberPhone = Phone & TestMember & { app: MemberApp };

/** How a member's phone begins. */
export type MemberPhoneOptions = PhoneOptions & { lan?: Lan; member?: TestMember };

/** A match of one test: its teams play no other. */
export type TestMatch = Match & { home: string; away: string };

type AnnounceOptions = {
  home?: string;
  away?: string;
  /** In three hours of the site's time unless given. */
  kickOff?: Date;
  /** The next to kick off, in five minutes: home has it before the test uses it. */
  isNext?: boolean;
  competition?: { id: string; name: string };
};

/** A site of several tests: none of them moves its time. */
export type SharedSite = Omit<TestServer, 'later'>;

/** An operator in a window of the office. */
export type OperatorWindow = OfficeWindow & { office: OfficeApi };

/** How an operator's window begins: in English and light unless given. */
type OperatorOptions = {
  lan?: OfficeLan;
  colorScheme?: 'dark' | 'light';
};

type WorkerFixtures = {
  /** Of the server; one of `profiles`, or settings of a spec's own, which then has a site of its own. */
  settings: Record<string, string>;
  /** The site of this worker: its server, database and data folder. */
  site: SharedSite;
  /** Announces and moves matches from a process that is not the server. */
  feed: Awaited<ReturnType<typeof openFeed>>;
  /** A name that is unique in the site, with a given beginning, in letters: a digit could be taken for a score. */
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
  /** Starts a site for this test alone, which may change all of it. */
  newSite: (settings?: Record<string, string>) => Promise<TestServer>;
  /** Opens the first page of the office for a demo operator of the site, by account, or for who is signed in. */
  newOperatorWindow: (
    site: SharedSite,
    operator: string | OfficeSession,
    options?: OperatorOptions,
  ) => Promise<OperatorWindow>;
};

/** `test` with a site for each worker, and members, matches and windows for each test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [profiles.announced, { scope: 'worker', option: true }],
  site: [
    async ({ settings }, use) => {
      const site = await startSite(settings);
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 240_000 },
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
      // Letters of one length: no name begins with another, and none is taken for a score.
      let made = 100;
      await use((begin) => {
        made += 1;
        return `${begin}${String(made).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
      });
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
      await signIn(phone.page, owner.session, lan);
      return { ...phone, ...owner, app: await memberApp(phone.page, lan) };
    }),
  newMatch: async ({ feed, site, unique, newMember }, use) =>
    use(async ({ home = 'Rovers', away = 'United', kickOff, competition, isNext = false } = {}) => {
      const teams = { home: unique(`${home} `), away: unique(`${away} `) };
      const at = kickOff ?? new Date(site.now().getTime() + (isNext ? 5 : 180) * 60_000);
      const match = await feed.announce(teams.home, teams.away, at, competition);
      // The match is from another process: the server knows it shortly after.
      const visitor = memberApi(site.url);
      await expect.poll(async () => (await visitor.answer('eventDetail', { id: match.id })).code).toBe(1);
      if (isNext) {
        const { api } = await newMember();
        await expect
          .poll(async () => (await api.call('home', {})).next.map(({ id }) => id))
          .toContain(match.id);
      }
      return { ...match, ...teams };
    }),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
  newSite: async ({}, use) => {
    const started: TestServer[] = [];
    await use(async (settings = profiles.announced) => {
      const site = await startSite(settings);
      started.push(site);
      return site;
    });
    for (const site of started) await site.close();
  },
  newOperatorWindow: async ({ newPhone }, use) =>
    use(async ({ url, dataDir }, operator, { lan = 'en', colorScheme = 'light' } = {}) => {
      const { office, signedIn } =
        typeof operator === 'string'
          ? await signInToOffice(url, await demoOperator(dataDir, operator))
          : operator;
      const phone = await newPhone({ ...officeSize, colorScheme });
      return { ...(await openOffice(phone, url, { signedIn, lan })), office };
    }),
});
