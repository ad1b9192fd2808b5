import { cashierRows } from './cashier-rows.ts';
import { tryRoom } from './room.ts';

tryRoom(cashierRows);
