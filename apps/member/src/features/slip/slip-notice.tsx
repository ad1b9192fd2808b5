import { formatMoney, formatOdds } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { tighter, type Quote } from './quote.ts';
import styles from './slip-notice.module.css';
import { blockOf, priceToAnswer, type SlipState } from './slip-state.ts';
import { dispatchSlip } from './slip-store.ts';

type Props = { slip: SlipState; quote: Quote; available: string; min: string; max: string; scale: number };

/** Words, what is only read aloud beside them, and a stake to take with one tap. */
type Notice = { text: string; aloud?: string; stake?: string };

/** What stands in the way of the bet, the most pressing first, with the stake that would be taken. */
export const SlipNotice = (props: Props) => {
  const t = useT();
  const lan = currentLan();
  const notice = useNotice(props);
  return (
    <output className={styles.region}>
      {notice !== undefined && (
        <div className={styles.notice}>
          <span>
            {notice.text}
            {notice.aloud !== undefined && <span className="visually-hidden"> {notice.aloud}</span>}
          </span>
          {notice.stake !== undefined && (
            <TakeStake
              stake={notice.stake}
              text={t('slip.take', { amount: isolated(formatMoney(notice.stake, { lan })) })}
            />
          )}
        </div>
      )}
    </output>
  );
};

const TakeStake = ({ stake, text }: { stake: string; text: string }) => (
  <button type="button" className={styles.take} onClick={() => dispatchSlip({ type: 'stake', stake })}>
    {text}
  </button>
);

function useNotice({ slip, quote, available, min, max, scale }: Props): Notice | undefined {
  const t = useT();
  const lan = currentLan();
  const money = (amount: string) => isolated(formatMoney(amount, { lan }));
  // One tap leads to a stake that can be placed: never to more than the wallet holds.
  const withinReach = (stake: string) => tighter(stake, available, scale);
  const { phase, refused } = slip;
  if (phase === 'placing') return undefined;
  if (phase === 'unheard') return { text: t('slip.unheard') };
  const block = blockOf(slip);
  if (block !== undefined) return { text: t(`slip.${block}`) };
  const moved = priceToAnswer(slip);
  if (moved !== undefined) {
    const [before, after] = [formatOdds(slip.agreed, { lan }), formatOdds(moved, { lan })];
    return { text: t('slip.moved'), aloud: t('slip.fromTo', { before, after }) };
  }
  if (refused?.max !== undefined) return { text: refused.text, ...offer(withinReach(refused.max)) };
  if (refused?.min !== undefined) return { text: refused.text, ...offer(refused.min) };
  if (refused !== undefined) return { text: refused.text };
  if (quote.problem === 'under_min') return { text: t('slip.min', { amount: money(min) }), stake: min };
  if (quote.problem === 'over_max') {
    return { text: t('slip.max', { amount: money(max) }), ...offer(withinReach(max)) };
  }
  if (quote.problem === 'insufficient') return { text: t('slip.insufficient', { amount: money(available) }) };
  return undefined;
}

// A counter-offer of nothing is a plain no.
const offer = (stake: string): { stake?: string } => (/[1-9]/.test(stake) ? { stake } : {});
