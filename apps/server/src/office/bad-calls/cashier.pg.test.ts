import { cashierRows } from './cashier-rows.ts';
import { tryOnSite } from './try-on-site.ts';

tryOnSite(cashierRows);
