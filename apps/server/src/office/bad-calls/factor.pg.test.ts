import { factorRows } from './factor-rows.ts';
import { tryRoom } from './room.ts';

tryRoom(factorRows);
