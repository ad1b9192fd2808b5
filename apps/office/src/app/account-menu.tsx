import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { officeLans, localeOf } from '@touchline/locales/locales';
import { call } from '../lib/call.ts';
import { endSession, sessionStore } from '../lib/session.ts';
import { useStore } from '../lib/use-store.ts';
import { chooseLanguage, currentLan, useT } from '../lib/i18n.ts';
import { useRoleNames } from '../lib/rights.ts';

/** The session is over here at once, and at the server as soon as it hears of it. */
const signOut = (): void => {
  void call('officeLogout', {}).catch(() => undefined);
  endSession();
};

/** Who one is, how the office looks and speaks, and the way out. */
export const AccountMenu = () => {
  const t = useT();
  const navigate = useNavigate();
  const session = useStore(sessionStore);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const roles = useRoleNames()(session?.roles ?? []);
  return (
    <Menu position="bottom-end" width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default">{session?.account}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{roles}</Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/account', search: {} })}>
          {t('account.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('theme.title')}</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            rightSection={colorScheme === scheme ? '✓' : undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`theme.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {officeLans.map((lan) => (
          <Menu.Item
            key={lan}
            lang={lan}
            rightSection={currentLan() === lan ? '✓' : undefined}
            onClick={() => chooseLanguage(lan)}
          >
            {localeOf(lan).name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={signOut}>{t('shell.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
