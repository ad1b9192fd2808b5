import type { HouseFigures } from '@touchline/contract/shapes/house';
import type { Reserve } from '@touchline/contract/shapes/liabilities';
import { sumOf } from '@touchline/kit/sum';
import { formatDecimal, formatMoney, formatPercent } from '@touchline/locales/format';
import { formatLongDate } from '@touchline/locales/format-time';
import type { ReactNode } from 'react';
import { networkName, shortAddress } from '../../features/cashier/texts.ts';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import styles from './house.module.css';
import { Later, Part } from './part.tsx';

type Owed = NonNullable<HouseFigures['owed']>;
type Total = Owed['totals'][number];

/** What members have, and what the house has to pay it, by the newest sealed statement. */
export const OwedCard = ({ owed }: { owed: HouseFigures['owed'] }) => {
  const t = useT();
  return (
    <Part
      part="owed"
      title={t('house.owed')}
      words={t('house.owedText')}
      asOf={owed && { size: owed.index + 1, at: owed.at }}
    >
      {owed === undefined ? (
        <Later title={t('house.noOwed')}>{t('house.noOwedHint')}</Later>
      ) : (
        <>
          {owed.totals.map((total) => (
            <Balance key={total.currency} total={total} reserves={owed.reserves} />
          ))}
          <ul className={styles.rows}>
            {owed.reserves.map((reserve) => (
              <ReserveRow key={keyOf(reserve)} of={reserve} />
            ))}
          </ul>
        </>
      )}
    </Part>
  );
};

/** Owed and reserves of a currency as two bars of one scale. */
const Balance = ({ total, reserves }: { total: Total; reserves: readonly Reserve[] }) => {
  const t = useT();
  const lan = currentLan();
  const { currency, available, held, openBets } = total;
  const owed = sumOf([available, held]);
  const has = sumOf(reserves.map((each) => (each.currency === currency ? (each.amount ?? '0') : '0')));
  const left = sumOf([has, `-${owed}`]);
  const most = Math.max(1e-9, Number(owed), Number(has));
  const share = (amount: string): string => `${(Math.max(0, Number(amount)) / most) * 100}%`;
  const money = (amount: string): string => formatMoney(amount, { lan, currency });
  return (
    <div className={styles.stack}>
      <BarRow name={t('house.owedNow')} amount={money(owed)}>
        <span data-tone="owed" style={{ inlineSize: share(available) }} />
        <span data-tone="held" style={{ inlineSize: share(held) }} />
      </BarRow>
      <BarRow name={t('house.reserves')} amount={money(has)}>
        <span data-tone={left.startsWith('-') ? 'short' : 'reserves'} style={{ inlineSize: share(has) }} />
      </BarRow>
      {left.startsWith('-') ? (
        <p className={styles.warning}>{t('house.short', { amount: isolated(money(left.slice(1))) })}</p>
      ) : (
        Number(owed) > 0 && (
          <p className={styles.words}>
            {t('house.covered', {
              percent: isolated(formatPercent(((Number(has) / Number(owed)) * 100).toFixed(1), { lan })),
            })}
          </p>
        )
      )}
      <p className={styles.words}>
        {t('house.openBets', { amount: isolated(money(openBets)), held: isolated(money(held)) })}
      </p>
    </div>
  );
};

const BarRow = ({ name, amount, children }: { name: string; amount: string; children: ReactNode }) => (
  <div>
    <p className={styles.barHead}>
      {name}
      <b className={styles.amount}>
        <bdi dir="ltr" className="figures">
          {amount}
        </bdi>
      </b>
    </p>
    <div className={styles.track} aria-hidden="true">
      {children}
    </div>
  </div>
);

const keyOf = (of: Reserve): string =>
  of.kind === 'address' ? of.address : of.kind === 'statement' ? of.name : of.currency;

/** What the reserves are, and how much of it. */
const ReserveRow = ({ of }: { of: Reserve }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <li>
      <span className={styles.name}>
        {of.kind === 'issued' && t('house.issued')}
        {of.kind === 'address' && (
          <>
            {t('house.address', { network: networkName(of.network) })}{' '}
            <bdi dir="ltr" className={styles.note} translate="no">
              {shortAddress(of.address)}
            </bdi>
          </>
        )}
        {of.kind === 'statement' &&
          t('house.statement', {
            name: of.name,
            date: formatLongDate(`${of.day}T12:00:00Z`, { lan, timeZone: 'UTC' }),
          })}
      </span>
      {of.amount === undefined ? (
        <span className={styles.note}>{t('house.unread')}</span>
      ) : (
        <span className={styles.amount}>
          <bdi dir="ltr" className="figures">
            {formatDecimal(of.amount, lan)} {of.currency}
          </bdi>
        </span>
      )}
    </li>
  );
};
