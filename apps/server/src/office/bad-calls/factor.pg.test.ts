import { factorRows } from './factor-rows.ts';
import { tryOnSite } from './try-on-site.ts';

tryOnSite(factorRows);
