import { configStore, type ThemeChoice, updateConfig } from './config.ts';

/** Turns the document to the member's choice; without one the styles follow the system by themselves. */
const apply = (): void => {
  const { theme } = configStore.read();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const ground = getComputedStyle(document.body).backgroundColor;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
};

/** Follows choice and system from now on. */
export const startTheme = (): void => {
  apply();
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', apply);
  configStore.watch(apply);
};

export const chooseTheme = (theme: ThemeChoice): void => updateConfig({ theme });
