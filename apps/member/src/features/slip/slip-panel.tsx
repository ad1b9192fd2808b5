import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Aloud } from '../../ui/aloud.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useScale } from '../labels/use-scale.ts';
import { useTyping } from '../number-pad/number-pad.tsx';
import { SlipEditor } from './slip-sheet.tsx';
import { SlipReceipts } from './slip-receipts.tsx';
import { FollowOffers } from './slip-parts.tsx';
import { dispatchSlip, useSlip } from './slip-store.ts';
import styles from './slip.module.css';

const close = () => dispatchSlip({ type: 'close' });

/** Elements that handle Enter themselves. */
const ownEnter = 'button, a, input:not([type="radio"]), select, textarea';

/** Moves the focus to the title when the focused element was removed, as with a placed bet or a removed leg. */
const useKeptFocus = (): {
  panel: RefObject<HTMLElement | null>;
  title: RefObject<HTMLHeadingElement | null>;
} => {
  const panel = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    let last: EventTarget | null = null;
    const onFocus = ({ target }: Event): void => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !(last instanceof Node) || last.isConnected) return;
      last = null;
      title.current?.focus();
    });
    element.addEventListener('focusin', onFocus);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
  return { panel, title };
};

/**
 * The slip next to the pages of a desktop, with the content of the sheet. While it has the focus, keys change the stake and Enter
 * places the bet.
 */
export const SlipPanel = () => {
  const t = useT();
  const { panel, title } = useKeptFocus();
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
    // Key presses inside the panel bubble up to it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.panel}
      aria-labelledby="slip-title"
      data-slip
      ref={panel}
      onKeyDown={onKeyDown}
      onFocus={() => setFocus(true)}
      onBlur={onBlur}
    >
      <FollowOffers />
      <h2 className={styles.title} id="slip-title" tabIndex={-1} ref={title}>
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
