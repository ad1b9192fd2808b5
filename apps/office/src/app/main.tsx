// Mantine's styles of the components that are used; its variables come from tokens.css.
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Skeleton.css';
import '@mantine/core/styles/Table.css';
import '@touchline/kit/colours.css';
import './tokens.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ignoreComposedKeys } from '@touchline/kit/composed-keys';
import { allowTranslation } from '@touchline/kit/translated-page';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../lib/query.ts';
import { currentLan, onLanguage, startLanguage } from '../lib/i18n.ts';
import { router } from './router.tsx';
import { startShortcuts } from '../lib/shortcuts.ts';
import { sessionStore } from '../lib/session.ts';
import { theme } from './theme.ts';

// tokens.css has everything Mantine would write into a style element: the policy of the pages allows none.
const App = () => (
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
    withStaticClasses={false}
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>
);

/** The next operator who signs in sees no data of the one before. */
const followSession = (): void => {
  let was = sessionStore.read();
  sessionStore.watch(() => {
    const session = sessionStore.read();
    if (session?.token === was?.token) return;
    was = session;
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'systemConfig' });
    void router.invalidate();
  });
};

const start = async (container: HTMLElement): Promise<void> => {
  ignoreComposedKeys();
  allowTranslation();
  const root = createRoot(container);
  try {
    await startLanguage();
  } catch {
    // Without texts there are no words but these.
    root.render(
      <button type="button" onClick={() => location.reload()}>
        The connection failed. Try again.
      </button>,
    );
    return;
  }
  startShortcuts();
  followSession();
  const render = () => root.render(<App key={currentLan()} />);
  onLanguage(() => {
    // What was answered is in the language before.
    queryClient.clear();
    render();
  });
  render();
};

const container = document.querySelector<HTMLElement>('#root');
if (container) void start(container);
