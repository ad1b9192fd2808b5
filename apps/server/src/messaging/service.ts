import { isLan, type Lan } from '@touchline/locales/locales';
import type pg from 'pg';
import type { Members, Pictures } from '../accounts/index.ts';
import { pushContact, videoHosts } from '../core/config/messaging.ts';
import type { Context } from '../core/module.ts';
import type { Rewards } from '../growth/index.ts';
import type { Play } from '../safer-play/index.ts';
import { AlertChoices } from './alerts/choices.ts';
import { Favourites } from './alerts/favourites.ts';
import type { AlertQueue } from './alerts/service.ts';
import { Announcer } from './announce.ts';
import type { NoteInAudit } from './audit.ts';
import { Contents } from './content/service.ts';
import { Shelf } from './content/shelf.ts';
import { CompanyPage } from './help/company.ts';
import { Help } from './help/service.ts';
import { Support } from './help/support.ts';
import { createLetterReader, Letters, type WrittenLetter } from './letters/service.ts';
import { tidyMarks } from './notices/queries.ts';
import { Notices } from './notices/service.ts';
import { Pushes, type PushDelivery } from './push/service.ts';
import type { Reader } from './reader.ts';
import { ShownContent } from './shown.ts';

/** What the inbox uses of other modules. */
export type InboxServices = {
  audit: { write: NoteInAudit };
  members: Members;
  play: Play;
  rewards: Rewards;
  pictures: Pictures;
  /** Pushes of the matches that members follow and of offers for their bets; without it there are none. */
  alerts?: AlertQueue;
};

/** Number of notices on the home page. */
const newestShown = 5;

/** What members read: notices, letters, help, support, pages about the site, and pushes of them. */
export class Inbox {
  readonly notices: Notices;
  readonly letters: Letters;
  readonly push: Pushes;
  readonly contents: Contents;
  readonly shown: ShownContent;
  readonly help: Help;
  readonly support: Support;
  readonly company: CompanyPage;
  readonly choices: AlertChoices;
  readonly favourites: Favourites;
  readonly #pool: pg.Pool;
  readonly #services: InboxServices;
  readonly #announcer: Announcer;

  /** @param push how pushes are sent; for tests that send to a service of their own */
  constructor(
    context: Context,
    services: InboxServices,
    push: PushDelivery = { contact: pushContact(context.config) },
  ) {
    const { connections, live, clock, log, currency } = context;
    const { pool } = connections.calls;
    const { audit, members, rewards, pictures, alerts } = services;
    const site = siteOf(context);
    const restricted = (ids: readonly string[]) => this.restricted(ids);
    this.#pool = pool;
    this.#services = services;
    const shelf = new Shelf(pool);
    this.notices = new Notices({ pool, shelf, clock, restricted, letters: createLetterReader(site) });
    this.#announcer = new Announcer({ live, shelf, notices: this.notices, restricted });
    this.push = new Pushes(
      {
        pool,
        clock,
        log,
        notices: this.notices,
        alerts,
        restricted,
        languagesOf: (ids) => this.#languagesOf(ids),
      },
      push,
    );
    this.letters = new Letters({
      pool,
      clock,
      log,
      restricted,
      audit: audit.write,
      memberExists: async (id) => (await members.byIds([id])).has(id),
      onWritten: (written) => this.#announce(written),
    });
    this.contents = new Contents({
      pool,
      shelf,
      clock,
      audit: audit.write,
      usePicture: (client, id) => pictures.use(client, id),
      videoHosts: site.videoHosts,
    });
    this.shown = new ShownContent({ shelf, clock, videoHosts: site.videoHosts });
    this.help = new Help({ shelf, clock, timeZone: site.timeZone });
    this.support = new Support({
      shelf,
      clock,
      site,
      hasPriority: async (owner) => (await rewards.vip.termsOf(owner)).support === 'priority',
    });
    this.company = new CompanyPage({ shelf, clock, company: site });
    this.choices = new AlertChoices({ pool, currency });
    this.favourites = new Favourites(pool);
  }

  /** The restricted ones of these members, who must get no invitations. */
  restricted(memberIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#services.play.restricted(memberIds);
  }

  /** The inbox on the home page. Restricted members see neither banners nor notices. */
  async greet(reader: Reader) {
    const { notices: newest, unread } = await this.notices.newest(reader, newestShown);
    const isKept = (await this.restricted([reader.memberId])).has(reader.memberId);
    return {
      banners: isKept ? [] : await this.shown.banners(reader.lan),
      activities: isKept ? 0 : (await this.shown.activities(reader.lan)).length,
      notices: newest,
      unread: unread.system + unread.letter,
      betNews: unread.bets,
    };
  }

  /** Reads what other processes have published, and announces what comes into force. */
  poll(): Promise<void> {
    return this.#announcer.poll();
  }

  /** Removes what is no longer needed. */
  async tidy(): Promise<void> {
    await tidyMarks(this.#pool);
    await this.push.tidy();
    await this.#services.alerts?.tidy();
  }

  async #announce(written: readonly WrittenLetter[]): Promise<void> {
    // The push is stored first: a connected member finds the letter anyway, the others are reached by the push only.
    await this.push.letters(written);
    await this.#announcer.letters(written);
  }

  async #languagesOf(memberIds: readonly string[]): Promise<ReadonlyMap<string, Lan>> {
    const languages = new Map<string, Lan>();
    for (const [id, { language }] of await this.#services.members.byIds(memberIds)) {
      if (isLan(language)) languages.set(id, language);
    }
    return languages;
  }
}

/** Settings that members read; name, contact and operator may change while the server runs. */
const siteOf = ({ config, currency }: Context) => ({
  timeZone: config.SITE_TIME_ZONE,
  currency: currency.code,
  /** Whether the app's help is shown when there is no contact, as in play mode. */
  helpStandsIn: config.MODE === 'play',
  /** Hosts whose videos may be shown. */
  videoHosts: videoHosts(config),
  get name() {
    return config.SITE_NAME;
  },
  /** How to reach the operating company. */
  get contact() {
    return config.SITE_SUPPORT;
  },
  get operator() {
    return config.SITE_OPERATOR;
  },
});
