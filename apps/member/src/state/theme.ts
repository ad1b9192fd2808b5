import { configStore, type ThemeChoice, updateConfig } from './config.ts';

const prefersLight = matchMedia('(prefers-color-scheme: light)');

/** Turns the document to the theme of the member's choice, or of the system where none was made. */
const apply = (): void => {
  const { theme } = configStore.read();
  const shown = theme === 'system' ? (prefersLight.matches ? 'light' : 'dark') : theme;
  document.documentElement.dataset.theme = shown;
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
};

/** Follows choice and system from now on. */
export const startTheme = (): void => {
  apply();
  prefersLight.addEventListener('change', apply);
  configStore.watch(apply);
};

export const chooseTheme = (theme: ThemeChoice): void => updateConfig({ theme });
