import type { CapUse } from '@touchline/contract/shapes/office-views';
import { useDayFormats } from '../../api/day-formats.ts';
import { useFormats } from '../../api/site.ts';
import { type T, useT } from '../../shell/i18n.ts';
import { Meter } from '../../ui/meter.tsx';
import styles from './risk.module.css';

/** The ladder shows the part that is nearest to its cap. */
const nameOf = (t: T, scope: CapUse['scope']): string =>
  scope === 'market' || scope === 'selection' || scope === 'member'
    ? t(`risk.most.${scope}`)
    : t(`risk.scope.${scope}`);

/** Each cap with how much of it is used, from the whole to the smallest part. */
export const CapLadder = ({ of }: { of: readonly CapUse[] }) => {
  const t = useT();
  const { money } = useFormats();
  const { percent } = useDayFormats();
  return (
    <ul className={styles.ladder}>
      {of.map((cap) => (
        <li key={cap.scope}>
          <span>{nameOf(t, cap.scope)}</span>
          <strong>{cap.percent === undefined ? '–' : percent(cap.percent)}</strong>
          {cap.percent !== undefined && <Meter percent={cap.percent} />}
          <span className={styles.soft}>
            {cap.cap === undefined
              ? `${money(cap.used)}, ${t('today.noCap')}`
              : t('risk.ofSum', { used: money(cap.used), cap: money(cap.cap) })}
          </span>
        </li>
      ))}
    </ul>
  );
};
