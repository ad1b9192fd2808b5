import { route } from '../route.ts';
import { Empty } from '../shapes/common.ts';
import { Home, SystemConfig } from '../shapes/site.ts';

export const siteRoutes = {
  systemConfig: route('systemConfig', {
    auth: 'public',
    summary: 'Currencies, languages and the site',
    input: Empty,
    output: SystemConfig,
  }),
  home: route('home', { auth: 'member', summary: 'What the home page shows', input: Empty, output: Home }),
};
