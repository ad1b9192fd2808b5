import { Link } from '@tanstack/react-router';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatMoney, formatPercent } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { useState, type CSSProperties, useEffect } from 'react';
import type { Output } from '@touchline/contract/routes';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DoneHead } from '../../ui/done-head.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SheetAction, Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isolated } from '../labels/bidi.ts';
import { LegLines } from '../labels/leg-lines.tsx';
import { useScale } from '../labels/use-scale.ts';
import { useSecondsLeft } from '../labels/time.tsx';
import { AutoForm } from './auto-form.tsx';
import { leastOf, type CashOutSale, saleOf, shareSteps } from './cash-out-state.ts';
import { useCashOut } from './use-cash-out.ts';
import { useOffer } from './use-offers.ts';
import uiStyles from '../../ui/ui.module.css';
import styles from './cash-out.module.css';
import { useUser } from '../../lib/user.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { BigAmount } from '../labels/big-amount.tsx';

type ShareChoiceProps = { percent: number; disabled: boolean; onChange: (percent: number) => void };

/** How much of the bet is sold: four steps, or any of twenty on the slider. */
const ShareChoice = ({ percent, disabled, onChange }: ShareChoiceProps) => {
  const t = useT();
  const text = (share: number) => formatPercent(String(share), { lan: currentLan() });
  return (
    <fieldset className={styles.share} disabled={disabled}>
      <legend className="visually-hidden">{t('cashOut.share')}</legend>
      <Segmented
        label={t('cashOut.share')}
        value={String(percent)}
        options={shareSteps.map((step) => ({ value: String(step), label: text(step) }))}
        onChange={(step) => onChange(Number(step))}
      />
      <label className={styles.slider}>
        <span>{t('cashOut.share')}</span>
        <input
          type="range"
          min={5}
          max={100}
          step={5}
          value={percent}
          aria-valuetext={text(percent)}
          onChange={({ target }) => onChange(Number(target.value))}
        />
        <bdi dir="ltr" className="figures">
          {text(percent)}
        </bdi>
      </label>
    </fieldset>
  );
};

/** The offer for an open bet, how much of it is sold, and the one tap that sells. */
const CashOutForm = ({ bet, onClose, onAuto }: { bet: Bet; onClose: () => void; onAuto: () => void }) => {
  const t = useT();
  const scale = useScale();
  const restMin = useStore(configStore).site?.stakeMin ?? '0';
  const [percent, setPercent] = useState(100);
  const { state, sell, retry } = useCashOut(bet.id, scale);
  if (state.phase === 'sold') return <Sold bet={state.bet} onClose={onClose} />;
  const quote = state.phase === 'asking' ? state.before : 'quote' in state ? state.quote : undefined;
  const sale = quote === undefined ? undefined : saleOf(bet, { offer: quote.offer, percent, restMin, scale });
  return (
    <div className={styles.form}>
      <LegLines legs={bet.legs} withOdds={false} />
      {state.phase === 'none' && (
        <>
          <Nothing text={state.text} onRetry={retry} />
          <AutoRow betId={bet.id} onOpen={onAuto} />
        </>
      )}
      {quote === undefined && state.phase === 'asking' && <Skeleton height={9} />}
      {quote !== undefined && sale !== undefined && (
        <>
          {quote.waitMs !== undefined && (
            <Wait
              least={saleOf(bet, { offer: leastOf(quote.offer, scale), percent, restMin, scale })}
              scale={scale}
            />
          )}
          <OfferFigures
            quote={quote}
            before={state.phase === 'offered' ? state.before : undefined}
            lifeMs={state.phase === 'offered' ? state.lifeMs : undefined}
            sale={sale}
            scale={scale}
          />
          <ShareChoice
            percent={percent}
            disabled={state.phase === 'selling' || state.phase === 'unheard'}
            onChange={setPercent}
          />
          <Note state={state} sale={sale} restMin={restMin} />
          <AutoRow betId={bet.id} onOpen={onAuto} />
          <SheetAction>
            {state.phase === 'unheard' ? (
              <Button onClick={retry}>{t('common.retry')}</Button>
            ) : (
              <SellButton
                sale={sale}
                scale={scale}
                phase={state.phase}
                waitMs={quote.waitMs}
                onSell={() => sell(percent)}
              />
            )}
            <Link to="/pages/rules/rules" search={{ section: 'cash_out' }} className={styles.rule}>
              {t('cashOut.rule')}
            </Link>
          </SheetAction>
        </>
      )}
    </div>
  );
};

