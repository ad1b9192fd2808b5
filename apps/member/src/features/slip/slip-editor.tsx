import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ruleOfMarket, type RuleSection } from '@touchline/contract/rules';
import { useT } from '../../shell/i18n.tsx';
import { Switch } from '../../ui/switch.tsx';
import { selectionName } from '../labels/selection-name.ts';
import { AcceptChoice } from './accept-choice.tsx';
import { idOf } from './pick.ts';
import { SlipButton } from './slip-button.tsx';
import styles from './slip-editor.module.css';
import { targetOf } from './slip-facts.ts';
import { SlipHead } from './slip-head.tsx';
import { SlipLegs } from './slip-legs.tsx';
import { SlipNotice } from './slip-notice.tsx';
import { dispatchSlip } from './slip-store.ts';
import { SlipSummary } from './slip-summary.tsx';
import { SlipTabs, SystemChoice } from './slip-tabs.tsx';
import type { SlipState } from './slip-types.ts';
import { viewOf, type BetView, type SlipView } from './slip-view.ts';
import { AmountBox } from '../number-pad/amount-box.tsx';
import { NumberPad } from '../number-pad/number-pad.tsx';
import { useBounds } from './use-bounds.ts';

/** Where the pad and the selections take turns: short screens, and tablets, on which everything is bigger. */
const isShort = (): boolean =>
  matchMedia('(max-height: 699px), (min-aspect-ratio: 31/50) and (width <= 960px)').matches;

/** What one tap adds to a stake, in units of the currency. */
const quickStakes = [5, 20, 50] as const;

/** The slip while it is being filled in; every figure follows every key. */
export const SlipEditor = ({ slip }: { slip: SlipState }) => {
  const t = useT();
  const bounds = useBounds();
  const noteId = useId();
  const view = viewOf(slip, bounds);
  const [isPadOpen, setPadOpen] = useState(() => !isShort());
  const target = targetOf(slip);
  const bet = view.bets.find(({ of }) => typeof of !== 'string' && of.single === target) ?? view.bets[0];
  const stakeLabel = useStakeLabel(slip, view, bet);
  const [only] = slip.items;
  if (bet === undefined || only === undefined) return null;
  const isSeveral = slip.items.length > 1;
  const showsPad = isPadOpen || !isSeveral;
  const openPad = () => setPadOpen(true);
  const { scale } = bounds;
  const { problem } = bet.quote;
  return (
    <div className={styles.editor} data-pad={showsPad && isSeveral}>
      {isSeveral ? (
        <>
          <SlipTabs slip={slip} tab={view.tab} />
          {view.tab === 'system' && <SystemChoice slip={slip} />}
          <div className={styles.legs}>
            {view.tab === 'single' && <SameStake slip={slip} />}
            <SlipLegs slip={slip} view={view} scale={scale} onStake={openPad} />
          </div>
        </>
      ) : (
        <SlipHead item={only} />
      )}
      <AmountBox
        label={stakeLabel}
        typed={bet.ticket.stake}
        note={noteId}
        wrong={(problem !== undefined && problem !== 'empty') || view.isBeyondWallet}
        onOpen={isSeveral && !showsPad ? openPad : undefined}
      />
      {view.conflicts.size === 0 && <SlipSummary view={view} bet={bet} scale={scale} />}
      <SlipNotice id={noteId} view={view} bet={bet} bounds={bounds} />
      {showsPad && (
        <NumberPad
          scale={scale}
          disabled={view.isSending}
          quick={quickStakes}
          onKey={(key) => dispatchSlip({ type: 'key', key, scale })}
        />
      )}
      <SlipButton view={view} scale={scale} />
      <div className={styles.foot}>
        <AcceptChoice value={slip.accept} disabled={view.isSending} />
        <Link to="/pages/rules/rules" search={{ section: ruleFor(slip, view) }} className={styles.rules}>
          {t('slip.rules')}
        </Link>
        {isSeveral && showsPad && (
          <button type="button" className={styles.fold} onClick={() => setPadOpen(false)}>
            {t('slip.showLegs')}
          </button>
        )}
      </div>
    </div>
  );
};

/** The section of the rules that settles what is about to be placed. */
const ruleFor = ({ items }: SlipState, { tab }: SlipView): RuleSection =>
  tab === 'single' ? ruleOfMarket(items[0]?.pick.market ?? '') : 'combined';

/** One stake for every single, or each its own. */
const SameStake = ({ slip }: { slip: SlipState }) => {
  const t = useT();
  return (
    <Switch
      label={t('slip.sameStake')}
      checked={slip.same}
      onChange={(same) => dispatchSlip({ type: 'same', same })}
    />
  );
};

/** Whose stake is typed. */
const useStakeLabel = (slip: SlipState, { tab }: SlipView, bet: BetView | undefined): string => {
  const t = useT();
  if (tab === 'system') return t('slip.stakePerLine');
  if (tab === 'accumulator' || slip.items.length === 1) return t('slip.stake');
  if (slip.same) return t('slip.stakePerBet');
  const item = slip.items.find(({ pick }) => bet?.items.some((item) => idOf(item.pick) === idOf(pick)));
  return item === undefined ? t('slip.stake') : t('slip.stakeOn', { selection: selectionName(item.pick) });
};
