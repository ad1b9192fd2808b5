import { Link } from '@tanstack/react-router';
import type { Bet, BetLeg } from '@touchline/contract/shapes/bet';
import { formatDecimal, formatMoney, formatPercent, formatSignedMoney } from '@touchline/locales/format';
import { useEffect, useRef } from 'react';
import { useCall } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Fold } from '../../ui/fold.tsx';
import { isolated } from '../labels/bidi.ts';
import { withoutZeros } from '../labels/margin-meaning.tsx';
import { Moment } from '../labels/time.tsx';
import { useOddsText } from '../labels/odds-text.ts';
import { partName } from '../labels/leg-lines.tsx';
import { scoreText } from '../labels/match-name.ts';
import { useScale } from '../labels/use-scale.ts';
import { canBeSold } from '../cash-out/cash-out-state.ts';
import { incomeOf, potentialNow, rateOfReturn } from './figures.ts';
import { BetActions } from '../slip/bet-again.tsx';
import { ProofButton } from '../proof/proof-button.tsx';
import { historyOf, rulesOf, timelineOf, type HistoryStep } from './timeline.ts';
import styles from './record.module.css';

/** When a bet was placed and settled, its rate of return and its income. */
const BetFacts = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const lan = currentLan();
  // Of a system the odds would be those of all its legs, which it does not need.
  const rate = bet.type === 'system' ? undefined : rateOfReturn(bet.odds);
  const income = incomeOf(bet, useScale());
  return (
    <Facts>
      <Fact label={t('record.betTime')} words>
        <Moment at={bet.placedAt} />
      </Fact>
      {bet.settledAt !== undefined && (
        <Fact label={t('record.settleTime')} words>
          <Moment at={bet.settledAt} />
        </Fact>
      )}
      {rate !== undefined && <Fact label={t('odds.rate')}>{formatPercent(rate, { lan })}</Fact>}
      {income !== undefined && <Fact label={t('record.income')}>{formatSignedMoney(income, { lan })}</Fact>}
    </Facts>
  );
};

/** State and payout of a bet, as one text that changes with them. */
const movedText = ({ state, payout, openStake, legs }: Bet): string =>
  `${state} ${payout} ${openStake} ${legs.map(({ outcome }) => outcome).join()}`;

/** The history of a bet, done and to come, with the rules that settle it. */
export const BetHistory = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const [leg] = bet.legs;
  const scale = useScale();
  const { data, refetch } = useCall('orderDetail', { id: bet.id });
  // The list moves with the live stream: a history that was read before the bet reached this state is fetched again.
  const moved = movedText(bet);
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (data === undefined || movedText(data) === moved || asked.current === moved) return;
    asked.current = moved;
    void refetch();
  }, [data, moved, refetch]);
  // Until the server has answered, the bet itself gives the steps.
  const history: HistoryStep[] = data === undefined ? timelineOf(bet) : historyOf(bet, data.timeline);
  const houseRules = data?.houseRules;
  const houseSearch = houseRules === undefined ? {} : { house: houseRules };
  return (
    <div className={styles.history}>
      <h3 className={styles.title}>{t('record.details')}</h3>
      <BetFacts bet={bet} />
      <ol aria-label={t('record.history')}>
        {history.map((step) => (
          <StepRow
            key={`${step.kind} ${step.at} ${step.match}`}
            step={step}
            outcome={step.kind === 'settled' && bet.legs.length === 1 ? leg?.outcome : undefined}
          />
        ))}
      </ol>
      {bet.legs.map((each) => (
        <BuilderPrices key={each.event} leg={each} />
      ))}
      <ProofButton subject={{ kind: 'bet', id: bet.id, at: bet.placedAt, receipt: data?.receipt ?? null }} />
      {rulesOf(bet).map(({ section, rule }) => (
        <p key={section} className={styles.rule}>
          {rule !== undefined && <>{t(`record.rule.${rule}`)} </>}
          <Link
            to="/pages/rules/rules"
            search={{ version: bet.rules, section, ...houseSearch }}
            className={styles.read}
          >
            {t('rules.read')}
          </Link>
        </p>
      ))}
      <BetActions bet={bet} canBeSold={canBeSold(bet, potentialNow(bet, scale))} />
      <p className={styles.foot}>
        <bdi dir="auto" className={styles.betHistoryNumber}>
          {t('record.number', { id: isolated(bet.id) })}
        </bdi>
        <span className={styles.betHistoryNumber}>{t('record.rules', { version: bet.rules })}</span>
        {houseRules !== undefined && (
          <Link
            to="/pages/rules/rules"
            search={{ version: bet.rules, ...houseSearch, section: 'house' }}
            className={styles.betHistoryMatch}
          >
            {t('record.houseRules', { version: houseRules })}
          </Link>
        )}
        {bet.legs.length === 1 && leg !== undefined && (
          <Link to="/pages/invest/eventsinfo" search={{ id: leg.event }} className={styles.betHistoryMatch}>
            {t('record.match')}
          </Link>
        )}
      </p>
    </div>
  );
};

const StepRow = ({ step, outcome }: { step: HistoryStep; outcome: BetLeg['outcome'] | undefined }) => {
  const t = useT();
  const lan = currentLan();
  const detail = outcome === undefined || outcome === 'win' || outcome === 'lose' ? undefined : outcome;
  const { kind, match, minute, score, amount, at } = step;
  return (
    <li className={styles.step} data-done={step.done}>
      <span className={styles.name}>
        {t(`record.step.${kind}`)}
        {minute !== undefined && (
          <>
            {' '}
            <bdi dir="ltr" className="figures">
              {minute}′
            </bdi>
          </>
        )}
        {match !== undefined && (
          <>
            {' '}
            <bdi className={styles.of}>{match}</bdi>
          </>
        )}
        {detail !== undefined && <> · {t(`record.outcome.${detail}`)}</>}
      </span>
      <span className={styles.end}>
        {score !== undefined && (
          <span className={`figures ${styles.betHistoryScore}`}>{scoreText(score)}</span>
        )}
        {amount !== undefined && (
          <bdi className={`figures ${styles.betHistoryScore}`}>{formatMoney(amount, { lan })}</bdi>
        )}
        {at !== undefined && <Moment at={at} />}
      </span>
    </li>
  );
};

/**
 * What a builder pays without one of its selections, at the prices it was struck at, and its payout where some did
 * not count. Nothing for a leg on one selection.
 */
const BuilderPrices = ({ leg }: { leg: BetLeg }) => {
  const t = useT();
  const oddsText = useOddsText();
  const { parts = [], subsets = [], pays, home, away } = leg;
  if (parts.length === 0) return null;
  const all = 2 ** parts.length - 1;
  const rows = parts.flatMap((part, at) => {
    const odds = subsets[all - 2 ** at];
    return odds === undefined ? [] : [{ name: partName({ home, away, ...part }), odds }];
  });
  const isLess = parts.some(({ outcome }) => outcome !== 'win');
  return (
    <>
      {pays !== undefined && isLess && (
        <p>{t('builder.pays', { odds: isolated(formatDecimal(withoutZeros(pays), currentLan())) })}</p>
      )}
      {rows.length > 0 && (
        <Fold label={t('builder.priceWithout')}>
          <Facts>
            {rows.map(({ name, odds }) => (
              <Fact key={name} label={t('builder.lessOne', { selection: name })}>
                {oddsText(odds)}
              </Fact>
            ))}
          </Facts>
        </Fold>
      )}
    </>
  );
};
