import { useMemo, useState } from 'react';
import { currentLan, useT } from '../../shell/i18n.tsx';
import type { Country } from '../../state/site.ts';
import { Field } from '../../ui/field.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { countryName, findCountries } from '../../features/account/country-name.ts';
import styles from './country-sheet.module.css';

type Props = {
  open: boolean;
  countries: readonly Country[];
  /** ISO code of the country chosen now. */
  chosen: string | undefined;
  onChoose: (country: Country) => void;
  onClose: () => void;
};

/** All countries with their calling codes, to search by name or code. */
export const CountrySheet = ({ open, onClose, ...list }: Props) => {
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} title={t('form.areaCode')} tall>
      <CountryList {...list} />
    </Sheet>
  );
};

const CountryList = ({ countries, chosen, onChoose }: Omit<Props, 'open' | 'onClose'>) => {
  const t = useT();
  const lan = currentLan();
  const [query, setQuery] = useState('');
  const found = useMemo(() => findCountries(countries, query, lan), [countries, query, lan]);
  return (
    <>
      <Field
        label={t('form.searchCountry')}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <ul className={styles.list}>
        {found.map((country) => (
          <li key={country.iso}>
            <button
              type="button"
              className={styles.country}
              aria-current={country.iso === chosen}
              onClick={() => onChoose(country)}
            >
              <Flag path={country.flag} />
              <span className={styles.name}>
                {countryName(country, lan)}
                {!country.allowed && <span className={styles.closed}>{t('form.areaClosed')}</span>}
              </span>
              {country.iso === chosen && (
                <span className={styles.check}>
                  <Icon name="check" size="small" />
                </span>
              )}
              <span className={`${styles.code} figures`} dir="ltr">
                +{country.code}
              </span>
            </button>
          </li>
        ))}
        {found.length === 0 && <li className={styles.none}>{t('form.noCountry')}</li>}
      </ul>
    </>
  );
};
