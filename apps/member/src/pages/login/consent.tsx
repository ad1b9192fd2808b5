import { Fragment } from 'react';
import { sentenceGap } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { useMayReadPages } from '../../state/use-may-read-pages.ts';
import styles from './consent.module.css';

const terms = { href: '#/pages/terms/terms', label: 'nav.terms' } as const;
const rules = { href: '#/pages/rules/rules', label: 'nav.rules' } as const;

/**
 * What a visitor accepts by opening an account: the rules only where a visitor can read them. It opens in a new tab, so that what is
 * typed here stays.
 */
export const Consent = () => {
  const t = useT();
  const words = useMayReadPages() ? [terms, rules] : [terms];
  const links = words.map(({ href, label }) => (
    <a key={href} href={href} target="_blank" rel="noopener" className={styles.link}>
      {t(label)}
    </a>
  ));
  // The language's own "and" between them.
  const parts = new Intl.ListFormat(currentLan()).formatToParts(words.map(({ href }) => href));
  return (
    <p className={styles.consent}>
      {t('signup.consent')}
      {sentenceGap()}
      {parts.map(({ type, value }) => (
        <Fragment key={value}>
          {type === 'element' ? links[words.findIndex(({ href }) => href === value)] : value}
        </Fragment>
      ))}
    </p>
  );
};
