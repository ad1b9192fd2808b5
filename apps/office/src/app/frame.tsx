import { Button, Kbd, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { minuteMs } from '@touchline/contract/durations';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { type OfficePlace, places } from '../lib/places.ts';
import { Sheet } from '../ui/sheet.tsx';
import { AccountMenu } from './account-menu.tsx';
import { changeSettings, settingsStore } from '../lib/settings.ts';
import { useStore } from '../lib/use-store.ts';
import { useShortcut, useShortcuts, type Shortcut } from '../lib/shortcuts.ts';
import { StopStrip } from '../features/trading/stops.tsx';
import { idleForMs } from '../lib/activity.ts';
import { call } from '../lib/call.ts';
import { endSession, renewSession } from '../lib/session.ts';
import { useFormats, useSite } from '../lib/site.ts';
import { again, useCall } from '../lib/query.ts';
import { useMay } from '../lib/rights.ts';
import { Note } from '../ui/notices.tsx';
import styles from './frame.module.css';

/** The server ends a session that was not used for this time; the page hides what it showed at the same time. */
const idleMs = 30 * minuteMs;
const idleCheckMs = 10_000;

/** Signs out after half an hour without activity on this page. */
const useIdleWatch = (): void => {
  useEffect(() => {
    const timer = setInterval(() => {
      if (idleForMs() < idleMs) return;
      // Another tab may be in use: there it continues asking, and the server knows best.
      void call('officeLogout', {})
        .catch(() => undefined)
        .finally(() => endSession('idle'));
    }, idleCheckMs);
    return () => clearInterval(timer);
  }, []);
};

/** The frame of every page: the name of the site, the navigation, the operator's account. */
export const Frame = () => {
  const t = useT();
  useIdleWatch();
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {t('shell.skip')}
      </a>
      <header className={styles.bar}>
        <SiteName />
        <div className={styles.end}>
          <HelpSheet />
          <AccountMenu />
        </div>
      </header>
      <Navigation />
      <StopStrip />
      <main className={styles.main} id="main" tabIndex={-1}>
        <WaitStrip />
        <OwnerStrip />
        <Outlet />
      </main>
    </div>
  );
};

// The hash of the address is the page's: the link only moves the focus.
const skipToMain = (event: { preventDefault: () => void }): void => {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
};

/** The name of the site, and whether its money is play money. */
const SiteName = () => {
  const t = useT();
  const { name, mode } = useSite();
  return (
    <Link to="/" search={{}} className={styles.name}>
      <span>{t('shell.title', { site: name })}</span>
      {mode === 'play' && <span className={styles.tag}>{t('shell.playMoney')}</span>}
    </Link>
  );
};

/** Says when an operator whose rights or second factor are new may decide, and renews the session with what the server answers. */
const WaitStrip = () => {
  const t = useT();
  const { when } = useFormats();
  const { data } = useCall('officeMe', {});
  useEffect(() => {
    if (data !== undefined) renewSession(data);
  }, [data]);
  if (data?.waitsUntil === undefined) return null;
  return (
    <div className={styles.wait}>
      <Note>{t('shell.waits', { when: when(data.waitsUntil) })}</Note>
    </div>
  );
};

const ownerAgainMs = 60_000;

/**
 * Shows every operator that one owner decides alone about operators, or is about to: that one has lost the others, and may have
 * removed them. Any operator stops it before it counts.
 */
const OwnerStrip = () => {
  const t = useT();
  const { when } = useFormats();
  const may = useMay();
  const { data } = useCall('officeMe', {}, { follow: ownerAgainMs });
  const stop = useMutation({
    mutationFn: () => call('officeOwnerAloneStop', {}),
    onSettled: () => void again('officeMe', 'officeOperatorList'),
  });
  const alone = data?.ownerAlone;
  // Where there never was a second owner there is no time, and the first page says so.
  if (alone?.from === undefined || alone.state === 'lost') return null;
  const { account } = alone.owner;
  if (alone.state === 'alone') {
    return (
      <div className={styles.wait}>
        <Note>{t('owner.alone', { account })}</Note>
      </div>
    );
  }
  return (
    <div className={styles.wait}>
      <Note>
        {t('owner.asked', { account, when: when(alone.from) })}{' '}
        {may('officeOwnerAloneStop') && (
          <Button size="compact-xs" variant="danger" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('owner.stop')}
          </Button>
        )}
      </Note>
    </div>
  );
};

/** Puts the focus where one searches: on the page itself, else in the bar. */
const focusSearch = (): void => {
  const field = document.querySelector<HTMLInputElement>('main [data-search], header [data-search]');
  field?.focus();
  field?.select?.();
};

/** The last shortcut acts where several have the same keys. */
const effective = (all: readonly Shortcut[]): Shortcut[] => [
  ...new Map(all.map((each) => [each.keys, each])).values(),
];

/** The keys of the current page, opened by `?`. */
const HelpSheet = () => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { keys } = useStore(settingsStore);
  useShortcut('?', t('keys.help'), () => setOpen(true));
  useShortcut('/', t('keys.search'), focusSearch);
  const shown = effective(useShortcuts()).toSorted((a, b) => a.keys.length - b.keys.length);
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t('keys.title')}
      </Button>
      {isOpen && (
        <Sheet title={t('keys.title')} onClose={() => setOpen(false)}>
          <dl className={styles.list}>
            {shown.map((shortcut) => (
              <div key={shortcut.keys + shortcut.text} className={styles.pair}>
                <dt>
                  {shortcut.keys.split(' ').map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd>{shortcut.text}</dd>
              </div>
            ))}
          </dl>
          <Switch
            mt="md"
            checked={keys}
            onChange={(event) => changeSettings({ keys: event.currentTarget.checked })}
            label={t('keys.on')}
          />
        </Sheet>
      )}
    </>
  );
};

const PlaceLink = ({ place }: { place: OfficePlace }) => {
  const t = useT();
  const navigate = useNavigate();
  const text = t(`place.${place.name}`);
  useShortcut(place.keys, text, () => void navigate({ to: place.path, search: {} }));
  return (
    <Link
      to={place.path}
      search={{}}
      className={styles.link}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ includeSearch: false }}
    >
      <span>{text}</span>
      <Kbd size="xs" className={styles.keys} aria-hidden>
        {place.keys}
      </Kbd>
    </Link>
  );
};

/** The pages the operator may open. */
const Navigation = () => {
  const t = useT();
  const may = useMay();
  const open = places.filter(({ right }) => may(right));
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // In a low window the list scrolls: the open page stays in sight, no matter how it was opened.
  useEffect(() => {
    list.current?.querySelector(`a[href$="#${pathname}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={list} className={styles.nav} aria-label={t('shell.pages')}>
      {[...Map.groupBy(open, ({ group }) => group)].map(([group, members]) => (
        <section key={group}>
          <h2 className={styles.group}>{t(`placeGroup.${group}`)}</h2>
          <ul>
            {members.map((place) => (
              <li key={place.name}>
                <PlaceLink place={place} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
};
