import type { Output } from '@touchline/contract/routes';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { useState, type FormEvent } from 'react';
import { call, failureText } from '../../lib/call.ts';
import { queryClient, useCall } from '../../lib/query.ts';
import { useScale } from '../../features/labels/use-scale.ts';
import { decimalMark } from '../../features/number-pad/keypad.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './notify.module.css';

type Alerts = Output<'alertInfo'>;

/** The line for offers until the member sets one, in units of the currency. */
const firstLine = 50n;

const kinds = ['settled', 'goals', 'kickOff', 'offers'] as const;
type Kind = (typeof kinds)[number];

/** What is pushed, kind by kind, on every device of the member that takes pushes. */
export const AlertKinds = () => {
  const t = useT();
  const scale = useScale();
  const { data } = useCall('alertInfo', {});
  const [failure, setFailure] = useState<string>();
  if (data === undefined) return <Skeleton height={9} />;

  const save = async (next: Alerts): Promise<void> => {
    setFailure(undefined);
    const show = (alerts: Alerts) => queryClient.setQueryData<Alerts>(['alertInfo', {}], alerts);
    // The switch moves at once, and back when the server refuses the change.
    show(next);
    try {
      show(await call('alertSave', next, { mask: false, quiet: true }));
    } catch (error) {
      show(data);
      setFailure(failureText(error));
    }
  };
  const turn = (kind: Kind, on: boolean): void => {
    const line = data.offerAt ?? formatAmount(firstLine * 10n ** BigInt(scale), scale);
    void save({ ...data, [kind]: on, ...(kind === 'offers' && on ? { offerAt: line } : {}) });
  };
  return (
    <div className={styles.kinds}>
      <h2 className={styles.pushCardTitle}>{t('alerts.title')}</h2>
      {kinds.map((kind) => (
        <div key={kind}>
          <Switch label={t(`alerts.${kind}`)} checked={data[kind]} onChange={(on) => turn(kind, on)} />
          <p className={styles.text}>{t(`alerts.${kind}Text`)}</p>
          {kind === 'offers' && data.offers && (
            <OfferLine
              key={data.offerAt}
              present={data.offerAt ?? ''}
              scale={scale}
              onSave={(offerAt) => void save({ ...data, offerAt })}
            />
          )}
        </div>
      ))}
      {failure !== undefined && (
        <p className={styles.problem} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
};

type LineProps = { present: string; scale: number; onSave: (amount: string) => void };

/** The smallest cash-out offer that sends the member an alert. */
const OfferLine = ({ present, scale, onSave }: LineProps) => {
  const t = useT();
  const currency = useUser()?.currency;
  // As amounts are written in the member's language.
  const written = present.replace('.', decimalMark(currentLan()));
  const [typed, setTyped] = useState(written);
  const minor = parseAmount(typed.replace(',', '.'), scale);
  const isValid = minor !== undefined && minor > 0n;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isValid) onSave(formatAmount(minor, scale));
  };
  return (
    <form className={styles.line} onSubmit={submit} noValidate>
      <Field
        label={t('alerts.offerAt')}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        end={currency}
        error={isValid ? undefined : t('cashOut.auto.enter')}
        onChange={({ target }) => setTyped(target.value)}
      />
      {typed !== written && (
        <Button type="submit" tone="quiet" disabled={!isValid}>
          {t('cashier.save')}
        </Button>
      )}
    </form>
  );
};
