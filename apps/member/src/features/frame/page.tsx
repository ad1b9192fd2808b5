import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import {
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useRef,
  useSyncExternalStore,
  startTransition,
  useState,
} from 'react';
import { betNewsStore } from '../../lib/bet-news.ts';
import { bettingStore } from '../../lib/betting.ts';
import { configStore } from '../../lib/config.ts';
import { useT } from '../../lib/i18n.tsx';
import { useStore } from '../../lib/use-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { useUser } from '../../lib/user.ts';
import { Icon } from '../../ui/icon.tsx';
import { OfflineWatch } from './offline-watch.tsx';
import styles from './frame.module.css';
import { notePage } from '../../lib/first-page.ts';
import { useScrollMemory } from '../../lib/page-memory.ts';
import { PlayButton, RestrictionNote } from './play-watch.tsx';
import { usePullToRefresh } from './pull-to-refresh.tsx';
import { type MainTab, tabs } from './tabs.ts';
import { updateStore } from '../../lib/update.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Wordmark } from './wordmark.tsx';
import { whenIdle } from '../../lib/when-seen.ts';

export type PageProps = {
  /** Title in the navigation bar and of the document. */
  title: string;
  /** Shows the product's name in place of the title; the title is still read out. */
  brand?: boolean;
  /** The tab this page is: shows the tab bar and no back button. */
  tab?: MainTab;
  /** Whether there is a way back; true unless the page is a tab. */
  back?: boolean;
  /** At most one action at the end of the navigation bar. */
  action?: ReactNode;
  /**
   * Wherever there is more room than on a phone: `wide` takes all of it, for pages that have columns of their own; `cards` puts
   * what is in the page into columns; `form` is as narrow as its fields. Text keeps a readable measure unless one is given.
   */
  layout?: 'wide' | 'cards' | 'form';
  /** Stays above the tab bar while the content scrolls, e.g. the slip. */
  dock?: ReactNode;
  /** Fetches the page's data again when the content is pulled down. */
  onRefresh?: () => Promise<unknown>;
  children: ReactNode;
};

// The first page of a visit leaves the focus where the browser put it.
let pagesShown = 0;

/** Whether at most one page of this visit was shown: there is nothing yet that one could come back to. */
export const isFreshVisit = (): boolean => pagesShown <= 1;

/** The frame of every page: navigation bar, scrolling content, and the tab bar for the pages it leads to. */
export const Page = ({
  title,
  brand = false,
  tab,
  back = !tab,
  action,
  layout,
  dock,
  onRefresh,
  children,
}: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLElement>(null);
  useScrollMemory(content, tab !== undefined);
  const pull = usePullToRefresh(content, onRefresh);

  useEffect(() => {
    pagesShown += 1;
    notePage();
    // The search next to the pages of a desktop keeps the focus while it is typed into.
    const isTyping = document.activeElement?.matches('[data-search] input');
    if (pagesShown > 1 && !isTyping) heading.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    const site = configStore.read().site?.name ?? 'Touchline';
    document.title = title === site ? site : `${title} · ${site}`;
  }, [title]);

  return (
    <div className={styles.page}>
      <NavigationBar title={title} brand={brand} back={back} action={action} headingRef={heading} />
      <main className={styles.content} ref={content} id="page" tabIndex={-1}>
        {pull}
        <div className={styles.column} data-layout={layout}>
          <div className={styles.notes}>
            <UpdateWatch />
            <OfflineWatch />
            <RestrictionNote />
            <BettingWatch />
          </div>
          {children}
        </div>
      </main>
      {dock}
      {tab && <TabBar current={tab} />}
    </div>
  );
};

const UpdateOffer = lazyPart(async () => (await import('../install/update-offer.tsx')).UpdateOffer);

/** Offers a newer version of the app on every page once there is one; put off, it comes with the next start. */
const UpdateWatch = () => {
  const update = useSyncExternalStore(updateStore.watch, updateStore.read);
  if (update === 'none') return null;
  return (
    <Suspense>
      <UpdateOffer onLater={() => updateStore.write('none')} />
    </Suspense>
  );
};

const StoppedNote = lazyPart(async () => (await import('../betting/stopped-note.tsx')).StoppedNote);

/** Says on every page that the house takes no bets, while it takes none. */
const BettingWatch = () => {
  const { stoppedAt } = useStore(bettingStore);
  return (
    stoppedAt !== undefined && (
      <Suspense>
        <StoppedNote since={stoppedAt} />
      </Suspense>
    )
  );
};

type NavigationBarProps = {
  title: string;
  brand: boolean;
  back: boolean;
  action: ReactNode;
  headingRef: Ref<HTMLHeadingElement>;
};

/** Title, way back and at most one action. */
const NavigationBar = ({ title, brand, back, action, headingRef }: NavigationBarProps) => (
  <header className={styles.pageBar} data-brand={brand}>
    {!brand && <div className={styles.start}>{back && <BackButton />}</div>}
    <h1 className={styles.title} tabIndex={-1} ref={headingRef}>
      {brand ? (
        <>
          <Wordmark />
          <span className="visually-hidden">{title}</span>
        </>
      ) : (
        title
      )}
    </h1>
    <div className={styles.end}>
      {action}
      <PlayButton />
    </div>
  </header>
);

const BackButton = () => {
  const t = useT();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  // A page opened by its address has nothing behind it but home; for a visitor that is the matches.
  const home = useUser() === undefined ? '/pages/invest/invest' : '/';
  const goBack = () =>
    canGoBack ? router.history.back() : void router.navigate({ to: home, search: {}, replace: true });
  return <IconButton label={t('common.back')} icon={{ name: 'back', flips: true }} onClick={goBack} />;
};

const VisitorBar = lazyPart(async () => (await import('./visitor-bar.tsx')).VisitorBar);

/** The pages one tap away: of a member, or of a visitor. */
const TabBar = ({ current }: { current: MainTab }) => {
  const t = useT();
  const news = useStore(betNewsStore);
  if (useUser() === undefined) {
    return (
      <Suspense>
        <VisitorBar />
      </Suspense>
    );
  }
  return (
    <nav className={styles.tabBar} aria-label={t('shell.mainPages')}>
      {tabs.map(({ tab, to, icon, label }) => (
        <Link
          key={tab}
          to={to}
          search={{}}
          className={styles.tab}
          aria-current={tab === current ? 'page' : undefined}
        >
          <Icon name={icon} />
          <span className={styles.label}>{t(label)}</span>
          {tab === 'records' && news > 0 && <bdi className={`figures ${styles.news}`}>{news}</bdi>}
        </Link>
      ))}
    </nav>
  );
};

/**
 * How many items of a list to show: at the start of a visit those in sight, all once the browser has shown them; where one
 * may be coming back, all at once, so that the way leads to where one was.
 * @param few as many as a screen holds
 */
export const useSoonAll = (few: number): number => {
  const [count, setCount] = useState(() => (isFreshVisit() ? few : Infinity));
  useEffect(() => whenIdle(() => startTransition(() => setCount(Infinity))), []);
  return count;
};
