import type { Channel } from '@touchline/contract/shapes/cashier';
import { formatMoney } from '@touchline/locales/format';
import { channelName, feeText, methodIcons } from '../../features/cashier/texts.ts';
import { isolated } from '../../features/labels/bidi.ts';
import { useNow } from '../../features/labels/use-now.ts';
import { whenText } from '../../features/labels/time-text.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './channel-row.module.css';

type Props = { channel: Channel; onChoose: () => void };

/** A way to recharge: what it takes, what it costs and how long it lasts; one that is closed says when it opens. */
export const ChannelRow = ({ channel, onChoose }: Props) => {
  const t = useT();
  const now = useNow();
  const { id, name, method, min, max, open, opensAt, sandbox, testNetwork, eta, fee, feeFixed } = channel;
  const money = (amount: string) => isolated(formatMoney(amount, { lan: currentLan() }));
  const closedText = () =>
    opensAt === undefined ? t('cashier.closed') : t('cashier.opens', { when: whenText(opensAt, now) });
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} disabled={!open} onClick={onChoose}>
        <span className={styles.icon}>
          <Icon name={methodIcons[method]} />
        </span>
        <span className={styles.words}>
          <span className={styles.name}>
            {channelName(id, name)} {sandbox && <Tag tone="amber">{t('cashier.sandbox')}</Tag>}
            {testNetwork !== undefined && <Tag tone="amber">{testNetwork}</Tag>}
          </span>
          <span className={styles.note}>{t('cashier.bounds', { min: money(min), max: money(max) })}</span>
          <span className={styles.note}>
            {feeText({ percent: fee, fixed: feeFixed })} · {t('cashier.eta', { minutes: eta })}
          </span>
          {!open && <span className={styles.closed}>{closedText()}</span>}
        </span>
        {open && (
          <span className={styles.arrow}>
            <Icon name="forward" size="small" flips />
          </span>
        )}
      </button>
    </li>
  );
};
