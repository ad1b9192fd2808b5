import './styles/tokens.css';
import './styles/base.css';
import './styles/slide.css';
import { createRoot } from 'react-dom/client';
import { live, startLive } from './api/live-stream.ts';
import { queryClient, refreshUser } from './api/query.ts';
import { onInsufficient } from './api/report.ts';
import { isSignedIn, onSignedOut } from './api/session.ts';
import { fetchSystemConfig } from './api/system-config.ts';
import { followLive } from './features/live/live-cache.ts';
import { forgetPush } from './features/push/forget-push.ts';
import { clearSlip, dispatchSlip } from './features/slip/slip-store.ts';
import { App, StartFailure } from './shell/app.tsx';
import { readEntry } from './shell/entry-address.ts';
import { allTexts, currentLan, startLanguage } from './shell/i18n.tsx';
import { forgetPages } from './shell/page-memory.ts';
import { createAppRouter } from './shell/router.tsx';
import { updateConfig } from './state/config.ts';
import { startTheme } from './state/theme.ts';

const start = async (container: HTMLElement): Promise<void> => {
  const { address, codes } = readEntry(location);
  history.replaceState(history.state, '', address);
  updateConfig({ ...codes, screenHeight: innerHeight });
  startTheme();

  const root = createRoot(container);
  const router = createAppRouter();
  // The sheet belongs to the page it was opened on.
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) dispatchSlip({ type: 'close' });
  });
  // The code of the first page comes while the texts do; a failure shows once there are words for it.
  void router.load();
  try {
    await startLanguage();
  } catch {
    root.render(<StartFailure />);
    return;
  }

  const render = () => root.render(<App key={currentLan()} router={router} />);
  onInsufficient(() => void router.navigate({ to: '/pages/mine/recharge', search: {} }));
  onSignedOut(() => {
    queryClient.clear();
    forgetPages();
    clearSlip();
    void forgetPush().catch(() => undefined);
    void router.navigate({ to: '/pages/login/login', search: {}, replace: true });
  });
  render();
  startLive();
  followLive(live, queryClient);

  // Neither is worth a message when it fails: what is stored is shown until the next try.
  if (isSignedIn()) void refreshUser().catch(() => undefined);
  void fetchSystemConfig()
    // A first visit starts in English before the site's own language is known.
    .then(startLanguage)
    .then(render)
    // By the first tap the texts of the other pages are there.
    .then(allTexts)
    .catch(() => undefined);
};

const container = document.querySelector<HTMLElement>('#root');
if (container) void start(container);
