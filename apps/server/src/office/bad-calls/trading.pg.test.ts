import { tradingRows } from './trading-rows.ts';
import { tryRoom } from './room.ts';

tryRoom(tradingRows);
