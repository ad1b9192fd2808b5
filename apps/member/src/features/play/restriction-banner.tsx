import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { refreshUser } from '../../lib/query.ts';
import { isHidden } from '../../lib/when-seen.ts';
import { useT } from '../../lib/i18n.tsx';
import { isPast } from '../../lib/restriction.ts';
import { useUser } from '../../lib/user.ts';
import { Banner, BannerLinks } from '../../ui/banner.tsx';
import { useNow } from '../labels/time.tsx';
import { restrictionTitle } from './restriction-text.ts';
import { useRestriction } from './use-restriction.ts';

/** How long until the server is asked again whether a pause is over. */
const againMs = 30_000;

/** What is closed to a member who pauses, until when, and what stays open. */
export const RestrictionBanner = () => {
  const t = useT();
  // Looked at again from time to time: it may be over.
  const now = useNow();
  const restriction = useRestriction();
  const current = useUser()?.restriction;
  const isOver = current !== undefined && current.mayReturn !== true && isPast(current, now);
  useEffect(() => {
    if (!isOver) return undefined;
    const ask = () => {
      if (!isHidden()) void refreshUser().catch(() => undefined);
    };
    ask();
    // And again: the server's clock may be behind.
    const timer = setInterval(ask, againMs);
    return () => clearInterval(timer);
  }, [isOver]);
  if (restriction === undefined) return null;
  return (
    <Banner tone="amber" icon="lock" label={t('nav.play')} title={restrictionTitle(restriction)}>
      <p>{restriction.mayReturn === true ? t('play.returnText') : t('play.closedText')}</p>
      <BannerLinks>
        <Link to="/pages/information/withdraw" search={{}} activeProps={{ hidden: true }}>
          {t('nav.withdraw')}
        </Link>
        {restriction.mayReturn === true && (
          <Link to="/pages/information/play" search={{}}>
            {t('play.return')}
          </Link>
        )}
        <Link to="/pages/information/play" search={{ open: 'help' }}>
          {t('play.way.help')}
        </Link>
      </BannerLinks>
    </Banner>
  );
};
