import { useT } from '../../lib/i18n.tsx';
import { Banner } from '../../ui/banner.tsx';
import { whenText, useNow } from '../labels/time.tsx';

/** Says that the house takes no bets, since when, and what that means for open ones. */
export const StoppedNote = ({ since }: { since: string }) => {
  const t = useT();
  const now = useNow();
  return (
    <Banner tone="amber" icon="lock" label={t('nav.invest')} title={t('betting.stopped')}>
      <p>{t('betting.stoppedText')}</p>
      <p>{t('betting.stoppedSince', { when: whenText(since, now) })}</p>
    </Banner>
  );
};
