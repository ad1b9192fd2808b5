import { matchesRows } from './matches-rows.ts';
import { tryOnSite } from './try-on-site.ts';

tryOnSite(matchesRows);
