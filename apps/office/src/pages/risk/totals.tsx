import type { CapUse, ExposureList } from '@touchline/contract/shapes/office-views';
import { useDayFormats } from '../../api/day-formats.ts';
import { useFormats } from '../../api/site.ts';
import { sumOf } from '@touchline/kit/sum';
import { useT } from '../../shell/i18n.ts';
import { Figure, Figures } from '../../ui/figure.tsx';
import { nameOfCompetition } from '../../trading/names.ts';

/** How much of a cap is used, in words. */
const useUseText = () => {
  const t = useT();
  const { percent } = useDayFormats();
  return ({ percent: of }: CapUse): string =>
    of === undefined ? t('today.noCap') : t('today.ofCap', { percent: percent(of) });
};

/** All matches together: next to the cap of the site, and where a competition comes nearest to its own. */
export const Totals = ({ of }: { of: ExposureList }) => {
  const t = useT();
  const { money } = useFormats();
  const { count } = useDayFormats();
  const inWords = useUseText();
  const [first, ...others] = of.competitions;
  const fullest = others.reduce(
    (found, each) => ((each.cap.percent ?? 0) > (found?.cap.percent ?? 0) ? each : found),
    first,
  );
  return (
    <Figures label={t('risk.all')}>
      <Figure
        name={t('today.exposure')}
        value={money(of.site.used)}
        percent={of.site.percent}
        note={inWords(of.site)}
      />
      {fullest !== undefined && (
        <Figure
          name={t('risk.fullest')}
          value={money(fullest.worst)}
          percent={fullest.cap.percent}
          note={`${nameOfCompetition(fullest.competition)} · ${inWords(fullest.cap)}`}
        />
      )}
      <Figure
        name={t('risk.events')}
        value={count(of.total)}
        note={t('risk.stakesOf', { amount: money(sumOf(of.days.map(({ stake }) => stake))) })}
      />
      <Figure
        name={t('risk.alerts')}
        value={count(of.alerts.length)}
        tone={of.alerts.length > 0 ? 'bad' : 'plain'}
      />
    </Figures>
  );
};
