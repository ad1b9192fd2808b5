import { rulesRows } from './rules-rows.ts';
import { tryOnSite } from './try-on-site.ts';

tryOnSite(rulesRows);
