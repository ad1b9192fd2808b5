import { formatMoney } from '@touchline/locales/format';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { formatOdds } from '@touchline/money/odds';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { useOddsText } from '../labels/odds-text.ts';
import type { BetView } from './quote.ts';
import type { EditQuote } from './use-edit-quote.ts';
import styles from './slip.module.css';

type Props = {
  edit: EditQuote;
  bet: BetView;
  /** The slip holds several bets, of which none can be the new one. */
  isSeveral: boolean;
  scale: number;
  /** Leaves out the new price, which short screens show above the figures. */
  brief: boolean;
};

/** Both prices of an edit: what the old bet is sold for, what the new one costs, and the difference. */
export const EditFigures = ({ edit: { quote, failure }, bet, isSeveral, scale, brief }: Props) => {
  const t = useT();
  const lan = currentLan();
  const oddsText = useOddsText();
  const { stakeMinor } = bet.quote;
  const money = (minor: bigint) => formatMoney(formatAmount(minor, scale), { lan });
  const offerMinor = parseAmount(quote?.offer ?? '', scale);
  const moreMinor = stakeMinor - (offerMinor ?? 0n);
  return (
    <section aria-label={t('slip.edit.open')} data-edit>
      <Facts>
        {/* Without an offer there is no value: the refusal is shown below the figures. */}
        {failure === undefined && (
          <Fact label={t('slip.edit.value')}>{offerMinor === undefined ? '…' : money(offerMinor)}</Fact>
        )}
        {!brief && bet.ticket.stake !== '' && bet.figures.lines === 1 && (
          <Fact label={t('slip.stake')}>
            {money(stakeMinor)} × {oddsText(formatOdds(bet.figures.oddsMilli))}
          </Fact>
        )}
        {offerMinor !== undefined && stakeMinor > 0n && (
          <Fact label={t(moreMinor > 0n ? 'slip.edit.pays' : 'slip.edit.back')}>
            {money(moreMinor > 0n ? moreMinor : -moreMinor)}
          </Fact>
        )}
      </Facts>
      {(isSeveral || failure !== undefined) && (
        <output className={styles.refusal}>{isSeveral ? t('slip.edit.one') : failure}</output>
      )}
    </section>
  );
};
