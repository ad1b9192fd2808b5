import { matchesRows } from './matches-rows.ts';
import { tryRoom } from './room.ts';

tryRoom(matchesRows);
