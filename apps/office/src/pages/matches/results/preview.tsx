import type { RulingPreview } from '@touchline/contract/shapes/office-trading';
import type { CallInput } from '@touchline/contract/routes';
import { useCall } from '../../../api/query.ts';
import { useFormats } from '../../../api/site.ts';
import { useT } from '../../../shell/i18n.ts';
import { nameOfMarket } from '../../../trading/names.ts';
import { Failure } from '../../../ui/failure.tsx';
import { Section } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './preview.module.css';

/** What a ruling would do to bets and money; asked for anew whenever the record moves. */
export const usePreview = (input: CallInput<'officeRulingPreview'>, enabled: boolean) =>
  useCall('officeRulingPreview', input, { enabled });

/** The same, as a table by market. */
export const Preview = ({
  of: { data, error, refetch },
  title,
}: {
  of: ReturnType<typeof usePreview>;
  title?: string;
}) => {
  const t = useT();
  return (
    <Section title={title ?? t('preview.title')}>
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <Sums of={data} />
      )}
    </Section>
  );
};

const Sums = ({ of }: { of: RulingPreview }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const { bets, settled, resettled, reopened, open } = of;
  if (bets === 0 && open === 0) return <p className={styles.soft}>{t('preview.nothing')}</p>;
  const counts = [
    settled > 0 && t('preview.settled', { count: settled }),
    resettled > 0 && t('preview.resettled', { count: resettled }),
    reopened > 0 && t('preview.reopened', { count: reopened }),
    open > 0 && t('preview.open', { count: open }),
  ].filter((text) => text !== false);
  return (
    <>
      <p className={styles.counts}>{counts.join(' · ')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('price.market')}</th>
            <th scope="col">{t('preview.bets')}</th>
            <th scope="col">{t('preview.pays', { currency })}</th>
            <th scope="col">{t('preview.takes', { currency })}</th>
          </tr>
        </thead>
        <tbody>
          {of.markets.map((one) => (
            <tr key={one.market}>
              <th scope="row">{nameOfMarket({ market: one.market })}</th>
              <td>{one.bets}</td>
              <td>{money(one.pays)}</td>
              <td data-takes={Number(one.takes) > 0}>{money(one.takes)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('preview.total')}</th>
            <td>{bets}</td>
            <td>{money(of.pays)}</td>
            <td data-takes={Number(of.takes) > 0}>{money(of.takes)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
};
