import { Link } from '@tanstack/react-router';
import { partsText } from '@touchline/football/builder-parts';
import { useT } from '../../state/i18n.tsx';
import { PartLines } from '../labels/part-lines.tsx';
import styles from './slip-builder.module.css';
import { dispatchSlip } from './slip-store.ts';
import type { Item } from './slip.ts';

/** The selections of a builder, what is wrong with each, and the way to change them; nothing for any other selection. */
export const SlipBuilder = ({ item: { pick, offer } }: { item: Item }) => {
  const t = useT();
  const { parts } = pick;
  if (parts === undefined) return null;
  const noteOf = (at: number): string | undefined => {
    const state = offer?.builder?.parts[at] ?? 'open';
    if (state === 'open') return undefined;
    return state === 'suspended' ? t('event.suspended') : t('event.closed');
  };
  const together = offer?.builder?.state;
  return (
    <div className={styles.builder}>
      <PartLines leg={{ ...pick, parts: parts.map((part, at) => ({ ...part, note: noteOf(at) })) }} />
      {together === 'impossible' && <p className={styles.trouble}>{t('builder.why.impossible')}</p>}
      <Link
        to="/pages/invest/eventsinfo"
        search={{ id: pick.event, build: partsText(parts) }}
        className={styles.change}
        onClick={() => dispatchSlip({ type: 'close' })}
      >
        {t('builder.edit')}
      </Link>
    </div>
  );
};
