import { namesRows } from './names-rows.ts';
import { tryOnSite } from './try-on-site.ts';

tryOnSite(namesRows);
