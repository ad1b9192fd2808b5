import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useT } from '../../state/i18n.tsx';
import { Aloud } from '../../ui/aloud.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useScale } from '../labels/use-scale.ts';
import { useTyping } from '../number-pad/number-pad.tsx';
import { SlipEditor } from './slip-sheet.tsx';
import { SlipReceipts } from './slip-receipts.tsx';
import { FollowOffers } from './slip-parts.tsx';
import { dispatchSlip, useSlip } from './slip-store.ts';
import styles from './slip-panel.module.css';

const close = () => dispatchSlip({ type: 'close' });

/** What has keys of its own for Enter. */
const ownEnter = 'button, a, input:not([type="radio"]), select, textarea';

/** The slip beside the pages of a desktop: what the sheet holds elsewhere. Its keys are the stake's while it has the focus. */
export const SlipPanel = () => {
  const t = useT();
  const slip = useSlip();
  const scale = useScale();
  const [hasFocus, setFocus] = useState(false);
  const isEditing = slip.items.length > 0;
  useTyping(hasFocus && isEditing, (key) => dispatchSlip({ type: 'key', key, scale }));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' || !(event.target instanceof Element) || event.target.matches(ownEnter)) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('[data-place] :is(button:enabled, a)')?.click();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setFocus(false);
  };
  return (
    // Keys that reach it were pressed in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.panel}
      aria-labelledby="slip-title"
      onKeyDown={onKeyDown}
      onFocus={() => setFocus(true)}
      onBlur={onBlur}
    >
      <FollowOffers />
      <h2 className={styles.title} id="slip-title" tabIndex={-1} data-slip>
        {t('slip.title')}
      </h2>
      {slip.receipts.length > 0 && <SlipReceipts bets={slip.receipts} isPart={isEditing} onClose={close} />}
      {isEditing && <SlipEditor slip={slip} />}
      {!isEditing && slip.receipts.length === 0 && (
        <EmptyState icon="records" title={t('slip.emptyTitle')} hint={t('slip.emptyHint')} />
      )}
      <Aloud />
    </section>
  );
};
