import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { OfficeEventDetail, OfficeMarket } from '@touchline/contract/shapes/office-trading';
import { formatPercent } from '@touchline/locales/format';
import { type FormEvent, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CallError } from '@touchline/client/errors';
import { currentLan, useT } from '../../../lib/i18n.ts';
import { nameOfSelection } from '../../../features/trading/names.ts';
import { refreshTrading } from '../../../features/trading/stops.tsx';
import { Failure, Note } from '../../../ui/notices.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { apartOf, marginOf, readOdds, winnersOf } from './pricing.ts';
import { SelectionTable } from './selection-table.tsx';
import styles from './markets.module.css';

type Typed = { version: number; odds: Readonly<Record<string, string>> };
const isFar = (error: unknown): boolean => error instanceof CallError && error.reason === 'price_far';

/** Fixes prices of a market: the margin follows what is typed, and what is far from the model is asked for twice. */
export const PriceForm = ({ match, of }: { match: OfficeEventDetail; of: OfficeMarket }) => {
  const t = useT();
  const { market, model } = of;
  const [typed, setTyped] = useState<Typed>();
  const [reason, setReason] = useState('');
  const isMoved = typed !== undefined && typed.version !== market.version;
  const asked = (selection: string): string | undefined => readOdds(typed?.odds[selection] ?? '');
  const change = (selection: string, text: string): void => {
    const odds = { ...typed?.odds, [selection]: text };
    const isEmpty = Object.values(odds).every((one) => one.trim() === '');
    // The version that was seen when the first price was typed is the one that counts.
    setTyped(isEmpty ? undefined : { version: typed?.version ?? market.version, odds });
    set.reset();
  };
  const set = useMutation({
    mutationFn: async (isSure: boolean) => {
      const { selections, market: name, line, version } = market;
      const prices = selections.flatMap(({ selection }) => {
        const odds = asked(selection);
        return odds === undefined ? [] : [{ selection, odds }];
      });
      return call('officePriceSet', {
        event: match.event.id,
        market: name,
        line,
        version: typed?.version ?? version,
        prices,
        reason: reason.trim(),
        sure: isSure ? true : undefined,
      });
    },
    onSuccess: () => {
      setTyped(undefined);
      setReason('');
      void refreshTrading();
    },
    onError: (error) => {
      if (!isFar(error)) void refreshTrading();
    },
  });
  const after = market.selections.map(({ selection, odds }) => asked(selection) ?? odds);
  const margin = marginOf(after, winnersOf(market.market));
  const isWrong = Object.values(typed?.odds ?? {}).some(
    (text) => text.trim() !== '' && readOdds(text) === undefined,
  );
  const percent = (value: string): string => formatPercent(value, { lan: currentLan() });
  const apart = market.selections.flatMap(({ selection }, at) => {
    const [odds, by] = [asked(selection), apartOf(asked(selection), model?.[at])];
    if (odds === undefined || by === undefined || by === 0) return [];
    const values = { name: nameOfSelection(selection, market, match.event), odds, model: model?.[at] ?? '–' };
    return [t(by > 0 ? 'price.above' : 'price.below', { ...values, percent: Math.abs(by) })];
  });
  const needsSure = isFar(set.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!set.isPending && typed !== undefined && !isWrong) set.mutate(needsSure);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <SelectionTable match={match} of={of} typed={{ odds: typed?.odds ?? {}, onType: change }} />
      <p className={styles.margin}>
        {t('price.margin')}{' '}
        <strong data-loss={Number(margin) < 0}>
          {typed === undefined
            ? percent(market.margin)
            : `${percent(market.margin)} → ${percent(margin).replace('-', '−')}`}
        </strong>
      </p>
      {set.isError && !needsSure && <Failure error={set.error} />}
      {isMoved && (
        <Note>
          {t('price.moved', { from: typed.version, to: market.version })}{' '}
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => setTyped({ ...typed, version: market.version })}
          >
            {t('price.goOn')}
          </Button>
        </Note>
      )}
      {needsSure && (
        <div className={styles.far} role="alert">
          <strong>{t('price.far')}</strong>
          <ul>
            {apart.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            {Number(margin) < 0 && (
              <li>{t('price.losing', { margin: percent(margin).replace('-', '−') })}</li>
            )}
          </ul>
        </div>
      )}
      {typed !== undefined && (
        <>
          <TextInput
            label={t('decision.reason')}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            minLength={5}
            maxLength={500}
            required
            withAsterisk={false}
            autoComplete="off"
          />
          <div className={styles.buttons}>
            <SubmitButton
              variant={needsSure ? 'danger' : 'filled'}
              loading={set.isPending}
              barred={isWrong ? t('bar.number') : undefined}
            >
              {needsSure ? t('price.setSure') : t('price.set')}
            </SubmitButton>
            <Button
              variant="default"
              onClick={() => {
                setTyped(undefined);
                set.reset();
              }}
            >
              {t('decision.back')}
            </Button>
          </div>
        </>
      )}
      {typed === undefined && <p className={styles.hint}>{t('price.hint')}</p>}
    </form>
  );
};
