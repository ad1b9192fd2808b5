import { peopleRows } from './people-rows.ts';
import { tryOnSite } from './try-on-site.ts';

tryOnSite(peopleRows);
