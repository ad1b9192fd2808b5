import { useState } from 'react';
import { useT } from '../../shell/i18n.tsx';
import { configStore, updateConfig } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import { Flag } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './calling-code.module.css';
import { CountrySheet } from './country-sheet.tsx';

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
