import { formatMoney } from '@touchline/locales/format';
import { teamName } from '@touchline/locales/team-names';
import { formatAmount } from '@touchline/money/amount';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { marketName, selectionName } from '../labels/selection-name.ts';
import { LegPrice } from './leg-price.tsx';
import { removePick } from './remove-pick.ts';
import { blockOf } from './slip-facts.ts';
import styles from './slip-leg.module.css';
import type { Item } from './slip-types.ts';
import type { BetView } from './slip-view.ts';
import { typedText } from '../number-pad/typed-text.ts';

type Props = {
  item: Item;
  /** The single on this selection, where each is a bet by itself. */
  bet: BetView | undefined;
  isConflict: boolean;
  isTarget: boolean;
  isSending: boolean;
  scale: number;
  onStake: () => void;
};

/** One selection among several: what it is, its price, what stands in its way, and its own stake. */
export const SlipLeg = ({ item, bet, isConflict, isTarget, isSending, scale, onStake }: Props) => {
  const t = useT();
  const lan = currentLan();
  const { pick } = item;
  const block = blockOf(item);
  const name = selectionName(pick);
  const trouble = useTrouble(item, isConflict);
  return (
    <li className={styles.leg} data-trouble={trouble !== undefined}>
      <div className={styles.what}>
        <p className={styles.selection}>{name}</p>
        <p className={styles.match}>
          {marketName(pick.market)} · {teamName(pick.home, lan)} – {teamName(pick.away, lan)}
        </p>
        {bet !== undefined && bet.quote.stakeMinor > 0n && (
          <p className={styles.receive}>
            <span className="visually-hidden">{t('slip.receive')} </span>
            <span aria-hidden="true" className={`${styles.arrow} flips`}>
              →
            </span>{' '}
            <bdi dir="ltr">{formatMoney(formatAmount(bet.quote.receiveMinor, scale), { lan })}</bdi>
          </p>
        )}
        {trouble !== undefined && <p className={styles.trouble}>{trouble}</p>}
      </div>
      <div className={styles.side} data-staked={bet !== undefined}>
        {block === 'suspended' || block === 'closed' ? (
          <Icon name="lock" size="small" />
        ) : (
          <LegPrice item={item} size="m" />
        )}
        {bet !== undefined && (
          <button
            type="button"
            className={styles.stake}
            aria-pressed={isTarget}
            disabled={isSending}
            onClick={onStake}
          >
            <span className="visually-hidden">{t('slip.stakeOn', { selection: name })} </span>
            <bdi dir="ltr" className="figures" data-empty={bet.ticket.stake === ''}>
              {typedText(bet.ticket.stake, lan)}
            </bdi>
          </button>
        )}
      </div>
      <span className={styles.remove}>
        <IconButton
          label={t('slip.removeLeg', { selection: name })}
          icon={{ name: 'cross', size: 'small' }}
          disabled={isSending}
          onClick={() => removePick(pick)}
        />
      </span>
    </li>
  );
};

/** What is wrong with this selection, in a few words. */
function useTrouble(item: Item, isConflict: boolean): string | undefined {
  const t = useT();
  const block = blockOf(item);
  if (item.ticket.phase === 'unheard') return t('slip.noAnswer');
  if (block === 'suspended') return t('event.suspended');
  if (block === 'closed') return t('event.closed');
  if (isConflict) return t('slip.sameMatch');
  return item.ticket.refused?.text;
}
