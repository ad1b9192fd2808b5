import { useState } from 'react';
import { moneyKinds, type MoneyKind } from '@touchline/contract/kinds';
import { dayIn } from '@touchline/locales/format-time';
import { saveFile } from '@touchline/kit/save-file';
import { queryClient } from '../../lib/query.ts';
import { csvOf } from '../../features/money/csv.ts';
import { useNow } from '../../features/labels/time.tsx';
import { moneyPagesKey, wholeLog, type MoneyFilter } from '../../features/money/money-log.ts';
import { daysOf, periods, type Period } from '../../features/money/period.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePageState } from '../../lib/page-memory.ts';
import { Page } from '../../features/frame/page.tsx';
import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import { MoneyPages } from './money-pages.tsx';
import styles from './traderecord.module.css';

const kinds = ['all', ...moneyKinds] as const;
type Kind = (typeof kinds)[number];
const isKind = (value: unknown): value is Kind => kinds.some((kind) => kind === value);
const isPeriod = (value: unknown): value is Period => periods.some((period) => period === value);

/** Every entry of the wallet, by kind and time, with the balance after each. */
export const TradeRecordPage = () => {
  const t = useT();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  const [kind, setKind] = usePageState<Kind>('money kind', 'all', { isTab: false, accepts: isKind });
  const [period, setPeriod] = usePageState<Period>('money period', 'any', {
    isTab: false,
    accepts: isPeriod,
  });
  const [isSaving, setSaving] = useState(false);
  const days = daysOf(period, { now: new Date(useNow()), timeZone });
  const filter: MoneyFilter = { kind: kind === 'all' ? undefined : kind, ...days };

  const download = async (): Promise<void> => {
    setSaving(true);
    // The call has shown its failure already.
    const entries = await wholeLog(filter).catch(() => undefined);
    setSaving(false);
    if (entries === undefined) return;
    const name = `touchline-${dayIn(new Date(), timeZone)}.csv`;
    saveFile(new File([csvOf(entries, t)], name, { type: 'text/csv' }));
  };

  const clear = (): void => {
    setKind('all');
    setPeriod('any');
  };

  return (
    <Page
      layout="wide"
      title={t('nav.traderecord')}
      action={
        <IconButton
          label={t('money.download')}
          icon={{ name: 'download' }}
          disabled={isSaving}
          onClick={() => void download()}
        />
      }
      onRefresh={() => queryClient.refetchQueries({ queryKey: moneyPagesKey(filter) })}
    >
      <div className={styles.choices}>
        <SelectBox
          label={t('money.kinds')}
          options={kinds.map((value) => ({
            value,
            label: value === 'all' ? t('money.all') : t(`money.kind.${value satisfies MoneyKind}`),
          }))}
          value={kind}
          onChange={setKind}
        />
        <SelectBox
          label={t('money.period')}
          options={periods.map((value) => ({ value, label: t(`money.period.${value}`) }))}
          value={period}
          onChange={setPeriod}
        />
      </div>
      <MoneyPages
        key={`${kind} ${period}`}
        filter={filter}
        onClear={kind === 'all' && period === 'any' ? undefined : clear}
      />
    </Page>
  );
};
