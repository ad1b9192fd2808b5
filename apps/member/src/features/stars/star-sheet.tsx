import { Link } from '@tanstack/react-router';
import type { Event } from '@touchline/contract/shapes/football';
import { competitionName } from '@touchline/locales/competition-names';
import { teamName } from '@touchline/locales/team-names';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Sheet, SheetAction } from '../../ui/sheet.tsx';
import { Switch } from '../../ui/switch.tsx';
import { matchName } from '../labels/match-name.ts';
import { usePushKey } from '../push/use-push-key.ts';
import { starOf, starsStore, useStars } from './stars.ts';
import styles from './stars.module.css';

type Props = { event: Event; open: boolean; onClose: () => void };

/** The stars of a match, its teams and its competition, and a link to the settings of their alerts where there can be any. */
export const StarSheet = ({ event, open, onClose }: Props) => {
  const t = useT();
  const lan = currentLan();
  const stars = useStars();
  const canNotify = usePushKey() !== undefined;
  const rows = [
    {
      star: starOf('match', event.id),
      name: matchName(event),
    },
    { star: starOf('team', event.home.id), name: teamName(event.home, lan) },
    { star: starOf('team', event.away.id), name: teamName(event.away, lan) },
    { star: starOf('competition', event.competition.id), name: competitionName(event.competition, lan) },
  ];
  return (
    <Sheet open={open} onClose={onClose} title={t('invest.favourites')}>
      <div className={styles.rows}>
        <p className={styles.words}>{t(canNotify ? 'event.favourText' : 'event.favourFirst')}</p>
        {rows.map(({ star, name }) => (
          <Switch
            key={star}
            label={name}
            checked={stars.includes(star)}
            onChange={(on) => {
              const rest = starsStore.read().filter((other) => other !== star);
              starsStore.write(on ? [star, ...rest] : rest);
            }}
          />
        ))}
        {canNotify && (
          <SheetAction>
            <Link to="/pages/notify/notify" search={{}} className={buttonClass('quiet')}>
              {t('event.alerts')}
            </Link>
          </SheetAction>
        )}
      </div>
    </Sheet>
  );
};
