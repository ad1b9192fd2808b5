import { formatAmount } from '@touchline/money/amount';
import { formatMoney } from '@touchline/locales/format';
import { useUser } from '../../api/query.ts';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { isolated } from '../labels/bidi.ts';
import { AcceptChoice } from './accept-choice.tsx';
import { placeBet } from './place.ts';
import { useOddsText } from '../odds-button/odds-display.ts';
import { quoteStake, tighter, type Quote } from './quote.ts';
import styles from './slip-editor.module.css';
import { SlipHead } from './slip-head.tsx';
import { SlipNotice } from './slip-notice.tsx';
import { blockOf, priceToAnswer, type Pick, type SlipState } from './slip-state.ts';
import { dispatchSlip } from './slip-store.ts';
import { SlipSummary } from './slip-summary.tsx';
import { StakeBox } from './stake-box.tsx';
import { StakePad } from './stake-pad.tsx';

type Props = { slip: SlipState; pick: Pick; scale: number };

/** The slip while it is being filled in; every figure follows every key. */
export const SlipEditor = ({ slip, pick, scale }: Props) => {
  const site = useStore(configStore).site;
  const available = useUser()?.balance ?? '0';
  const bounds = {
    min: site?.stakeMin ?? '0',
    max: tighter(site?.stakeMax ?? '', slip.refused?.max, scale),
  };
  const odds = priceToAnswer(slip) ?? slip.agreed;
  const quote = quoteStake({ stake: slip.stake, odds, available, ...bounds, scale });
  const isSent = slip.phase === 'placing';
  if (quote === undefined) return null;
  return (
    <div className={styles.editor}>
      <SlipHead slip={slip} pick={pick} />
      <StakeBox stake={slip.stake} wrong={quote.problem !== undefined && quote.problem !== 'empty'} />
      <SlipSummary quote={quote} odds={odds} margin={slip.offer.margin} scale={scale} />
      <SlipNotice slip={slip} quote={quote} available={available} {...bounds} scale={scale} />
      <StakePad scale={scale} disabled={isSent} onKey={(key) => dispatchSlip({ type: 'key', key, scale })} />
      <SlipButton slip={slip} quote={quote} scale={scale} />
      <AcceptChoice value={slip.accept} disabled={isSent} />
    </div>
  );
};

/** The one action of the slip: answer the price, try again, or place. */
const SlipButton = ({ slip, quote, scale }: { slip: SlipState; quote: Quote; scale: number }) => {
  const t = useT();
  const lan = currentLan();
  const oddsText = useOddsText();
  const place = () => void placeBet(scale);
  const moved = priceToAnswer(slip);

  if (slip.phase === 'placing') return <Button busy>{t('slip.placing')}</Button>;
  if (slip.phase === 'unheard') return <Button onClick={place}>{t('common.retry')}</Button>;
  if (moved !== undefined && blockOf(slip) === undefined) {
    return (
      <Button onClick={() => dispatchSlip({ type: 'agree' })}>
        {t('slip.agree', { odds: isolated(oddsText(moved)) })}
      </Button>
    );
  }
  if (quote.problem === 'empty') return <Button disabled>{t('slip.enter')}</Button>;
  const amount = isolated(formatMoney(formatAmount(quote.stakeMinor, scale), { lan }));
  return (
    <Button disabled={quote.problem !== undefined || blockOf(slip) !== undefined} onClick={place}>
      {t('slip.place', { amount })}
    </Button>
  );
};
