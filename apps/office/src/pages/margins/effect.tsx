import type { CallInput, Output } from '@touchline/contract/routes';
import { marketNames } from '@touchline/football/markets';
import { useT } from '../../shell/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import { useMarketName } from './market-name.ts';
import styles from './margins.module.css';

type Preview = Output<'officeOfferPreview'>;
type Row = Preview['markets'][number];
type Side = NonNullable<Row['before']>;

/** With more selections than these their prices are too many to compare at a glance: the margin tells. */
const readable = 3;

const told = (side: Side | undefined): string =>
  side === undefined
    ? '–'
    : side.odds.length > readable
      ? ''
      : side.odds.map((odds) => odds ?? '–').join(' / ');
const placeOf = ({ market }: Row): number => marketNames.findIndex((name) => name === market);
const byPlace = (a: Row, b: Row): number =>
  placeOf(a) - placeOf(b) || Number(a.line ?? 0) - Number(b.line ?? 0);
const isSame = ({ before, after }: Row): boolean => JSON.stringify(before) === JSON.stringify(after);

/** What a change would do to the prices of a match, only what differs. */
export const Effect = ({ of, scope }: { of: Preview; scope: CallInput<'officeOfferPreview'>['scope'] }) => {
  const t = useT();
  const nameOf = useMarketName();
  const changed = of.markets.filter((row) => !isSame(row)).toSorted(byPlace);
  const held = of.markets.filter((row) => row.held).length;
  return (
    <section className={styles.effect} aria-label={t('margin.effect')}>
      <h3>{t('margin.effect')}</h3>
      <p>
        {scope !== 'event' && t('margin.about', { count: String(of.matches) })}{' '}
        {of.event &&
          scope !== 'event' &&
          t('margin.sample', { match: `${of.event.home.name} – ${of.event.away.name}` })}
      </p>
      {changed.length === 0 ? (
        <p>{t('margin.noEffect')}</p>
      ) : (
        <table className={styles.markets}>
          <thead>
            <tr>
              <th scope="col">{t('margin.market')}</th>
              <th scope="col">{t('margin.before')}</th>
              <th scope="col">{t('margin.after')}</th>
              <th scope="col">{t('margin.margin')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((row) => (
              <tr key={`${row.market}|${row.line ?? ''}`}>
                <th scope="row">
                  {nameOf(row.market)} {row.line}
                </th>
                <td>{told(row.before)}</td>
                <td>{row.after ? told(row.after) : <Tag tone="wait">{t('margin.offWord')}</Tag>}</td>
                <td>
                  {row.before?.margin ?? '–'} → {row.after?.margin ?? '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {held > 0 && <p>{t('margin.held', { count: String(held) })}</p>}
    </section>
  );
};