type Phase = ReturnType<typeof useCashOut>['state']['phase'];

type SellProps = {
  sale: CashOutSale;
  scale: number;
  phase: Phase;
  waitMs: number | undefined;
  onSell: () => void;
};

/** Sells; of a sale that waits it counts down to the decision. */
const SellButton = ({ sale, scale, phase, waitMs = 0, onSell }: SellProps) => {
  const t = useT();
  const left = useSecondsLeft(phase === 'selling' ? waitMs : 0);
  const selling = left > 0 ? t('slip.waiting', { seconds: left }) : t('cashOut.selling');
  const amount = isolated(formatMoney(formatAmount(sale.paysMinor, scale), { lan: currentLan() }));
  return (
    <Button
      busy={phase === 'selling'}
      disabled={phase !== 'offered' || sale.problem !== undefined}
      onClick={onSell}
    >
      {phase === 'selling' ? selling : t('cashOut.confirm', { amount })}
    </Button>
  );
};

/** That a sale in play waits, and what it pays at least. */
const Wait = ({ least, scale }: { least: CashOutSale | undefined; scale: number }) => {
  const t = useT();
  const paysMinor = least?.paysMinor ?? 0n;
  const amount = isolated(formatMoney(formatAmount(paysMinor, scale), { lan: currentLan() }));
  return <p className={styles.words}>{t('cashOut.wait', { amount })}</p>;
};

/** What happened to the offer, or why this share cannot be sold. */
const Note = (props: {
  state: ReturnType<typeof useCashOut>['state'];
  sale: CashOutSale;
  restMin: string;
}) => {
  const t = useT();
  const { state, sale, restMin } = props;
  const text = () => {
    if (state.phase === 'unheard') return t('cashOut.unheard');
    if (sale.problem === 'too_small') return t('cashOut.tooSmall');
    if (sale.problem === 'rest_too_small') {
      return t('cashOut.restTooSmall', { amount: isolated(formatMoney(restMin, { lan: currentLan() })) });
    }
    return 'note' in state ? state.note : undefined;
  };
  return (
    <output className={styles.region}>
      {text() !== undefined && <p className={uiStyles.formFailure}>{text()}</p>}
    </output>
  );
};

const Nothing = ({ text, onRetry }: { text: string; onRetry: () => void }) => {
  const t = useT();
  return (
    <>
      <output className={styles.region}>
        <p className={uiStyles.formFailure}>{text}</p>
      </output>
      <Button tone="quiet" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </>
  );
};

const Sold = ({ bet, onClose }: { bet: Bet; onClose: () => void }) => {
  const t = useT();
  const money = (amount: string) => isolated(formatMoney(amount, { lan: currentLan() }));
  const rest = bet.openStake;
  const isWhole = bet.state !== 'waiting' && bet.state !== 'in_progress';
  return (
    <div className={styles.form}>
      <DoneHead>{t('cashOut.sold', { amount: money(bet.cashOut ?? '0') })}</DoneHead>
      {!isWhole && rest !== undefined && (
        <p className={styles.words}>{t('cashOut.rest', { amount: money(rest) })}</p>
      )}
      <Button onClick={onClose}>{t('slip.done')}</Button>
    </div>
  );
};

/** The automatic cash-out of the bet, and a button to set it. */
const AutoRow = ({ betId, onOpen }: { betId: string; onOpen: () => void }) => {
  const t = useT();
  const auto = useOffer(betId)?.auto;
  return (
    <Card flush>
      <ListRow
        icon="clock"
        label={t('cashOut.auto.title')}
        value={
          auto === undefined ? (
            t('cashOut.auto.off')
          ) : (
            <span className="figures">{isolated(formatMoney(auto, { lan: currentLan() }))}</span>
          )
        }
        onClick={onOpen}
      />
    </Card>
  );
};

