import { bettingStore, keepBetting } from './betting.ts';
import { configStore, updateConfig } from './config.ts';
import { matchCountry } from './site.ts';
import { call } from './call.ts';

/** Fetches the site's public settings and stores them; the stored ones apply while the server cannot be reached. */
export const fetchSystemConfig = async (): Promise<void> => {
  const heard = bettingStore.read();
  const { betting, currency, language, site } = await call('systemConfig', {}, { mask: false, quiet: true });
  // What the stream has said in the meantime is newer.
  if (bettingStore.read() === heard) keepBetting(betting);
  const { language: known, telephone } = configStore.read();
  const code = telephone.code === '' ? site.contry_code.replace('+', '') : telephone.code;
  updateConfig({
    currency,
    language: { ...language, chosen: known.chosen },
    site,
    telephone: {
      code,
      country: telephone.country ?? matchCountry(site.countries, code),
    },
  });
};
