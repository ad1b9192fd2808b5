import { contentRows } from './content-rows.ts';
import { tryOnSite } from './try-on-site.ts';

tryOnSite(contentRows);
