import type { OfficeEventDetail, OfficeMarket } from '@touchline/contract/shapes/office-trading';
import { useFormats } from '../../../api/site.ts';
import { useT } from '../../../shell/i18n.ts';
import { useMay } from '../../../shell/use-rights.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Section } from '../../../ui/page.tsx';
import { MarketActions } from './market-actions.tsx';
import { MarketState } from './market-state.tsx';
import { PriceForm } from './price-form.tsx';
import { PriceHistory } from './price-history.tsx';
import { SelectionTable } from './selection-table.tsx';

/** One market: who stopped it, its prices next to the model's, setting them, and all it has had. */
export const MarketPanel = ({ match, of }: { match: OfficeEventDetail; of: OfficeMarket }) => {
  const t = useT();
  const { ago, when } = useFormats();
  const may = useMay();
  const { market, fed, oneSided, stop, price, changed } = of;
  const canPrice =
    may('officePriceSet') &&
    match.event.state === 'scheduled' &&
    (market.state === 'open' || market.state === 'suspended');
  return (
    <>
      <MarketActions match={match} of={of} />
      <Facts
        of={[
          [t('column.state'), <MarketState key="state" of={of} />],
          [t('price.fed'), fed === market.state ? undefined : t(`marketState.${fed}`)],
          [t('price.oneSided'), oneSided && t('price.oneSidedWhy')],
          [
            t('price.stopped'),
            stop &&
              `${t('stop.by', { who: stop.by.name, when: when(stop.at) })} · ${
                stop.market === undefined
                  ? stop.event === undefined
                    ? t('stop.everything')
                    : t('stop.whole')
                  : t('price.thisMarket')
              } · ${stop.reason}`,
          ],
          [
            t('price.fixed'),
            price && `${t('stop.by', { who: price.by.name, when: when(price.at) })} · ${price.reason}`,
          ],
          [t('price.changed'), changed && `${changed.by.name} · ${ago(changed.at)} · ${changed.why}`],
          [t('price.version'), String(market.version)],
        ]}
      />
      {canPrice ? <PriceForm match={match} of={of} /> : <SelectionTable match={match} of={of} />}
      <Section title={t('price.history')}>
        <PriceHistory event={match.event.id} teams={match.event} of={market} />
      </Section>
    </>
  );
};
