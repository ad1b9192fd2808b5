import { Link } from '@tanstack/react-router';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatMoney } from '@touchline/locales/format';
import { useCall } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { CashOutValue } from '../cash-out/cash-out-button.tsx';
import { betTitle } from '../labels/leg-lines.tsx';
import { matchName, versus, scoreText } from '../labels/match-name.ts';
import { selectionName } from '../labels/selection-name.ts';
import { MatchSection } from '../match-card/match-list.tsx';
import { Strip } from '../../ui/strip.tsx';
import styles from './open-bets.module.css';

/** The most bets that are shown; the page of open bets has all. */
const most = 12;

const isInPlay = ({ state }: Bet): boolean => state === 'in_progress';

/** The open bets side by side, those in play first, with their scores and what is offered for them. Nothing without open bets. */
export const OpenBetsStrip = () => {
  const t = useT();
  // The same call as that of the wallet above, so that both share one answer.
  const { data } = useCall('orderList', { tab: 'in_progress', page: 1, limit: 100 });
  if (data === undefined || data.list.length === 0) return null;
  const bets = [...data.list.filter(isInPlay), ...data.list.filter((bet) => !isInPlay(bet))].slice(0, most);
  return (
    <MatchSection
      title={t('nav.investment')}
      aside={
        <Link to="/pages/investment/investment" search={{}} className={styles.all}>
          {t('betNews.seeAll')}
        </Link>
      }
    >
      <Strip>
        {bets.map((bet) => (
          <li key={bet.id} className={styles.item}>
            <OpenBet bet={bet} />
          </li>
        ))}
      </Strip>
    </MatchSection>
  );
};

const OpenBet = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const lan = currentLan();
  const [leg] = bet.legs;
  const isSingle = bet.legs.length === 1 && leg !== undefined;
  // A bet on several matches shows the scores of those in play.
  const playing = bet.legs.filter(({ state, score }) => state === 'in_progress' && score?.ft !== undefined);
  return (
    <Link to="/pages/gamerecord/gamerecord" search={{ bet: bet.id }} className={styles.bet}>
      <span className={styles.title}>{isSingle ? matchName(leg) : betTitle(bet)}</span>
      <span className={styles.what}>{isSingle ? selectionName(leg) : t(`record.state.${bet.state}`)}</span>
      <span className={styles.scores}>
        {playing.map(({ event, home, away, score }) => (
          <span key={event} className={styles.score}>
            <i className={styles.dot} />
            {!isSingle && <bdi>{versus(home.short, away.short)}</bdi>}
            <bdi className="figures">{score?.ft && scoreText(score.ft)}</bdi>
          </span>
        ))}
      </span>
      <span className={styles.money}>
        <span className="figures">{formatMoney(bet.openStake ?? bet.stake, { lan })}</span>
        <b className={styles.offer}>
          <CashOutValue betId={bet.id} />
        </b>
      </span>
    </Link>
  );
};
