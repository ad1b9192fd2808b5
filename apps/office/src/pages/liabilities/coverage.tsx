import type { LiabilitySnapshot } from '@touchline/contract/shapes/liabilities';
import { sumOf } from '@touchline/kit/sum';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Figure, Figures } from '../../ui/figure.tsx';
import { reservesOf } from './reserves.ts';

/** The latest debts and the reserves against them. */
export const Coverage = ({ of }: { of: LiabilitySnapshot }) => {
  const t = useT();
  const { money, when, currency } = useFormats();
  const { available, held, openBets } = of.owed;
  const owed = sumOf([available, held]);
  const reserves = reservesOf(of, currency);
  const isShort = sumOf([reserves, `-${owed}`]).startsWith('-');
  return (
    <Figures label={t('unit.of', { name: t('place.liabilities'), unit: currency })}>
      <Figure name={t('liability.owed')} value={money(owed)} note={`${t('liability.held')} ${money(held)}`} />
      <Figure
        name={t('liability.reserves')}
        value={money(reserves)}
        tone={isShort ? 'bad' : 'good'}
        note={isShort ? t('liability.short') : t('liability.covered')}
      />
      <Figure name={t('liability.openBets')} value={money(openBets)} />
      <Figure name={t('liability.at')} value={when(of.at)} />
    </Figures>
  );
};
