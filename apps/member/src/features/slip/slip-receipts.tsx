import { Link } from '@tanstack/react-router';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatMoney } from '@touchline/locales/format';
import { formatClock } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { LabelledFigure, Fact, Facts } from '../../ui/facts.tsx';
import { Actions, Button, buttonClass } from '../../ui/button.tsx';
import { DoneHead } from '../../ui/done-head.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SheetAction } from '../../ui/sheet.tsx';
import { betTitle, LegLines } from '../labels/leg-lines.tsx';
import { deviceTimeZone } from '../labels/time.tsx';
import { useOddsText } from '../labels/odds-text.ts';
import { ShareBet } from './share-bet.tsx';
import { sharedOf } from './shared-bet.ts';
import styles from './slip.module.css';

type Props = { bets: readonly Bet[]; isPart: boolean; onClose: () => void };

/** Whether one of the bets was replaced by another. */
export const isEdited = (bets: readonly Bet[]): boolean => bets.some(({ cashOut }) => cashOut !== undefined);

/** The bets as the book confirmed them; of an edit the new one, then the old one with what it was worth. `isPart`: others are still in the slip below, so they are one line. */
export const SlipReceipts = ({ bets, isPart, onClose }: Props) => {
  const t = useT();
  // A bet that was replaced has its receipt too.
  const placed = bets.filter(({ cashOut }) => cashOut === undefined);
  const isEdit = isEdited(bets);
  if (isPart) {
    return (
      <output className={styles.part}>
        <Icon name="check" size="small" />
        {t('slip.placedCount', { count: placed.length })}
      </output>
    );
  }
  return (
    <div className={styles.receipt}>
      <DoneHead>
        {isEdit && t('slip.edit.done')}
        {!isEdit &&
          (placed.length === 1 ? t('slip.placed') : t('slip.placedCount', { count: placed.length }))}
      </DoneHead>
      {isEdit
        ? [...placed, ...bets.filter((bet) => !placed.includes(bet))].map((bet) => (
            <Receipt
              key={bet.id}
              bet={bet}
              name={placed.includes(bet) ? t('slip.edit.new') : t('slip.edit.old')}
            />
          ))
        : bets.map((bet) => <Receipt key={bet.id} bet={bet} />)}
      <SheetAction>
        <Actions>
          <Link
            to="/pages/gamerecord/gamerecord"
            search={{}}
            className={buttonClass('quiet')}
            onClick={onClose}
          >
            {t('slip.records')}
          </Link>
          <Button onClick={onClose}>{t('slip.done')}</Button>
        </Actions>
      </SheetAction>
    </div>
  );
};

type ReceiptProps = { bet: Bet; name?: string };

/** @param name which of several it is */
const Receipt = ({ bet, name }: ReceiptProps) => {
  const t = useT();
  const lan = currentLan();
  const oddsText = useOddsText();
  const title = [name, bet.type === 'single' ? undefined : betTitle(bet)]
    .filter((part) => part !== undefined)
    .join(' · ');
  return (
    <section className={styles.bet}>
      {title !== '' && <h3 className={styles.type}>{title}</h3>}
      <LegLines legs={bet.legs} withOdds={bet.legs.length > 1} />
      <dl className={styles.figures}>
        <LabelledFigure label={t('slip.stake')}>{formatMoney(bet.stake, { lan })}</LabelledFigure>
        {bet.type !== 'system' && (
          <LabelledFigure label={t('slip.odds')}>{oddsText(bet.odds)}</LabelledFigure>
        )}
        {bet.cashOut === undefined ? (
          <LabelledFigure label={t('slip.receive')}>{formatMoney(bet.potential, { lan })}</LabelledFigure>
        ) : (
          <LabelledFigure label={t('record.cashedOut')}>{formatMoney(bet.cashOut, { lan })}</LabelledFigure>
        )}
      </dl>
      <Facts>
        {bet.type === 'system' && (
          <Fact label={t('slip.stakePerLine')}>{formatMoney(bet.unit, { lan })}</Fact>
        )}
        <Fact label={t('slip.placedAt')}>
          {formatClock(bet.placedAt, { lan, timeZone: deviceTimeZone() })}
        </Fact>
        <Fact label={t('slip.number')}>{bet.id}</Fact>
      </Facts>
      {bet.cashOut === undefined && <ShareBet bet={sharedOf(bet)} className={styles.share} />}
    </section>
  );
};
