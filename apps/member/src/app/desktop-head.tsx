import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { minuteMs } from '@touchline/contract/durations';
import { formatMoney } from '@touchline/locales/format';
import { localeOf } from '@touchline/locales/locales';
import { callQuery } from '../lib/query.ts';
import { Bell } from '../features/frame/bell.tsx';
import { type MainTab, tabs } from '../features/frame/tabs.ts';
import { Wordmark } from '../features/frame/wordmark.tsx';
import { currentLan, useT } from '../lib/i18n.tsx';
import { useMayReadPages } from '../lib/public-pages.ts';
import { useUser } from '../lib/user.ts';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { tabOf } from './sections.ts';
import { Shortcuts } from './shortcuts.tsx';
import styles from './app.module.css';

const helpTab = { to: '/pages/help/help', label: 'nav.help' } as const;

/** The pages that a site may keep from visitors, and the one that it may not. */
const visitorTabs = [
  { to: '/pages/invest/invest', label: 'tab.bet' },
  { to: '/pages/house/house', label: 'nav.house' },
  helpTab,
] as const;

const toPage = (): void => document.querySelector<HTMLElement>('main h1, main, h1')?.focus();

/** The head of a desktop: name of the site, main pages, wallet and keyboard shortcuts. */
export const DesktopHead = () => {
  const t = useT();
  const user = useUser();
  const mayRead = useMayReadPages();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav className={styles.bar} aria-label={t('shell.mainPages')}>
      <button type="button" className={styles.skip} onClick={toPage}>
        {t('shell.skip')}
      </button>
      <Link
        to={user === undefined && mayRead ? '/pages/invest/invest' : '/'}
        search={{}}
        className={styles.brand}
      >
        <Wordmark />
      </Link>
      {user === undefined ? <VisitorPages pathname={pathname} /> : <MemberPages current={tabOf(pathname)} />}
      <div className={styles.end}>
        <Shortcuts />
        {user === undefined ? <VisitorWays /> : <MemberWays balance={user.balance} />}
      </div>
    </nav>
  );
};

const MemberPages = ({ current }: { current: MainTab | undefined }) => {
  const t = useT();
  return (
    <div className={styles.pages} data-arrows="pages">
      {tabs.map(({ tab, to, icon, label }) => (
        <Link
          key={tab}
          to={to}
          search={{}}
          className={styles.page}
          aria-current={tab === current ? 'page' : undefined}
        >
          <Icon name={icon} size="small" />
          {t(label)}
        </Link>
      ))}
    </div>
  );
};

const VisitorPages = ({ pathname }: { pathname: string }) => {
  const t = useT();
  const tabs = useMayReadPages() ? visitorTabs : [helpTab];
  return (
    <div className={styles.pages} data-arrows="pages">
      {tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          search={{}}
          className={styles.page}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {t(label)}
        </Link>
      ))}
    </div>
  );
};

/** The available balance, a link to recharge it, and the notices. */
const MemberWays = ({ balance }: { balance: string }) => {
  const t = useT();
  // The live stream keeps the number of unread letters up to date.
  const { data } = useQuery({ ...callQuery('home', {}), staleTime: 5 * minuteMs });
  return (
    <>
      <span className={styles.wallet}>
        <span className={styles.small}>{t('home.available')}</span>
        <bdi dir="ltr" className="figures">
          {formatMoney(balance, { lan: currentLan() })}
        </bdi>
      </span>
      <Link to="/pages/recharge/recharge" search={{}} className={`${buttonClass()} ${styles.way}`}>
        {t('nav.recharge')}
      </Link>
      <Bell unread={data?.unread ?? 0} />
    </>
  );
};

/** The language, and links to sign in and to register, which lead back to this page. */
const VisitorWays = () => {
  const t = useT();
  const { href, pathname } = useRouterState({ select: ({ location }) => location });
  const { name } = localeOf(currentLan());
  const search = pathname.startsWith('/pages/login/') ? {} : { to: href };
  return (
    <>
      <Link
        to="/pages/lang/lang"
        search={{}}
        className={styles.page}
        aria-label={`${t('nav.lang')}: ${name}`}
      >
        <Icon name="globe" size="small" />
        {name}
      </Link>
      <Link to="/pages/login/login" search={search} className={`${buttonClass('quiet')} ${styles.way}`}>
        {t('login.submit')}
      </Link>
      <Link to="/pages/login/signup" search={search} className={`${buttonClass()} ${styles.way}`}>
        {t('login.toSignup')}
      </Link>
    </>
  );
};