type Props = { bet: Bet; open: boolean; onClose: () => void };

/** Selling an open bet, over the page. */
export const CashOutSheet = ({ bet, open, onClose }: Props) => {
  const t = useT();
  const [isAuto, setAuto] = useState(false);
  const close = () => {
    setAuto(false);
    onClose();
  };
  return (
    <Sheet open={open} onClose={close} title={t(isAuto ? 'cashOut.auto.title' : 'cashOut.title')}>
      {open && isAuto && <AutoForm bet={bet} isOpen={open} onBack={() => setAuto(false)} />}
      {open && !isAuto && <CashOutForm bet={bet} onClose={close} onAuto={() => setAuto(true)} />}
    </Sheet>
  );
};

type Quote = Output<'cashOutQuote'>;

type OfferFiguresProps = {
  quote: Quote;
  /** The offer before this one. */
  before: Quote | undefined;
  /** How long it is valid from now on; undefined while it is not. */
  lifeMs: number | undefined;
  sale: CashOutSale;
  scale: number;
};

/** What is paid for the part, what that leaves, and how the offer for the whole comes about. */
const OfferFigures = ({ quote, before, lifeMs, sale, scale }: OfferFiguresProps) => {
  const t = useT();
  const lan = currentLan();
  const money = (minor: bigint) => formatMoney(formatAmount(minor, scale), { lan });
  const currency = useUser()?.currency ?? '';
  const hasMoved = before !== undefined && before.offer !== quote.offer;
  return (
    <div className={styles.offer}>
      <p className={styles.label}>{t('cashOut.receive')}</p>
      <div className={styles.figure} data-moved={hasMoved}>
        <BigAmount amount={formatAmount(sale.paysMinor, scale)} currency={currency} />
      </div>
      <Life key={quote.quote} lifeMs={lifeMs} />
      <Facts>
        <Fact label={t('cashOut.fair')}>{formatMoney(quote.fair, { lan })}</Fact>
        <Fact label={t('cashOut.fee')}>−{formatMoney(quote.fee, { lan })}</Fact>
        <Fact label={t('cashOut.offer')}>
          {hasMoved && (
            <>
              <s aria-hidden="true">{formatMoney(before.offer, { lan })}</s>
              <span aria-hidden="true"> → </span>
            </>
          )}
          {formatMoney(quote.offer, { lan })}
        </Fact>
        <Fact label={t('cashOut.part')}>{money(sale.partMinor)}</Fact>
        <Fact label={t('cashOut.stays')}>{money(sale.restMinor)}</Fact>
      </Facts>
    </div>
  );
};

/** How long the offer is still valid, as a bar that runs out and in seconds. */
const Life = ({ lifeMs }: { lifeMs: number | undefined }) => {
  const t = useT();
  const [endsAt] = useState(() => Date.now() + (lifeMs ?? 0));
  const [left, setLeft] = useState(() => Math.ceil((lifeMs ?? 0) / 1_000));
  const isRunning = lifeMs !== undefined;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))), 250);
    return () => clearInterval(timer);
  }, [isRunning, endsAt]);
  return (
    <div className={styles.life}>
      <span className={styles.track} aria-hidden="true">
        {isRunning && <span className={styles.bar} style={barStyle(lifeMs, left)} />}
      </span>
      <span className="figures">
        {isRunning && left > 0 ? t('cashOut.stands', { seconds: left }) : t('cashOut.renewing')}
      </span>
    </div>
  );
};

/** The bar runs out with time; with reduced motion it shows the seconds left as they are. */
const barStyle = (lifeMs: number, leftSeconds: number): CSSProperties & { '--left': number } => ({
  animationDuration: `${lifeMs}ms`,
  '--left': Math.min(1, (leftSeconds * 1_000) / lifeMs),
});
