import { Kbd } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useT } from '../shell/i18n.ts';
import { type Place, places } from '../shell/places.ts';
import { useShortcut } from '../shell/shortcuts.ts';
import { useMay } from '../shell/use-rights.ts';
import styles from './navigation.module.css';

const PlaceLink = ({ place }: { place: Place }) => {
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
export const Navigation = () => {
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
