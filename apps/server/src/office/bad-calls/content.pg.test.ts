import { contentRows } from './content-rows.ts';
import { tryRoom } from './room.ts';

tryRoom(contentRows);
