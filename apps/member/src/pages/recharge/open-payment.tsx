import { formatDecimal, formatMoney } from '@touchline/locales/format';
import { apiOrigin } from '@touchline/client/origin';
import { useEffect } from 'react';
import { minuteMs } from '@touchline/contract/durations';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { useAction } from '../../lib/use-action.ts';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { QrPicture } from '../../features/cashier/qr-picture.tsx';
import { caseText, networkName } from '../../features/cashier/texts.ts';
import { Notice } from '../../features/cashier/notice.tsx';
import { Steps } from '../../features/cashier/steps.tsx';
import { TestNote, coinName, isTestPayment } from '../../features/cashier/test-payment.tsx';
import { usdtText } from '../../features/cashier/amounts.ts';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-sheet.tsx';
import { confirmationsOf, stepsShown, waitsForPayment, webAddress } from './payment-steps.ts';
import { Evidence, updateRecharge } from './evidence.tsx';
import { Payments, RechargeFacts } from './payments.tsx';
import { PayTest } from './pay-test.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSayChanges } from '../../ui/aloud.tsx';
import { countdownText, useLeft } from '../../features/cashier/countdown.ts';
import styles from './recharge.module.css';

type Props = { recharge: Recharge; onOver: () => void };

/** A payment that can still be made or is on its way. */
export const OpenPayment = ({ recharge, onOver }: Props) => {
  const waits = waitsForPayment(recharge);
  return (
    <>
      {recharge.case !== undefined && recharge.payments.length === 0 && (
        <Notice>{caseText(recharge.case)}</Notice>
      )}
      {waits && isTestPayment(recharge) && <TestNote recharge={recharge} />}
      {waits && (
        <Card>
          <Pay recharge={recharge} />
          <Expiry until={recharge.expiresAt} hasRate={recharge.rate !== undefined} onOver={onOver} />
        </Card>
      )}
      <Card>
        <WhatNext recharge={recharge} />
      </Card>
      <Payments recharge={recharge} />
      <Card>
        <RechargeFacts recharge={recharge} />
      </Card>
      {recharge.method !== 'card' && <Evidence recharge={recharge} />}
      {recharge.state === 'created' && recharge.payments.length === 0 && <Cancel recharge={recharge} />}
    </>
  );
};

const Pay = ({ recharge }: { recharge: Recharge }) => {
  if (recharge.sandbox) return <PayTest recharge={recharge} />;
  return recharge.method === 'usdt' ? <PayUsdt recharge={recharge} /> : <PayPage recharge={recharge} />;
};

/** The last minutes are amber. */
const soonMs = 5 * minuteMs;

type ExpiryProps = {
  until: string;
  /** Whether a rate is kept as long as the address. */
  hasRate: boolean;
  onOver: () => void;
};

/** How long the price and the address are kept; asks again when that is over. */
const Expiry = ({ until, hasRate, onOver }: ExpiryProps) => {
  const t = useT();
  const leftMs = useLeft(until);
  const isOver = leftMs === 0;
  useEffect(() => {
    if (isOver) onOver();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);
  return (
    <p className={styles.expiry} data-soon={leftMs < soonMs}>
      <span>{isOver ? t('cashier.timeUp') : t(hasRate ? 'cashier.keptFor' : 'cashier.timeToPay')}</span>
      {!isOver && (
        <bdi dir="ltr" className="figures" role="timer">
          {countdownText(leftMs)}
        </bdi>
      )}
    </p>
  );
};

const WhatNext = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  const steps = stepsShown(recharge);
  const confirmations = confirmationsOf(recharge);
  const textOf = (step: (typeof steps)[number]['step']) =>
    step === 'in_review' ? t('cashier.payment.in_review') : t(`cashier.step.${recharge.method}.${step}`);
  const now = steps.find(({ state }) => state === 'now' || state === 'waits');
  useSayChanges(now === undefined ? '' : textOf(now.step));
  return (
    <Steps
      label={t('cashier.next')}
      steps={steps.map(({ step, state }) => ({
        text: textOf(step),
        state,
        note:
          step === 'credited' && confirmations !== undefined
            ? isolated(`${confirmations.have}/${confirmations.need}`)
            : state === 'now' && step !== 'credited'
              ? t('cashier.now')
              : undefined,
      }))}
    />
  );
};

const Cancel = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  const { busy, failure, run, forget } = useAction();
  return (
    <ConfirmButton
      tone="danger"
      label={t('cashier.cancelRecharge')}
      title={t('cashier.cancelRechargeTitle')}
      text={t('cashier.cancelRechargeText')}
      dismiss={t('common.back')}
      danger
      busy={busy}
      failure={failure}
      onAsk={forget}
      onConfirm={() =>
        run(() => updateRecharge({ id: recharge.id, cancel: true }, { mask: false, quiet: true }))
      }
    />
  );
};

/** How to pay on a page of the provider: by card there, or by scanning a code with another phone. */
const PayPage = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  const currency = useUser()?.currency ?? '';
  const { amount, method, qr, reference } = recharge;
  // A code that is an address can also be opened on this phone.
  const payUrl = webAddress(recharge.payUrl ?? qr, apiOrigin(location));
  const isScan = method === 'scan';
  return (
    <div className={styles.pay}>
      <p className={styles.lead}>{t(isScan ? 'cashier.scanToPay' : 'cashier.payByCard')}</p>
      <p className={styles.exact}>
        <bdi dir="ltr" className="figures">
          {formatMoney(amount, { lan: currentLan() })}
        </bdi>
        <span className={styles.currency}>{currency}</span>
      </p>
      {isScan && qr !== undefined && <QrPicture text={qr} label={t('cashier.qrLabel')} />}
      {isScan && <CopyBox label={t('cashier.reference')} text={reference} />}
      {payUrl !== undefined && (
        <a href={payUrl} className={buttonClass(isScan ? 'quiet' : 'main')}>
          {t(isScan ? 'cashier.openPayPage' : 'cashier.toCardPage')}
        </a>
      )}
      {!isScan && <p className={styles.lead}>{t('cashier.cardNote')}</p>}
    </div>
  );
};

/** How to pay in USDT over a chain: how much, on which network, to which address. */
const PayUsdt = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  const lan = currentLan();
  const { address = '', network = '', usdtAmount = '0', qr = address, testNetwork } = recharge;
  const exact = usdtText(usdtAmount);
  const name = networkName(network);
  const chain = isolated(testNetwork === undefined ? name : `${name} ${testNetwork}`);
  const coin = coinName(recharge);
  return (
    <div className={styles.pay}>
      <p className={styles.lead}>{t('cashier.sendExactly')}</p>
      <p className={styles.exact}>
        <bdi dir="ltr" className="figures">
          {formatDecimal(exact, lan)}
        </bdi>
        <bdi className={styles.currency}>{coin}</bdi>
      </p>
      <p className={styles.network}>{t('cashier.onNetwork', { network: chain })}</p>
      <QrPicture text={qr} label={t('cashier.qrLabel')} />
      <CopyBox label={t('cashier.address')} text={address} grouped />
      <CopyBox
        label={t('cashier.exactAmount', { coin: isolated(coin) })}
        text={exact}
        shown={formatDecimal(exact, lan)}
      />
      <p className={styles.warning}>
        <Icon name="info" size="small" />
        <span>{t('cashier.warning', { coin: isolated(coin), network: chain })}</span>
      </p>
    </div>
  );
};
