import { useT } from '../../lib/i18n.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './builder.module.css';
import { type DraftStore, useDraft } from './draft-store.ts';

/** The switch of the bet builder of a match: while it is on, taps on prices collect selections for one bet. */
export const BuilderSwitch = ({ store }: { store: DraftStore }) => {
  const t = useT();
  const { isOn } = useDraft(store);
  return (
    <div className={styles.switch}>
      <Switch
        label={t('builder.build')}
        checked={isOn}
        onChange={(next) => store.write({ ...store.read(), isOn: next })}
      />
      <p className={styles.hint}>{isOn ? t('builder.on') : t('builder.hint')}</p>
    </div>
  );
};
