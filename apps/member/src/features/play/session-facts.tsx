import type { PlayInfo } from '@touchline/contract/shapes/play';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatTime } from '@touchline/locales/format-time';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import type { Translate } from '@touchline/locales/translator';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { isolated } from '../labels/bidi.ts';
import { deviceTimeZone, useNow } from '../labels/time.tsx';
import { playedMinutes } from './figures.ts';

const durationText = (minutes: number, t: Translate<AppMessages>): string => {
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? t('play.minutes', { minutes })
    : t('play.hoursMinutes', { hours, minutes: minutes % 60 });
};

/** How long this session of play has lasted, and what it cost. */
export const SessionFacts = ({ reality }: { reality: PlayInfo['reality'] }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const { since, session } = reality;
  return (
    <Facts>
      <Fact label={t('play.playedFor')} words>
        {since === undefined
          ? t('play.notPlaying')
          : t('play.playedSince', {
              duration: durationText(playedMinutes(since, now), t),
              time: isolated(formatTime(since, { lan, timeZone: deviceTimeZone() })),
            })}
      </Fact>
      <Fact label={t('play.stakes')}>{formatMoney(session.stakes, { lan })}</Fact>
      <Fact label={t('play.returns')}>{formatMoney(session.returns, { lan })}</Fact>
      <Fact label={t('play.openStakes')}>{formatMoney(session.open, { lan })}</Fact>
      <Fact label={t('play.net')}>
        <b>{formatSignedMoney(session.net, { lan })}</b>
      </Fact>
    </Facts>
  );
};
