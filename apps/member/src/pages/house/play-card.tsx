import type { HouseFigures } from '@touchline/contract/shapes/house';
import { formatCount } from '@touchline/locales/format';
import { formatLongDate } from '@touchline/locales/format-time';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Big, Bigs, Later, Part, type AsOf } from './part.tsx';

/** Numbers of members are published from this many on, rounded down to tens. */
const countedFrom = 10;

/** How many members use limits and breaks. */
export const PlayCard = ({ play, asOf }: { play: HouseFigures['play']; asOf: AsOf }) => {
  const t = useT();
  const lan = currentLan();
  const members = (count: number | undefined): string =>
    count === undefined
      ? t('house.fewer', { count: isolated(formatCount(countedFrom, { lan })) })
      : t('house.atLeast', { count: isolated(formatCount(count, { lan })) });
  return (
    <Part
      part="play"
      title={t('house.play')}
      words={
        play === undefined
          ? undefined
          : t('house.playText', { day: formatLongDate(`${play.day}T12:00:00Z`, { lan, timeZone: 'UTC' }) })
      }
      asOf={play && asOf}
    >
      {play === undefined ? (
        <Later title={t('house.noPlay')}>{t('house.noPlayHint')}</Later>
      ) : (
        <Bigs>
          <Big words name={t('house.withLimits')}>
            {members(play.withLimits)}
          </Big>
          <Big words name={t('house.excluded')}>
            {members(play.excluded)}
          </Big>
        </Bigs>
      )}
    </Part>
  );
};
