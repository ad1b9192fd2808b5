import { tradingRows } from './trading-rows.ts';
import { tryOnSite } from './try-on-site.ts';

tryOnSite(tradingRows);
