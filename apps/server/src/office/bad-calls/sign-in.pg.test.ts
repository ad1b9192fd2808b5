import { signInRows } from './sign-in-rows.ts';
import { tryOnSite } from './try-on-site.ts';

tryOnSite(signInRows);
