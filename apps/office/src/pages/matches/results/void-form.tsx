import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { OfficeEventDetail, VoidScope } from '@touchline/contract/shapes/office-trading';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useSite } from '../../../lib/site.ts';
import { useT } from '../../../lib/i18n.ts';
import { lineText, nameOfMarket } from '../../../features/trading/names.ts';
import { refreshTrading } from '../../../features/trading/stops.tsx';
import { Choice, ReasonField } from '../../../ui/fields.tsx';
import { Failure } from '../../../ui/notices.tsx';
import { Moved } from './record-parts.tsx';
import { Preview, usePreview } from './preview.tsx';
import { Unsaved } from '../../../features/words/unsaved.tsx';
import styles from './results.module.css';
import { useSeen } from './use-seen.ts';

/** What clocks in a time zone show at a given time, as if it were UTC, in milliseconds. */
const shownMs = (atMs: number, timeZone: string): number => {
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(atMs);
  return Date.parse(`${text.replace(' ', 'T')}Z`);
};

/**
 * The time at which clocks in a time zone show a local time.
 * @param local as a field of the browser has it, "2026-06-11T19:02" or with seconds
 * @returns ISO 8601 in UTC; undefined where the text is no time. Of a time that clocks show twice, one of both
 */
export const momentIn = (local: string, timeZone: string): string | undefined => {
  const wantedMs = Date.parse(`${local}Z`);
  if (Number.isNaN(wantedMs)) return undefined;
  const nearMs = wantedMs - (shownMs(wantedMs, timeZone) - wantedMs);
  return new Date(nearMs - (shownMs(nearMs, timeZone) - wantedMs)).toISOString();
};

/** Proposes that bets are void: all of the match, of a market or line, or those struck within a time. */
export const VoidForm = ({ of, onDone }: { of: OfficeEventDetail; onDone: () => void }) => {
  const t = useT();
  const { timeZone } = useSite();
  const event = of.event.id;
  const [market, setMarket] = useState<string>();
  const [line, setLine] = useState<string>();
  const [times, setTimes] = useState({ from: '', until: '' });
  const [reason, setReason] = useState('');
  const isSent = useRef(false);
  const [struckFrom, struckUntil] = [momentIn(times.from, timeZone), momentIn(times.until, timeZone)];
  const scope: VoidScope = {
    market,
    line,
    struckFrom,
    struckUntil,
  };
  const preview = usePreview({ event, of: 'void', ...scope }, true);
  const { seen, isOld, lookAgain } = useSeen(of.seen, preview.data?.seen);
  const propose = useMutation({
    mutationFn: () => call('officeVoidAdd', { event, seen, scope, reason: reason.trim() }),
    onSuccess: () => {
      isSent.current = true;
      onDone();
      void refreshTrading();
    },
    onError: () => void refreshTrading(),
  });
  const isTyped = [market ?? '', times.from, times.until, reason].some((text) => text.trim() !== '');
  const canPropose = preview.data !== undefined && !isOld;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (canPropose && !propose.isPending) propose.mutate();
  };
  const names = [...new Set(of.markets.map((one) => one.market.market))];
  const lines = of.markets.flatMap((one) =>
    one.market.market === market && one.market.line !== undefined ? [one.market.line] : [],
  );
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.hint}>{t('void.hint')}</p>
      <div className={styles.pair}>
        <Choice
          label={t('price.market')}
          value={market}
          choices={names}
          all={t('void.all')}
          name={(each) => nameOfMarket({ market: each })}
          onChange={(chosen) => {
            setMarket(chosen);
            setLine(undefined);
          }}
        />
        {market !== undefined && lines.length > 0 && (
          <Choice
            label={t('void.line')}
            value={line}
            choices={lines}
            all={t('void.allLines')}
            name={(each) => lineText({ market, line: each })}
            onChange={setLine}
          />
        )}
      </div>
      <div className={styles.pair}>
        {(['from', 'until'] as const).map((end) => (
          <TextInput
            key={end}
            type="datetime-local"
            step={1}
            label={t(end === 'from' ? 'void.struckFrom' : 'void.struckUntil', { timeZone })}
            value={times[end]}
            onChange={({ currentTarget }) => setTimes({ ...times, [end]: currentTarget.value })}
          />
        ))}
      </div>
      <ReasonField value={reason} onChange={setReason} />
      <Preview of={preview} />
      {isOld && <Moved onLookAgain={lookAgain} />}
      {propose.isError && <Failure error={propose.error} />}
      <div>
        <Button type="submit" variant="danger" disabled={!canPropose} loading={propose.isPending}>
          {t('void.propose')}
        </Button>
      </div>
      <Unsaved isDirty={() => isTyped && !isSent.current} />
    </form>
  );
};
