import { useState } from 'react';
import type { HelpLine } from '@touchline/contract/shapes/play';
import { useCall } from '../../../lib/query.ts';
import { LoadFailure } from '../../../features/load-failure/load-failure.tsx';
import { currentLan, useT } from '../../../lib/i18n.tsx';
import { configStore } from '../../../lib/config.ts';
import { useStore } from '../../../lib/use-store.ts';
import { useUser } from '../../../lib/user.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectBox } from '../../../ui/select-box.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { countryName, helpCountry } from '../../../features/account/country-name.ts';
import styles from './play.module.css';

/** Where to find help with gambling: of the member's country, or another, and of all. */
export const HelpSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} title={t('play.helpLines')}>
      <Lines />
    </Sheet>
  );
};

const Lines = () => {
  const t = useT();
  const lan = currentLan();
  const site = useStore(configStore).site;
  const areaCode = useUser()?.areaCode;
  const countries = site?.countries ?? [];
  const [chosen, setChosen] = useState<string>();
  const country = chosen ?? helpCountry(countries, areaCode, site?.contry_code ?? '') ?? '';
  const { data, error, refetch } = useCall('helpLines', country === '' ? {} : { country });
  const names = countries
    .map((known) => ({ value: known.iso, label: countryName(known, lan) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, lan));
  return (
    <div className={styles.form}>
      <p className={styles.words}>{t('play.helpText')}</p>
      <SelectBox
        label={t('play.country')}
        options={[{ value: '', label: t('play.allCountries') }, ...names]}
        value={country}
        onChange={setChosen}
      />
      {data === undefined && error === null && <Skeleton height={8} />}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      {data?.list.length === 0 && (
        <EmptyState icon="info" title={t('play.noHelp')} hint={t('play.noHelpHint')} />
      )}
      {data !== undefined && data.list.length > 0 && (
        <Card flush>
          <ul>
            {data.list.map((line) => (
              <Line
                key={`${line.country} ${line.name}`}
                line={line}
                country={
                  country === '' ? names.find(({ value }) => value === line.country)?.label : undefined
                }
              />
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
};

/** One line; `country` in a list of several countries. */
const Line = ({ line, country }: { line: HelpLine; country: string | undefined }) => {
  const { name, phone, url, hours } = line;
  const t = useT();
  return (
    <li className={styles.line}>
      <b>
        <bdi>{name}</bdi>
      </b>
      {country !== undefined && <span className={styles.words}>{country}</span>}
      {hours !== undefined && (
        <span className={styles.words}>
          {hours === '24/7' ? t('play.always') : <bdi dir="ltr">{hours}</bdi>}
        </span>
      )}
      <span className={styles.contacts}>
        {phone !== undefined && (
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
            <bdi dir="ltr" className="figures">
              {phone}
            </bdi>
          </a>
        )}
        {url !== undefined && (
          <a href={url} target="_blank" rel="noreferrer">
            <bdi dir="ltr">{url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}</bdi>
          </a>
        )}
      </span>
    </li>
  );
};
