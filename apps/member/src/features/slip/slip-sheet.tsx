import { Link } from '@tanstack/react-router';
import { ruleOfMarket, type RuleSection } from '@touchline/contract/rules';
import { formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { Suspense, useId, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ChipRow } from '../filters/chip-row.tsx';
import { selectionName } from '../labels/selection-name.ts';
import { useScale } from '../labels/use-scale.ts';
import { AmountBox } from '../number-pad/amount-box.tsx';
import { typedText } from '../number-pad/keypad.ts';
import { type FillKeys, NumberPad, useTyping } from '../number-pad/number-pad.tsx';
import { idOf, type SlipTab } from './selection.ts';
import { CombineOffer, SlipBuilder } from './slip-builder.tsx';
import { type BetView, mostStake, type SlipView, viewOf } from './quote.ts';
import { SlipHead, SlipLegs } from './slip-legs.tsx';
import { SlipNotice } from './slip-notice.tsx';
import { ShareBet } from './share-bet.tsx';
import { isEdited, SlipReceipts } from './slip-receipts.tsx';
import { dispatchSlip, useBounds, useLastStake, useSlip } from './slip-store.ts';
import { useCombine } from './use-combine.ts';
import { boundsWith, useEditQuote } from './use-edit-quote.ts';
import { RemoveClosed, SlipButton, SlipSummary } from './slip-summary.tsx';
import { type PriceAcceptance, type SlipState, systemOf, systemsOf, targetOf } from './slip.ts';
import styles from './slip.module.css';

const EditFigures = lazyPart(async () => (await import('./edit-figures.tsx')).EditFigures);

const choices = ['none', 'better', 'any'] as const satisfies readonly PriceAcceptance[];

/** What to do when the price moves on the way; "any change" is for this slip alone. */
const AcceptChoice = ({ value, disabled }: { value: PriceAcceptance; disabled: boolean }) => {
  const t = useT();
  return (
    <SelectBox
      label={t('slip.ifMoved')}
      value={value}
      disabled={disabled}
      options={choices.map((choice) => ({ value: choice, label: t(`slip.accept.${choice}`) }))}
      onChange={(accept) => dispatchSlip({ type: 'accept', accept })}
    />
  );
};

/** Each alone, all together, or every k of them. */
const SlipTabs = ({ slip, tab }: { slip: SlipState; tab: SlipTab }) => {
  const t = useT();
  const offered: SlipTab[] =
    slip.items.length < 3 ? ['single', 'accumulator'] : ['single', 'accumulator', 'system'];
  return (
    <Segmented
      label={t('slip.tabs')}
      value={tab}
      options={offered.map((value) => ({ value, label: t(`slip.tab.${value}`) }))}
      onChange={(tab) => dispatchSlip({ type: 'tab', tab })}
    />
  );
};

/** Which system: legs per line of all legs, or a full cover by its name, with its number of lines. */
const SystemChoice = ({ slip }: { slip: SlipState }) => {
  const t = useT();
  const count = slip.items.length;
  return (
    <ChipRow
      label={t('slip.systems')}
      value={String(systemOf(slip))}
      options={systemsOf(count).map(({ k, lines, name }) => ({
        value: String(k),
        label: name ?? t('slip.system', { k, n: count }),
        count: `· ${t('slip.lines', { count: lines })}`,
      }))}
      onChange={(k) => dispatchSlip({ type: 'k', k: Number(k) })}
    />
  );
};

/** Screens on which the pad hides the selections: short ones, and phones so wide that everything is larger. */
const isShort = (): boolean =>
  matchMedia('(max-height: 699px) and (width < 1024px), (min-aspect-ratio: 31/50) and (width < 700px)')
    .matches;

/** What one tap adds to a stake, in units of the currency. */
const quickStakes = [5, 20, 50] as const;

/** The slip while it is being filled in; every figure follows every key. */
export const SlipEditor = ({ slip }: { slip: SlipState }) => {
  const t = useT();
  const edit = useEditQuote(slip);
  const bounds = boundsWith(useBounds(), edit);
  const noteId = useId();
  const view = viewOf(slip, bounds);
  const combine = useCombine(slip);
  const [isPadOpen, setPadOpen] = useState(() => !isShort());
  const target = targetOf(slip);
  const bet = view.bets.find(({ of }) => typeof of !== 'string' && of.single === target) ?? view.bets[0];
  const stakeLabel = useStakeLabel(slip, view, bet);
  const fill = useFillKeys(bet === undefined ? 0n : mostStake(slip, view, bet, bounds), bounds.scale);
  const [only] = slip.items;
  if (bet === undefined || only === undefined) return null;
  const isSeveral = slip.items.length > 1;
  const showsPad = !view.isClosed && (isPadOpen || !isSeveral);
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
            {view.tab === 'single' && combine !== undefined && (
              <CombineOffer of={combine} disabled={view.isSending} />
            )}
          </div>
        </>
      ) : (
        <>
          <SlipHead item={only} />
          <SlipBuilder item={only} compact={isShort()} />
        </>
      )}
      {!view.isClosed && (
        <AmountBox
          label={stakeLabel}
          typed={bet.ticket.stake}
          note={noteId}
          wrong={(problem !== undefined && problem !== 'empty') || view.isBeyondWallet}
          onOpen={isSeveral && !showsPad ? openPad : undefined}
        />
      )}
      {!view.isClosed && view.conflicts.size === 0 && (
        <SlipSummary view={view} bet={bet} scale={scale} brief={edit !== undefined && isShort()} />
      )}
      <SlipNotice id={noteId} view={view} bet={bet} bounds={bounds} combine={combine} />
      {view.isClosed ? (
        <RemoveClosed items={view.closed} />
      ) : (
        <>
          {showsPad && (
            <NumberPad
              scale={scale}
              disabled={view.isSending}
              quick={quickStakes}
              fill={fill}
              onKey={(key) => dispatchSlip({ type: 'key', key, scale })}
            />
          )}
          {edit !== undefined && (
            <Suspense>
              <EditFigures
                edit={edit}
                bet={bet}
                isSeveral={view.bets.length > 1}
                scale={scale}
                brief={isShort()}
              />
            </Suspense>
          )}
          <div className={styles.action} data-place>
            <SlipButton view={view} scale={scale} edit={edit} />
          </div>
          <div className={styles.foot}>
            <AcceptChoice value={slip.accept} disabled={view.isSending} />
            {/* They stay together where the line breaks. */}
            <span className={styles.sheetWays}>
              <Link
                to="/pages/rules/rules"
                search={{ section: ruleFor(slip, view) }}
                className={styles.rules}
              >
                {t('slip.rules')}
              </Link>
              {edit === undefined ? (
                <ShareBet
                  className={styles.rules}
                  bet={{
                    tab: isSeveral ? view.tab : undefined,
                    k: view.tab === 'system' ? systemOf(slip) : undefined,
                    legs: slip.items.map(({ pick }) => pick),
                  }}
                />
              ) : (
                <button
                  type="button"
                  className={styles.rules}
                  disabled={view.isSending}
                  onClick={() => dispatchSlip({ type: 'clear' })}
                >
                  {t('slip.edit.keep')}
                </button>
              )}
            </span>
            {isSeveral && showsPad && (
              <button type="button" className={styles.fold} onClick={() => setPadOpen(false)}>
                {t('slip.showLegs')}
              </button>
            )}
          </div>
        </>
      )}
    </div>
  );
};

