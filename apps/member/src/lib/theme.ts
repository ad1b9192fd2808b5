import { configStore, type ThemeChoice, updateConfig } from './config.ts';

/** Turns the document to the member's choice; without one the styles follow the system. */
const apply = (theme: ThemeChoice): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const ground = getComputedStyle(document.body).backgroundColor;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
};

/** Follows choice and system from now on. */
export const startTheme = (): void => {
  let { theme } = configStore.read();
  const again = () => apply(theme);
  again();
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', again);
  configStore.watch(() => {
    const next = configStore.read().theme;
    if (next === theme) return;
    theme = next;
    again();
  });
};

export const chooseTheme = (theme: ThemeChoice): void => updateConfig({ theme });
