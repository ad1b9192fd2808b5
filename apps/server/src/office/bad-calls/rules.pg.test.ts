import { rulesRows } from './rules-rows.ts';
import { tryRoom } from './room.ts';

tryRoom(rulesRows);
