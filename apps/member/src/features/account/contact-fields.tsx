import type { CallInput } from '@touchline/contract/routes';
import { type ComponentProps, useMemo, useState } from 'react';
import { currentLan, type T, useT } from '../../lib/i18n.tsx';
import { configStore, updateConfig } from '../../lib/config.ts';
import type { Country } from '../../lib/site.ts';
import { useStore } from '../../lib/use-store.ts';
import { Field } from '../../ui/field.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { countryName, findCountries } from './country-name.ts';
import { checks, looksLikeNumber, needsCallingCode, plainAccount } from './form.ts';
import styles from './account.module.css';

type Props = {
  open: boolean;
  countries: readonly Country[];
  /** ISO code of the country chosen now. */
  chosen: string | undefined;
  onChoose: (country: Country) => void;
  onClose: () => void;
};

/** All countries with their calling codes, to search by name or code. */
const CountrySheet = ({ open, onClose, ...list }: Props) => {
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

/** The calling code before a mobile number; opens the list of countries. The choice is kept on the device. */
export const CallingCode = () => {
  const t = useT();
  const { telephone, site } = useStore(configStore);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-label={`${t('form.areaCode')} ${telephone.code === '' ? '' : `+${telephone.code}`}`}
      >
        {telephone.country && <Flag path={telephone.country.flag} />}
        <span className="figures" dir="ltr">
          +{telephone.code}
        </span>
        <Icon name="down" size="small" />
      </button>
      <CountrySheet
        open={open}
        countries={site?.countries ?? []}
        chosen={telephone.country?.iso}
        onChoose={(country) => {
          updateConfig({ telephone: { code: country.code, country } });
          setOpen(false);
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
};

type AddressFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'start'> & { typed: string };

/** An e-mail address or a mobile number; a number shows its calling code. */
export const AddressField = ({ typed, ...rest }: AddressFieldProps) => {
  const t = useT();
  return (
    <Field
      {...rest}
      label={t('account.address')}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
      dir="ltr"
      start={needsCallingCode(typed) ? <CallingCode /> : null}
    />
  );
};

type Address = Pick<CallInput<'sendCode'>, 'to' | 'areaCode'>;

/** The address a code goes to, from one field: a number without a calling code gets the chosen one. */
export const addressOf = (typed: string): Address => {
  const { code } = configStore.read().telephone;
  const areaCode = needsCallingCode(typed) && code !== '' ? code : undefined;
  return { to: plainAccount(typed), areaCode };
};

/** What is wrong with an e-mail address or mobile number as typed, or true. */
export const checkAddress = (t: T, typed: string): string | true => {
  if (typed.trim() === '') return t('form.required');
  if (!looksLikeNumber(typed)) return checks(t).email(typed);
  return !needsCallingCode(typed) || configStore.read().telephone.code !== '' || t('form.enterAreaCode');
};