/** Quick amounts: the last stake, half of the balance, and all of it. */
const useFillKeys = (mostMinor: bigint, scale: number): FillKeys => {
  const t = useT();
  const lan = currentLan();
  const last = useLastStake();
  const amount = (minor: bigint) => formatAmount(minor, scale);
  const written = last === undefined ? undefined : formatMoney(last, { lan });
  return [
    last === undefined || written === undefined
      ? undefined
      : {
          label: t('slip.lastStake', { amount: written }),
          face: typedText(last.replace(/\.0+$/, ''), lan),
          again: true,
          amount: last,
        },
    { label: t('slip.half'), face: '½', amount: amount(mostMinor / 2n) },
    { label: t('slip.all'), amount: amount(mostMinor) },
  ];
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

const close = () => dispatchSlip({ type: 'close' });

/** The bet slip over the page: edited, placed, and then the receipts. */
export const SlipSheet = () => {
  const t = useT();
  const slip = useSlip();
  const scale = useScale();
  // An emptied slip still shows its bets while the sheet closes.
  const [shown, setShown] = useState(slip);
  if (slip !== shown && (slip.items.length > 0 || slip.receipts.length > 0)) setShown(slip);
  const isDone = shown.items.length === 0;
  const isEditing = slip.open && slip.items.length > 0;
  const doneTitle = isEdited(shown.receipts) ? t('slip.edit.done') : t('slip.placed');

  useTyping(isEditing, (key) => dispatchSlip({ type: 'key', key, scale }));

  return (
    <Sheet
      open={slip.open}
      onClose={close}
      title={isDone ? doneTitle : t('slip.title')}
      titleHidden
      returnTo="[data-slip-bar]"
    >
      {shown.receipts.length > 0 && <SlipReceipts bets={shown.receipts} isPart={!isDone} onClose={close} />}
      {!isDone && <SlipEditor slip={shown} />}
    </Sheet>
  );
};
