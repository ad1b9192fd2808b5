import type { SupportEntry } from '@touchline/contract/shapes/inbox';
import { helpPage } from '@touchline/contract/limits';
import { TargetLink, targetOf } from '../../features/links/target.tsx';
import { supportHref } from '../../features/links/support-link.ts';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './help.module.css';

const icons = {
  email: 'mail',
  phone: 'phone',
  chat: 'chat',
  link: 'globe',
} as const satisfies Record<SupportEntry['kind'], IconName>;

/** How to reach support, and whether it answers now where its hours are known. */
export const Support = ({ entries }: { entries: readonly SupportEntry[] }) => {
  const t = useT();
  if (entries.length === 0) return null;
  return (
    <MatchSection title={t('help.support')}>
      <Card flush>
        <ul>
          {entries.map((entry) => (
            <li key={entry.id} className={styles.entry}>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      </Card>
    </MatchSection>
  );
};

const Entry = ({ entry }: { entry: SupportEntry }) => {
  const href = supportHref(entry);
  const target = targetOf(entry.value);
  // The help that takes the place of a contact is this very page.
  if (entry.kind === 'link' && target?.kind === 'page' && entry.value !== helpPage) {
    return (
      <TargetLink className={styles.row} to={target}>
        <Words entry={entry} />
      </TargetLink>
    );
  }
  if (href === undefined) {
    return (
      <div className={styles.row}>
        <Words entry={entry} />
      </div>
    );
  }
  const tab = href.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a className={styles.row} href={href} {...tab}>
      <Words entry={entry} />
    </a>
  );
};

const Words = ({ entry: { kind, name, value, hours, open, priority } }: { entry: SupportEntry }) => {
  const t = useT();
  return (
    <>
      <span className={styles.icon}>
        <Icon name={icons[kind]} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        {targetOf(value)?.kind !== 'page' && (
          <span className={styles.small}>
            <bdi>{value}</bdi>
          </span>
        )}
        <span className={styles.small}>
          <bdi>{hours}</bdi>
        </span>
        {priority && <span className={styles.small}>{t('help.priority')}</span>}
      </span>
      {open !== undefined && (
        <Tag tone={open ? 'pitch' : 'quiet'}>{t(open ? 'help.open' : 'help.closed')}</Tag>
      )}
    </>
  );
};
