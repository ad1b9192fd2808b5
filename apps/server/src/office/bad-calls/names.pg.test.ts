import { namesRows } from './names-rows.ts';
import { tryRoom } from './room.ts';

tryRoom(namesRows);
