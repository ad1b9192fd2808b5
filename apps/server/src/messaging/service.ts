import { isLan, type Lan } from '@touchline/locales/locales';
import type pg from 'pg';
import type { Clock } from '../core/clock.ts';
import type { Queryable } from '../core/database/database.ts';
import type { LiveHub } from '../core/live/hub.ts';
import type { Log } from '../core/logging/log.ts';
import { createAnnouncer } from './announce.ts';
import type { Alerts } from './alerts/service.ts';
import type { NoteInAudit } from './audit.ts';
import { createContents } from './content/service.ts';
import { createShelf } from './content/shelf.ts';
import { createCompany } from './help/company.ts';
import { createHelp } from './help/service.ts';
import { createSupport } from './help/support.ts';
import { createLetterReader, createLetters } from './letters/service.ts';
import { tidyMarks } from './notices/queries.ts';
import { Notices } from './notices/service.ts';
import { createPush } from './push/service.ts';
import type { Reader, Restricted } from './reader.ts';
import { createShown } from './shown.ts';
import type { Owner } from '../core/owner.ts';

/** Settings that members read; they may change while the server runs. */
type InboxSite = {
  name: string;
  timeZone: string;
  currency: string;
  /** How to reach the operating company. */
  contact: string | undefined;
  /** Whether the app's help is shown when there is no contact, as in play mode. */
  helpStandsIn: boolean;
  /** Hosts whose videos may be shown. */
  videoHosts: readonly string[];
  operator: string | undefined;
};

export type InboxOptions = {
  pool: pg.Pool;
  live: Pick<LiveHub, 'publish' | 'hears' | 'listeners' | 'tell'>;
  clock: Clock;
  log: Log;
  site: InboxSite;
  audit: NoteInAudit;
  /** Members by id, with their language; unknown ids are missing. */
  membersById: (ids: readonly string[]) => Promise<ReadonlyMap<string, { language: string }>>;
  /** Takes a picture into use; false when there is none of that id. */
  usePicture: (client: Queryable, id: string) => Promise<boolean>;
  /** The restricted ones of these members, who must get no invitations. */
  restricted?: Restricted;
  /** Whether a member's level is answered first. */
  hasPriority?: (owner: Owner) => Promise<boolean>;
  /** Pushes of the matches that members follow and of offers for their bets. */
  alerts?: Alerts | undefined;
  push?: {
    /** Contact of the site for push services, mailto: or https:. Without it nothing is pushed. */
    contact: string | undefined;
    timeoutMs?: number;
    /** Also takes browsers at 127.0.0.1, for tests. */
    loopback?: boolean;
  };
};

/** Number of notices on the home page. */
const newestShown = 5;

/** What members read: notices, letters, help, support, pages about the site, and pushes of them. */
export const createInbox = (options: InboxOptions) => {
  const { pool, live, clock, log, site, audit, membersById } = options;
  const restricted = options.restricted ?? (() => Promise.resolve(new Set<string>()));
  const shelf = createShelf(pool);
  const notices = new Notices({ pool, shelf, clock, restricted, letters: createLetterReader(site) });
  const announcer = createAnnouncer({ live, shelf, notices, restricted });
  const push = createPush({
    pool,
    clock,
    log,
    notices,
    alerts: options.alerts,
    restricted,
    languagesOf: async (ids) => {
      const languages = new Map<string, Lan>();
      for (const [id, { language }] of await membersById(ids)) {
        if (isLan(language)) languages.set(id, language);
      }
      return languages;
    },
    ...(options.push ?? { contact: undefined }),
  });
  const letters = createLetters({
    pool,
    clock,
    log,
    restricted,
    audit,
    memberExists: async (id) => (await membersById([id])).has(id),
    onWritten: async (written) => {
      // The push is stored first: a connected member finds the letter anyway, the others are reached by the push only.
      await push.letters(written);
      await announcer.letters(written);
    },
  });
  const shown = createShown({ shelf, clock, videoHosts: site.videoHosts });
  const help = createHelp({ shelf, clock, timeZone: site.timeZone });

  return {
    notices,
    letters,
    push,
    shown,
    help,
    restricted,
    contents: createContents({
      pool,
      shelf,
      clock,
      audit,
      usePicture: options.usePicture,
      videoHosts: site.videoHosts,
    }),
    support: createSupport({
      shelf,
      clock,
      timeZone: site.timeZone,
      contact: () => site.contact,
      helpStandsIn: site.helpStandsIn,
      hasPriority: options.hasPriority ?? (() => Promise.resolve(false)),
    }),
    company: createCompany({ shelf, clock, company: site }),

    /** The inbox on the home page. Restricted members see neither banners nor notices. */
    greet: async (reader: Reader) => {
      const { notices: newest, unread } = await notices.newest(reader, newestShown);
      const isKept = (await restricted([reader.memberId])).has(reader.memberId);
      return {
        banners: isKept ? [] : await shown.banners(reader.lan),
        activities: isKept ? 0 : (await shown.activities(reader.lan)).length,
        notices: newest,
        unread: unread.system + unread.letter,
        betNews: unread.bets,
      };
    },

    /** Reads what other processes have published, and announces what comes into force. */
    poll: announcer.poll,
    tidy: async (): Promise<void> => {
      await tidyMarks(pool);
      await push.tidy();
      await options.alerts?.tidy();
    },
  };
};

export type Inbox = ReturnType<typeof createInbox>;
