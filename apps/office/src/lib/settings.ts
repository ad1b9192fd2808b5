import { officeLans, type OfficeLan } from '@touchline/locales/locales';
import { asFields } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';

/** The operator's choices on this device. */
export type DeviceSettings = {
  lan: OfficeLan;
  /** Whether single keys act; who speaks to the computer turns them off. */
  keys: boolean;
};

const isOfficeLan = (value: unknown): value is OfficeLan => officeLans.some((lan) => lan === value);

/** What the browser asks for, until the operator chooses. */
const usualLan = (): OfficeLan => (navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en');

export const settingsStore = createStore<DeviceSettings>({
  key: 'office.settings',
  parse: (stored) => {
    const { lan, keys } = asFields(stored);
    return { lan: isOfficeLan(lan) ? lan : usualLan(), keys: keys !== false };
  },
});

export const changeSettings = (change: Partial<DeviceSettings>): void =>
  settingsStore.write({ ...settingsStore.read(), ...change });
