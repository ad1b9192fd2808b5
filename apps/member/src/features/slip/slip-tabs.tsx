import { useT } from '../../shell/i18n.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ChipRow } from '../filters/chip-row.tsx';
import { systemOf, systemsOf } from './slip-facts.ts';
import { dispatchSlip } from './slip-store.ts';
import type { SlipState, SlipTab } from './slip-types.ts';

/** Each by itself, all together, or every k of them. */
export const SlipTabs = ({ slip, tab }: { slip: SlipState; tab: SlipTab }) => {
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

/** Which system: legs per line of all legs, with its number of lines. */
export const SystemChoice = ({ slip }: { slip: SlipState }) => {
  const t = useT();
  const count = slip.items.length;
  return (
    <ChipRow
      label={t('slip.systems')}
      value={String(systemOf(slip))}
      options={systemsOf(count).map(({ k, lines }) => ({
        value: String(k),
        label: t('slip.system', { k, n: count }),
        count: `· ${t('slip.lines', { count: lines })}`,
      }))}
      onChange={(k) => dispatchSlip({ type: 'k', k: Number(k) })}
    />
  );
};
